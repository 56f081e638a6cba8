# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes fs_new beside fs_path, checks it, and puts it into its place in one step. Before it: fs_write, which prints
# the new text; fs_wanted, its checksum and size; fs_expected, those of what is there, or "absent"; fs_chmod and
# fs_chown, mode and owner as they are to be (an empty owner: the user's); fs_backup, a path, or nothing.
fs_undo() {
  rm -f "$fs_new"
  [ -z "$fs_made" ] || rm -f "$fs_made"
}
fs_fail() {
  fs_undo
  fs_say failed "$1"
  exit 1
}
fs_as_shown() {
  if [ -h "$fs_path" ]; then
    fs_now='link'
  elif [ -e "$fs_path" ]; then
    fs_now=$(fs_sum "$fs_path")
  else
    fs_now=absent
  fi
  [ "$fs_now" = "$fs_expected" ] || fs_fail changed
}
fs_owner() {
  # shellcheck disable=SC2012 # only numbers are read
  ls -ldn "$1" | {
    read -r _ _ fs_user fs_group _
    printf '%s:%s' "$fs_user" "$fs_group"
  }
}
fs_keep() {
  [ ! -h "$fs_new" ] || fs_fail keep
  chmod "$fs_chmod" "$fs_new" || fs_fail keep
  [ -n "$fs_chown" ] || return 0
  [ "$(fs_owner "$fs_new")" != "$fs_chown" ] || return 0
  chown -h "$fs_chown" "$fs_new" 2>/dev/null || fs_fail keep
  chmod "$fs_chmod" "$fs_new" || fs_fail keep
}
fs_back_up() {
  [ -n "$fs_backup" ] || return 0
  [ ! -e "$fs_backup" ] || fs_fail backup
  if cp -p "$fs_path" "$fs_backup" 2>/dev/null && [ "$(fs_sum "$fs_backup")" = "$fs_expected" ]; then
    fs_made=$fs_backup
    return 0
  fi
  rm -f "$fs_backup"
  fs_fail backup
}
fs_copy() {
  fs_say begin
  fs_made=
  command -v cksum >/dev/null 2>&1 || fs_wanted="- ${fs_wanted#* }"
  trap 'fs_undo; exit 1' HUP INT TERM PIPE
  fs_as_shown
  umask 077
  set -C
  if ! (: >"$fs_new") 2>/dev/null; then # in a shell of its own: dash ends by a failing redirection of a special builtin
    fs_say failed create
    exit 1
  fi
  set +C
  fs_write 2>/dev/null >"$fs_new" || fs_fail write
  [ "$(fs_sum "$fs_new")" = "$fs_wanted" ] || fs_fail arrived
  fs_keep
  fs_back_up
  fs_as_shown
  mv -f "$fs_new" "$fs_path" 2>/dev/null || fs_fail replace
  fs_made=
  fs_say sum "$(fs_sum "$fs_path")"
  fs_show
  fs_say state copied
}
fs_copy </dev/null
