# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A run that goes on without us. Its folder holds `out`, what the tool printed; `began`; and one file whose name says
# how it stands: running, ending.WHY, ended.STATUS.WHY: a new name needs no room on a full disk. Where no signal ends
# some of its processes, their PID:STARTED stand behind it, each behind a dot. `stop` in it ends the run, `beat` renews
# its lease of fs_lease seconds; it may take fs_longest. Besides common.sh and spool.sh, before it: these, fs_most_blocks
# (of 512 bytes) of output, and fs_tool.
fs_inside() { exec </dev/null >>"$fs_spool/out" 2>&1; }

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
  fs_why=stop
  return 1
}

# fs_left: ".PID:STARTED..." of those that are left; a name holds 255 bytes.
fs_count_left() {
  fs_left=
  for fs_one in $fs_known; do
    [ "${#fs_left}" -gt 160 ] || fs_left=$fs_left.$fs_one
  done
}

fs_tell_left() {
  fs_count_left
  mv "$fs_spool/ending.$fs_why" "$fs_spool/ending.$fs_why$fs_left"
}

fs_keep_watch() {
  fs_over=''
  trap 'fs_over=1' USR1
  trap : HUP INT TERM
  fs_turns=0 fs_age=0 fs_why=stop
  while ! fs_why_ended; do
    sleep 1
    fs_turns=$((fs_turns + 1)) fs_age=$((fs_age + 1))
    [ ! -e "$fs_spool/beat" ] || { rm -f "$fs_spool/beat" && fs_turns=0; }
  done
  mv "$fs_spool/running" "$fs_spool/ending.$fs_why"
  fs_end_until_gone 3
}

fs_supervise() {
  trap : HUP INT TERM
  fs_keep_watch &
  fs_name $!
  fs_watch=$fs_named
  fs_to=$fs_spool/began
  fs_tool
  fs_status=$?
  if [ ! -e "$fs_spool/running" ]; then # it is being ended: to the end
    fs_signal_to USR1 "$fs_watch" && wait "${fs_watch%:*}"
  fi
  fs_signal_to KILL "$fs_watch" && wait "${fs_watch%:*}"
  fs_left=
  fs_end 1 || fs_count_left
  rm -f "$fs_spool/probe"
  for fs_file in "$fs_spool"/ending.*; do
    [ -e "$fs_file" ] || continue
    fs_why=${fs_file##*/ending.}
    mv "$fs_file" "$fs_spool/ended.$fs_status.${fs_why%%.*}$fs_left"
    return
  done
  mv "$fs_spool/running" "$fs_spool/ended.$fs_status.itself$fs_left"
}

fs_detached() {
  fs_spool=
  for fs_folder in "${FABRICSCOPE_SPOOL:-/var/tmp}" /var/tmp /tmp; do
    (umask 077 && mkdir "$fs_folder/fabricscope-run-$fs_run") 2>/dev/null || continue
    fs_spool=$fs_folder/fabricscope-run-$fs_run
    break
  done
  if [ -z "$fs_spool" ] || ! { true >"$fs_spool/out" && true >"$fs_spool/running"; } 2>/dev/null; then
    [ -z "$fs_spool" ] || fs_clear
    fs_say nospool
    exit 1
  fi
  # By exec: a redirected function keeps what it had, and with it the channel.
  (exec >/dev/null 2>&1 </dev/null && fs_supervise) &
  fs_turn=0
  while [ ! -e "$fs_spool/began" ] && [ "$fs_turn" -lt "$((10 * fs_rounds))" ]; do
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
  # What is told as not begun must not begin later.
  [ -e "$fs_spool/began" ] || true >"$fs_spool/stop"
  fs_say "$(cat "$fs_spool/began" 2>/dev/null || echo nobegin)"
}
fs_detached
