# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Finds what detached.sh stored: only in a folder that belongs to this user. FABRICSCOPE_SPOOL on a host replaces
# /var/tmp as the place of such folders. All of them are below fs_prefix.
fs_own_spool() {
  for fs_folder in "$fs_prefix${FABRICSCOPE_SPOOL:-/var/tmp}" "$fs_prefix/var/tmp" "$fs_prefix/tmp"; do
    fs_spool=$fs_folder/fabricscope-run-$fs_run
    # shellcheck disable=SC3067 # dash and busybox have -O
    [ -d "$fs_spool" ] && [ ! -h "$fs_spool" ] && [ -O "$fs_spool" ] && return 0
  done
  return 1
}

fs_clear() {
  rm -f "$fs_spool/out" "$fs_spool/began" "$fs_spool/began.new" "$fs_spool/began.full" "$fs_spool/running" "$fs_spool/stop" \
    "$fs_spool/beat" "$fs_spool/probe" "$fs_spool/left" "$fs_spool/supervisor" "$fs_spool/engine" "$fs_spool/managed" \
    "$fs_spool/secrets" "$fs_spool/asides" "$fs_spool/forget" "$fs_spool"/reader.* "$fs_spool"/watch.* "$fs_spool"/ending.* "$fs_spool"/ended.*
  rmdir "$fs_spool"
}

# Keeps a message for the end of the run.
fs_keep_aside() { printf '%s\n' "$*" >>"$fs_spool/asides"; } 2>/dev/null

# fs_outcome: how the run ended, STATUS.WHY and the processes left. Fails if it has not ended.
fs_find_end() {
  for fs_file in "$fs_spool"/ended.*; do
    [ -e "$fs_file" ] || continue
    fs_outcome=${fs_file##*/ended.}
    return 0
  done
  return 1
}

# Whether a fetch of the run is in progress: each has a file reader.PID:STARTED.
fs_has_reader() {
  for fs_file in "$fs_spool"/reader.*; do
    fs_one=${fs_file##*/reader.}
    fs_look_at "${fs_one%:*}" || continue
    case $fs_started:$fs_state in "${fs_one#*:}":[!ZX]) return 0 ;; esac
  done
  return 1
}

# fs_left: ".PID:STARTED..." of the processes left; a file name has at most 255 bytes.
fs_count_left() {
  fs_left=
  for fs_one in $fs_known $fs_strays $fs_managed; do
    case $fs_one in container:*) continue ;; esac
    [ "${#fs_left}" -gt 160 ] || fs_left=$fs_left.$fs_one
  done
  for fs_one in $fs_unseen; do
    [ "${#fs_left}" -gt 160 ] || fs_left=$fs_left.$fs_one:0
  done
  case $fs_boxes:$fs_managed in [!:]* | *container:*) fs_left=$fs_left.container ;; esac
  [ -z "$fs_left" ] || fs_describe_left >"$fs_spool/left"
}
