# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Describes the file at fs_path. Changes nothing.
fs_look() {
  fs_say begin
  [ -z "$fs_outside" ] || {
    fs_say failed outside
    return
  }
  [ -d "$fs_folder" ] || {
    fs_say failed nofolder
    return
  }
  fs_is_safe_folder || {
    fs_say failed unsafe
    return
  }
  [ -w "$fs_folder" ] || {
    fs_say failed readonly
    return
  }
  if [ -h "$fs_path" ]; then
    fs_say state link
    return
  fi
  if [ ! -e "$fs_path" ]; then
    fs_say state absent
    return
  fi
  if [ ! -f "$fs_path" ]; then
    fs_say state other
    return
  fi
  [ -r "$fs_path" ] || {
    fs_say failed unreadable
    return
  }
  fs_now=$(fs_sum "$fs_path")
  [ "${fs_now#* }" -le 16777216 ] || {
    fs_say failed large
    return
  }
  fs_say mode "$(ls -ldn "$fs_path")"
  fs_say sum "$fs_now"
  fs_show
  fs_say state file
}
fs_look </dev/null
