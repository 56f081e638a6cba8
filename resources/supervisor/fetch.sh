# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What a detached run has printed from byte fs_from on, and goes on to print until it ends. Standard input: "stop" ends
# the run, any other line renews its lease, the end of it ends the fetching only.
fs_attend() {
  while IFS= read -r fs_word; do
    if [ "$fs_word" = stop ]; then true >"$fs_spool/stop"; else true >"$fs_spool/beat"; fi
  done
  fs_signal_to TERM "$fs_main"
}

fs_copy_news() {
  # shellcheck disable=SC2012 # a number only; wc would read it all each time
  fs_size=$(ls -ln "$fs_spool/out" | { read -r _ _ _ _ fs_bytes _ && echo "$fs_bytes"; })
  [ "${fs_size:-0}" -gt "$fs_from" ] || return 0
  tail -c "+$((fs_from + 1))" "$fs_spool/out" | head -c "$((fs_size - fs_from))"
  fs_from=$fs_size
}

# The supervisor is gone where the run has no process left and still is not marked as ended: the machine started anew.
fs_is_lost() {
  fs_find
  [ -z "$fs_tree" ] || return 1
  sleep 2 # between the tool's end and its mark
  for fs_file in "$fs_spool"/ended.*; do [ ! -e "$fs_file" ] || return 1; done
}

# What stands behind the WHY of a name: the processes that no signal ends.
fs_say_left() {
  case $1 in *.*) fs_say left "$(echo "${1#*.}" | tr . ' ')" ;; esac
}

fs_follow() {
  fs_turn=0
  while :; do
    for fs_file in "$fs_spool"/ended.*; do
      [ -e "$fs_file" ] || continue
      fs_copy_news
      fs_file=${fs_file##*/ended.}
      fs_why=${fs_file#*.}
      fs_say_left "$fs_why"
      fs_say ended "${fs_file%%.*}" "${fs_why%%.*}"
      return
    done
    fs_copy_news
    for fs_file in "$fs_spool"/ending.*.*; do # its own process is among them: it may never end
      [ -e "$fs_file" ] || continue
      fs_say_left "${fs_file##*/ending.}"
      return
    done
    if [ "$((fs_turn % (10 * fs_rounds)))" = 0 ] && fs_is_lost; then
      fs_copy_news
      fs_say vanished
      return
    fi
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
}

fs_fetch() {
  if ! fs_own_spool; then
    fs_say nospool
    exit 1
  fi
  fs_say "$(cat "$fs_spool/began" 2>/dev/null || echo attending)"
  exec 3<&0
  fs_name $$
  fs_main=$fs_named
  fs_attend <&3 3<&- >/dev/null 2>&1 &
  fs_name $!
  fs_attendant=$fs_named
  trap 'fs_signal_to KILL "$fs_attendant"; exit 1' TERM HUP INT PIPE
  fs_follow </dev/null 3<&-
  exec 2>/dev/null
  fs_signal_to KILL "$fs_attendant" && wait "${fs_attendant%:*}"
}
fs_fetch
