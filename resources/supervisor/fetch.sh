# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Prints the output of a detached run from byte fs_from on, until the run ends. Standard input: "stop" ends the run, any
# other line renews its lease, the end of input ends only the fetch. Several may fetch the same run: each has a file
# reader.PID:STARTED in its folder, which stays until the last of them has read the end (clear.sh).
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

# Reads what the supervisor stored: where the run started, what contains it, and its container engine.
fs_export() { eval "$fs_managed_with"; }
fs_engine() { eval "$fs_engine_line \"\$@\""; }
fs_remember() {
  fs_main='' fs_known='' fs_hold='' fs_scope=fabricscope-$fs_run.scope
  fs_engine_name='' fs_engine_line=
  { { read -r fs_engine_name && fs_engine_line=$(cat); } <"$fs_spool/engine"; } 2>/dev/null
  fs_runs_container=$fs_engine_line
  fs_managers='' fs_managed_with='' fs_entered=
  { { read -r fs_managers && read -r fs_managed_before && read -r fs_managed_with && read -r fs_entered; } <"$fs_spool/managed"; } 2>/dev/null
  fs_entered=${fs_entered:+$fs_entered }
  { { read -r fs_main fs_cgroup && read -r fs_boot && read -r fs_own_audit && read -r fs_own_connection && fs_group=$(cat); } <"$fs_spool/supervisor"; } 2>/dev/null
  { read -r fs_word fs_pid fs_started fs_hold _ <"$fs_spool/began" && [ "$fs_word" = began ] && fs_known="$fs_pid:$fs_started "; } 2>/dev/null
  return 0
}

# If the supervisor was killed, nothing else ends the run.
fs_end_for_it() {
  [ -e "$fs_spool/stop" ] || return 0
  (
    fs_remember
    [ "$fs_main" ] && ! fs_signal_to 0 "$fs_main" && [ -e "$fs_spool/running" ] || exit
    mv "$fs_spool/running" "$fs_spool/ending.stop"
    fs_end 3
    fs_seek_strays
    fs_seek_managed
    fs_count_left
    mv "$fs_spool/ending.stop" "$fs_spool/ended.-.stop$fs_left"
  ) >/dev/null 2>&1
}

# What the run began with is no stray.
fs_forget_known() {
  fs_known=
}

# Reports what may have left a run whose supervisor was killed, such as what sudo started. Fails if there is nothing, or
# the host was rebooted since.
fs_tell_strays() (
  fs_boot=
  fs_remember
  [ "$fs_group" ] && [ "$fs_boot" = "$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)" ] || exit 1
  fs_forget_known
  fs_seek_strays
  fs_seek_managed
  [ "$fs_strays$fs_managed" ] || exit 1
  fs_say left "$(fs_describe_left)"
)

fs_is_unattended() {
  (
    fs_remember
    [ -z "$fs_main" ] || ! fs_signal_to 0 "$fs_main" || exit 1
    fs_renew
    fs_seek_boxes
    [ -z "$fs_known$fs_boxes" ]
  )
}

# The supervisor is gone if the run has no process or container left and is not marked as ended: after a reboot.
fs_is_lost() {
  fs_is_unattended || return 1
  sleep 2 # the mark follows the end of the tool
  fs_is_unattended || return 1
  ! fs_find_end
}

# Reports, once, that nothing ends the run at the end of its lease or at its limits, and what is left of it: both
# processes of its supervisor were killed. A run of an older version has no file that names the second one.
fs_has_no_watch() {
  fs_watch=
  for fs_file in "$fs_spool"/watch.*; do fs_watch=${fs_file##*/watch.}; done
  case $fs_watch in *[0-9]:[0-9]*) ;; *) return 1 ;; esac
  [ "$fs_main" ] && ! fs_signal_to 0 "$fs_main" && ! fs_signal_to 0 "$fs_watch"
}
fs_tell_unwatched() (
  fs_remember
  fs_has_no_watch || exit 1
  sleep 2 # the mark follows the end of the tool
  ! fs_find_end && [ -d "$fs_spool" ] && [ ! -e "$fs_spool/stop" ] || exit 1
  fs_renew
  fs_seek_boxes
  [ "$fs_known$fs_boxes" ] || exit 1
  fs_say unwatched "$(fs_describe_left)"
)

# The part after WHY in the name: the processes that no signal ends. `left` has details, if there was space.
fs_say_left() {
  case $1 in *.*) ;; *) return ;; esac
  if [ -s "$fs_spool/left" ]; then
    fs_say left "$(head -c 3000 "$fs_spool/left")"
  else
    fs_say left "$(echo "${1#*.}" | tr . ' ')"
  fi
}

fs_tell_aside() { [ ! -d "$fs_spool" ] || fs_keep_aside "$@"; }
fs_say_asides() {
  { head -c 3000 "$fs_spool/asides" | while IFS= read -r fs_line; do fs_say "$fs_line"; done; } 2>/dev/null
}

fs_follow() {
  fs_turn=0 fs_patience=$((3 * fs_rounds)) fs_told=
  while :; do
    if fs_find_end; then
      fs_copy_news
      fs_why=${fs_outcome#*.}
      fs_say_asides
      fs_say_left "$fs_why"
      fs_say ended "${fs_outcome%%.*}" "${fs_why%%.*}"
      return
    fi
    [ -d "$fs_spool" ] || { fs_say removed && return; }
    fs_copy_news
    fs_end_for_it
    for fs_file in "$fs_spool"/ending.*.*; do # the tool may be among them, and may never end
      [ -e "$fs_file" ] || continue
      fs_patience=$((fs_patience - 1))
      [ "$fs_patience" -lt 0 ] || continue
      fs_say_left "${fs_file##*/ending.}"
      return
    done
    if [ "$((fs_turn % (10 * fs_rounds)))" = 0 ]; then
      if fs_is_lost; then
        [ -d "$fs_spool" ] || continue
        fs_copy_news
        fs_tell_strays || fs_say vanished
        return
      fi
      [ "$fs_told" ] || ! fs_tell_unwatched || fs_told=1
    fi
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
}

# The last one removes what was marked for removal meanwhile. The attendant ends first, since it creates files.
fs_leave() {
  exec 2>/dev/null # a shell may report there that it was killed
  trap '' TERM HUP INT PIPE
  fs_signal_to KILL "$fs_attendant" && wait "${fs_attendant%:*}"
  rm -f "$fs_reader"
  [ ! -e "$fs_spool/forget" ] || ! fs_find_end || fs_has_reader || fs_clear
}

fs_fetch() {
  if ! fs_own_spool; then
    fs_say nospool
    exit 1
  fi
  umask 077
  fs_open_mark
  fs_name $$
  fs_main=$fs_named fs_reader=$fs_spool/reader.$fs_named
  { true >"$fs_reader"; } 2>/dev/null
  fs_say "$(cat "$fs_spool/began" 2>/dev/null || echo attending)"
  exec 3<&0
  fs_attend <&3 3<&- >/dev/null 2>&1 &
  fs_name $!
  fs_attendant=$fs_named
  trap 'fs_leave; exit 1' TERM HUP INT PIPE
  fs_follow </dev/null 3<&-
  fs_leave
}
fs_fetch
