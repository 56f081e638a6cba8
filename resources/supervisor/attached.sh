# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A run that ends with its connection. Each line on standard input renews the lease of fs_lease seconds; the line "stop"
# or the end of input ends the run. Set before it, besides common.sh, contain.sh, containers.sh and managed.sh: fs_lease, and fs_tool,
# which calls fs_inside and becomes the tool, in its own shell: a shell reports on its standard error which child was
# ended by a signal.
fs_inside() { exec </dev/null 3<&- 2>&4 4>&-; }

fs_tell_left() { fs_say left "$(fs_describe_left)"; }
fs_tell_aside() { fs_say "$@"; }

# The main shell waits for a tool that this user may not end.
fs_give_up() {
  fs_say ended - "$fs_why"
  fs_signal_to KILL "$fs_main"
  [ -z "$fs_counter" ] || fs_signal_to KILL "$fs_counter"
  exit 1
}

# If nothing contains the run, a process that leaves it is seen only at regular scans.
fs_track() { [ "$fs_hold" != session ] || fs_renew; }

# Reports the processes of other users in the tree (sudo), which this user may not end, whenever they change: once the
# connection is lost nothing can be reported. Read without starting a process, except in a scope.
fs_note_foreign() {
  fs_foreign='' fs_count=0
  [ "$fs_hold" != scope ] || fs_seek_scope
  # shellcheck disable=SC2046 # numbers
  set -- "$fs_root" $([ "$fs_hold" != scope ] || fs_in_cgroup "$fs_cgroup")
  for fs_one in $fs_known; do set -- "$@" "${fs_one%:*}"; done
  while [ "$#" -gt 0 ] && [ "$fs_count" -lt 500 ]; do
    fs_pid=$1 fs_children='' fs_count=$((fs_count + 1))
    shift
    { read -r fs_children <"/proc/$fs_pid/task/$fs_pid/children"; } 2>/dev/null
    # shellcheck disable=SC2086 # numbers
    set -- "$@" $fs_children
    fs_look_at "$fs_pid" || continue
    case $fs_state in Z | X) continue ;; esac
    fs_one=$fs_pid:$fs_started
    case " $fs_foreign" in *" $fs_one "*) continue ;; esac
    fs_signal_to 0 "$fs_one" || ! fs_look_at "$fs_pid" || fs_foreign="$fs_foreign$fs_one "
  done
  [ "$fs_foreign" != "$fs_foreign_before" ] || return 0
  fs_foreign_before=$fs_foreign
  fs_say foreign "$(fs_describe_foreign | head -c 3000)"
}
fs_describe_foreign() {
  fs_tree=$fs_foreign
  fs_note_monitors
  fs_seek_root_boxes
  for fs_one in $fs_root_boxes; do
    fs_box_name=${fs_one#*:}
    printf 'container:%s:denied:podman:%s ' "${fs_one%%:*}" "${fs_box_name%%:*}"
  done
  for fs_one in $fs_foreign; do
    fs_is_in_root_box "$fs_one" || fs_describe "$fs_one" denied
  done
}

# Counts until it is reset.
fs_count_lease() {
  fs_turns=0 fs_over='' fs_why=lease
  trap 'fs_turns=0' USR1
  trap '' HUP INT TERM # also in its children: a server sends such a signal to the whole group
  fs_signal_to USR1 "$fs_main"
  while [ "$fs_turns" -lt "$((fs_lease * fs_halves))" ]; do
    sleep "$fs_half"
    fs_turns=$((fs_turns + 1))
    [ "$((fs_turns % fs_halves))" != 0 ] || fs_track
  done
  trap 'fs_over=1' USR1
  fs_signal_to USR2 "$fs_main"
  fs_end_until_gone 1
}

fs_read_beats() {
  fs_over='' fs_why=stop
  trap 'fs_over=1' USR1
  trap '' HUP INT TERM
  fs_turn=0 fs_foreign_before='' fs_user=$(id -u)
  while IFS= read -r fs_word; do
    [ "$fs_word" != stop ] || break
    fs_signal_to USR1 "$fs_counter"
    fs_signal_to 0 "$fs_main" || { fs_why=killed && break; } # see fs_end_without_main
    fs_track
    fs_seek_managers
    fs_turn=$((fs_turn + 1))
    [ "$fs_user" = 0 ] || [ "$((fs_turn % 2))" != 0 ] || fs_note_foreign
  done
  fs_signal_to USR1 "$fs_main"
  fs_end_until_gone 3
}

fs_attached() {
  fs_why=itself fs_ready='' fs_counter='' fs_root=$$ fs_goes_on=''
  trap : HUP INT TERM # not ignored, since the tool would inherit that
  trap 'fs_ready=1 fs_why=stop' USR1
  trap '[ "$fs_why" = stop ] || fs_why=lease' USR2
  exec 3<&0 4>&2 2>/dev/null
  fs_open_mark
  fs_contain
  fs_look_before
  fs_name $$
  fs_main=$fs_named
  fs_count_lease >/dev/null 3<&- 4>&- &
  fs_name $!
  fs_counter=$fs_named
  fs_turn=0
  while [ -z "$fs_ready" ] && [ "$fs_turn" -lt 100 ]; do
    sleep 0.02 || sleep 1
    fs_turn=$((fs_turn + 1))
  done
  fs_why=itself # the counter reported it as a stop
  fs_read_beats <&3 3<&- 4>&- &
  fs_name $!
  fs_reader=$fs_named
  fs_tool
  fs_status=$?
  trap '' HUP INT TERM
  case $fs_why in # the process that began to end the run completes it
  stop) fs_signal_to USR1 "$fs_reader" && wait "${fs_reader%:*}" ;;
  lease) fs_signal_to USR1 "$fs_counter" && wait "${fs_counter%:*}" ;;
  esac
  for fs_helper in "$fs_reader" "$fs_counter"; do
    fs_signal_to KILL "$fs_helper" && wait "${fs_helper%:*}"
  done
  fs_end_background
  fs_seek_strays
  fs_seek_managed
  [ "$fs_why$fs_known$fs_unseen$fs_boxes$fs_strays$fs_managed" = itself ] || fs_tell_left # the last report, perhaps that none is left
  fs_leave_cgroup
  fs_say ended "$fs_status" "$fs_why"
  exit "$fs_status"
}
fs_attached
