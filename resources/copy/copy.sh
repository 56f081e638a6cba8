# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes fs_new next to fs_path, checks it, and renames it in one step. Set before it: fs_write, which prints the new
# text; fs_wanted, its checksum and size; fs_expected, those of the existing file, or "absent"; fs_chmod and fs_chown,
# the required mode and owner (an empty owner: the user); fs_backup, a path, or empty.
fs_undo() {
  [ -z "$fs_open" ] || rm -f "$fs_new"
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
  ls -Lldn "$1" | {
    read -r _ _ fs_user fs_group _
    printf '%s:%s' "$fs_user" "$fs_group"
  }
}
# Everything uses the descriptor that created the file (5, and 6 for the backup): the file at its name may have been
# replaced by then.
fs_by=/proc/self/fd
fs_keep() {
  chmod "$fs_chmod" "$fs_by/$1" || return 1
  [ -n "$fs_chown" ] || return 0
  [ "$(fs_owner "$fs_by/$1")" != "$fs_chown" ] || return 0
  chown "$fs_chown" "$fs_by/$1" 2>/dev/null || return 1
  chmod "$fs_chmod" "$fs_by/$1"
}
fs_fill() {
  fs_open=1
  fs_write 2>/dev/null >&5 || fs_fail write
  [ "$(fs_sum "$fs_by/5")" = "$fs_wanted" ] || fs_fail arrived
  fs_keep 5 || fs_fail keep
  fs_back_up
  fs_as_shown
  # shellcheck disable=SC3013 # dash and busybox have -ef
  { [ ! -h "$fs_new" ] && [ "$fs_new" -ef "$fs_by/5" ]; } || fs_fail arrived
  mv -f "$fs_new" "$fs_path" 2>/dev/null || fs_fail replace
  fs_made=
}
fs_fill_backup() {
  fs_made=$fs_backup
  cat "$fs_path" >&6 2>/dev/null || return 1
  [ "$(fs_sum "$fs_by/6")" = "$fs_expected" ] || return 1
  fs_keep 6
  touch -r "$fs_path" "$fs_by/6" 2>/dev/null || :
}
fs_back_up() {
  [ -z "$fs_backup" ] || fs_fill_backup 2>/dev/null 6>"$fs_backup" || fs_fail backup
}
# From here on names are relative: the path may lead elsewhere by then, the folder is the one that was checked.
fs_enter() {
  cd -P "$fs_folder/" 2>/dev/null || fs_fail create
  fs_folder=. fs_path=./${fs_path##*/} fs_new=./${fs_new##*/}
  [ -z "$fs_backup" ] || fs_backup=./${fs_backup##*/}
}
fs_copy() {
  fs_say begin
  fs_made='' fs_open=''
  [ -z "$fs_outside" ] || fs_fail outside
  command -v cksum >/dev/null 2>&1 || fs_wanted="- ${fs_wanted#* }"
  trap 'fs_undo; exit 1' HUP INT TERM PIPE
  fs_enter
  fs_as_shown
  fs_is_safe_folder || fs_fail unsafe
  umask 077
  set -C # `>` creates a file, or fails
  fs_fill 2>/dev/null 5>"$fs_new"
  if [ -z "$fs_open" ]; then
    fs_say failed create
    exit 1
  fi
  fs_say sum "$(fs_sum "$fs_path")"
  fs_show
  fs_say state copied
}
fs_copy </dev/null
