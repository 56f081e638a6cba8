# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A run that continues without a connection. Its folder contains `out`, the output of the tool; `began`; and one file
# whose name is the state: running, ending.WHY, ended.STATUS.WHY (renaming needs no space on a full disk). If some
# processes cannot be ended by a signal, their PID:STARTED follow, each after a dot, and `left` has details; STATUS is "-"
# if the tool is one of them. `engine` has the name of the container engine of the tool and its command, quoted
# for a shell. `managed` has the managers named by the command, what they ran before, and the containers that it enters
# (managed.sh). `asides` has what else is told at the end, if there was space. Everything needed to find and
# end the run again is written before the tool starts; if there is no space for it, the tool is not started.
# `watch.PID:STARTED` names the process that ends the run at its limits: without it nothing does.
# The file `stop` ends the run, `beat` renews its lease of fs_lease seconds; fs_longest is its time limit. Set before it,
# besides common.sh, contain.sh, containers.sh, managed.sh and spool.sh: these, fs_most_blocks (512 bytes each) of output, and fs_tool.
fs_inside() {
  exec </dev/null >>"$fs_spool/out" 2>&1
  umask "$fs_umask"
}

fs_why_ended() {
  [ ! -e "$fs_spool/stop" ] || return 0
  fs_why=lease
  [ "$fs_turns" -lt "$fs_lease" ] || return 0
  fs_why=toolong
  [ "$fs_age" -lt "$fs_longest" ] || return 0
  fs_why=toomuch
  [ -z "$(find "$fs_spool/out" -size "+$fs_most_blocks" 2>/dev/null)" ] || return 0
  fs_why=full
  dd if=/dev/zero "of=$fs_spool/probe" bs=4096 count=1 2>/dev/null || return 0
  rm -f "$fs_spool/probe" # else the next probe reuses its block, although the disk is full
  fs_why=stop
  return 1
}

fs_tell_aside() { fs_keep_aside "$@"; }
fs_tell_left() {
  fs_count_left
  mv "$fs_spool/ending.$fs_why" "$fs_spool/ending.$fs_why$fs_left"
}

# The supervising shell waits for a tool that this user may not end.
fs_give_up() {
  rm -f "$fs_spool/probe"
  mv "$fs_spool/ending.$fs_why$fs_left" "$fs_spool/ended.-.$fs_why$fs_left"
  fs_signal_to KILL "$fs_main"
  exit 1
}

fs_keep_watch() {
  fs_over='' fs_left=''
  trap 'fs_over=1' USR1
  trap '' HUP INT TERM
  fs_turns=0 fs_age=0 fs_why=stop
  while ! fs_why_ended; do
    sleep 1
    fs_turns=$((fs_turns + 1)) fs_age=$((fs_age + 1))
    [ ! -e "$fs_spool/beat" ] || { rm -f "$fs_spool/beat" && fs_turns=0; }
    # If the supervising shell was killed, its number may belong to another process, whose children are not ours.
    fs_signal_to 0 "$fs_main" || fs_root=
    [ "$fs_hold" != session ] || fs_renew
    fs_seek_managers
  done
  mv "$fs_spool/running" "$fs_spool/ending.$fs_why"
  fs_end_until_gone 3
}

# Writes what a fetch needs to know (fetch.sh, fs_remember). Fails if the disk is full.
fs_keep_notes() {
  [ -z "$fs_managers" ] || printf '%s\n' "$fs_managers" "$fs_managed_before" "$fs_managed_with" "$fs_entered" >"$fs_spool/managed" || return 1
  [ -z "$fs_runs_container" ] || printf '%s\n' "$fs_engine_name" "$fs_engine_line" >"$fs_spool/engine" || return 1
  [ -z "$fs_secrets" ] || printf '%s\n' "$fs_secrets" >"$fs_spool/secrets" || return 1
  fs_note_own
  printf '%s\n' "$fs_main $fs_cgroup" "$(cat /proc/sys/kernel/random/boot_id)" "$fs_own_audit" "$fs_own_connection" "$fs_group" >"$fs_spool/supervisor"
}

fs_supervise() {
  trap : HUP INT TERM
  fs_own_number
  fs_root=$fs_self
  fs_name "$fs_self"
  fs_main=$fs_named
  fs_contain
  fs_look_before
  if ! fs_keep_notes; then
    fs_leave_cgroup
    mv "$fs_spool/running" "$fs_spool/ended.-.full"
    return
  fi
  fs_keep_watch &
  fs_name $!
  fs_watch=$fs_named
  true >"$fs_spool/watch.$fs_watch"
  fs_to=$fs_spool/began
  fs_tool
  fs_status=$? fs_why=itself
  trap '' HUP INT TERM
  if [ ! -e "$fs_spool/running" ]; then # it is being ended: complete that
    fs_signal_to USR1 "$fs_watch" && wait "${fs_watch%:*}"
  fi
  fs_signal_to KILL "$fs_watch" && wait "${fs_watch%:*}"
  [ -e "$fs_spool/running" ] || fs_why=ended
  fs_end_background
  fs_seek_strays
  fs_seek_managed
  fs_count_left
  fs_leave_cgroup
  rm -f "$fs_spool/probe"
  for fs_file in "$fs_spool"/ending.*; do
    [ -e "$fs_file" ] || continue
    fs_why=${fs_file##*/ending.}
    mv "$fs_file" "$fs_spool/ended.$fs_status.${fs_why%%.*}$fs_left"
    return
  done
  mv "$fs_spool/running" "$fs_spool/ended.$fs_status.itself$fs_left"
}

fs_has_word() { [ -e "$fs_spool/began" ] || fs_find_end; }

# Runs the given command until it succeeds, for at most ten seconds.
fs_await() {
  fs_turn=0
  until "$@"; do
    [ "$fs_turn" -lt "$((10 * fs_rounds))" ] || return 1
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
}

# Prints fs_word if the tool has not started and cannot start any more, and nothing of the run is left. Else "unended".
fs_clear_unbegun() {
  fs_outcome=
  fs_await fs_find_end
  case $fs_outcome in '' | *.*.*) fs_word=unended && return ;; esac
  if [ -e "$fs_spool/began.full" ] || [ "${fs_outcome#*.}" = full ]; then fs_word=noroom; fi
  fs_clear
}

# The description of a simulated host; empty for a real one.
fs_describe_simulated() {
  fs_simulated=
  { read -r fs_simulated <"$fs_prefix/etc/fabricscope-simulated"; } 2>/dev/null
  echo "$fs_simulated"
}

# Waits for the start of the tool, and reports it.
fs_announce() {
  fs_await fs_has_word || true >"$fs_spool/stop" # a run reported as not started must not start later
  fs_word=$(cat "$fs_spool/began" 2>/dev/null || echo nobegin)
  case $fs_word in began*) ;; *) fs_clear_unbegun ;; esac
  case $fs_word in *' '*) ;; *) fs_word="$fs_word $(fs_describe_simulated)" ;; esac
  fs_say "$fs_word"
}

# Reserves space for all files of the run before its tool starts. A disk may have space only for names.
fs_has_room() {
  true >"$fs_spool/out" && true >"$fs_spool/running" && dd if=/dev/zero "of=$fs_spool/probe" bs=4096 count=16 && rm "$fs_spool/probe"
} 2>/dev/null

fs_detached() {
  fs_spool='' fs_goes_on=1 fs_umask=$(umask)
  umask 077
  for fs_folder in "$fs_prefix${FABRICSCOPE_SPOOL:-/var/tmp}" "$fs_prefix/var/tmp" "$fs_prefix/tmp"; do
    mkdir "$fs_folder/fabricscope-run-$fs_run" 2>/dev/null || continue
    fs_spool=$fs_folder/fabricscope-run-$fs_run
    ! fs_has_room || break
    fs_clear
    fs_spool=
  done
  if [ -z "$fs_spool" ]; then
    fs_say noroom "$(fs_describe_simulated)"
    exit 1
  fi
  fs_open_mark
  if [ "$fs_adopts" = adopts ]; then # this shell must stay alive; fs_outer, which waits for it, ends by a signal
    fs_name "${fs_outer:-0}"
    fs_outer=$fs_named
    { fs_announce && fs_signal_to USR1 "$fs_outer"; } </dev/null 2>/dev/null &
    fs_announcer=$!
    exec </dev/null >/dev/null 2>&1
    fs_supervise
    wait "$fs_announcer" # the tool may end before its start was noticed
    return
  fi
  # exec, because a redirected function would keep the old descriptors open, and with them the channel.
  (exec >/dev/null 2>&1 </dev/null && fs_supervise) &
  fs_announce
}
fs_detached
