# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Containers that are certainly of the run. Their processes may be in neither its tree nor its cgroup:
#   labelled   the command itself is `docker run` or similar: it gets a label (fs_engine, if fs_runs_container)
#   monitored  a process of the run is the container's monitor, conmon(8), which podman starts: its arguments state the
#              container and the command of its engine
# Their engine ends them, so that it does not list a killed one as running. A monitor of `podman exec` enters a container
# that is not the run's: what it leaves there is named (managed.sh, fs_entered).
# fs_monitored: a line `ID NAME MONITOR COMMAND` for each, with the monitor as PID:STARTED; fs_boxes: ID:ENGINE:NAME of
# each container that is left.
fs_seen_monitors=''

# Called for fs_tree after each scan, while the monitors and the managers live.
fs_note_monitors() {
  for fs_one in $fs_tree; do
    fs_note_manager "${fs_one%:*}"
    case $fs_comm:" $fs_seen_monitors" in
    conmon:*" $fs_one "*) ;;
    conmon:*) fs_seen_monitors="$fs_seen_monitors$fs_one " && fs_read_monitor "$fs_one" ;;
    esac
  done
}

# Its words: -c the container, -u the same, but for `podman exec`; -n the name; --exit-command podman and its options,
# each with --exit-command-arg, up to `container cleanup`. A word with a quote is not repeated: then signals end it.
fs_read_monitor() {
  fs_box='' fs_unit='' fs_box_name=- fs_enters='' fs_call='' fs_is_call=1 fs_option=''
  while IFS= read -r fs_word; do
    case $fs_word in -e | --exec-attach | --exec-process-spec) fs_enters=1 ;; esac
    case $fs_option in
    -c) fs_box=$fs_word ;;
    -u) fs_unit=$fs_word ;;
    -n) fs_box_name=$fs_word ;;
    --exit-command | --exit-command-arg)
      case $fs_is_call:$fs_word in
      1:container) fs_is_call='' ;;
      1:*\'*) fs_is_call='' fs_call='' ;;
      1:*) fs_call="$fs_call '$fs_word'" ;;
      esac
      ;;
    *) fs_option=$fs_word && continue ;;
    esac
    fs_option=''
  done <<END
$(tr '\0' '\n' <"/proc/${1%:*}/cmdline" 2>/dev/null)
END
  case $fs_box in *[!0-9a-f]*) return 0 ;; esac
  [ "${#fs_box}" = 64 ] || return 0
  case $fs_box_name in [!A-Za-z0-9]* | *[!A-Za-z0-9_.-]*) fs_box_name=- ;; esac
  # Root does not believe what a process of another user states: it could name anything to be ended or called.
  if [ "$(fs_owner_of "${1%:*}")" != "$(fs_owner_of self)" ]; then
    [ "$(id -u)" != 0 ] || return 0
    fs_call=
  fi
  if [ "$fs_enters" ] || [ "$fs_box" != "$fs_unit" ]; then
    fs_box=$(printf %.12s "$fs_box")
    case " $fs_entered" in *" $fs_box "*) ;; *) fs_entered="$fs_entered$fs_box " ;; esac
    return 0
  fi
  fs_monitored="$fs_monitored$fs_box $fs_box_name $1$fs_call
"
}

# fs_root_boxes: ID:NAME:MONITOR of each container of the run whose monitor is root's (sudo podman): this user may not
# end it, and a signal from root to its processes would leave podman listing it as running. By root itself: none.
fs_seek_root_boxes() {
  fs_root_boxes=
  [ "$(id -u)" != 0 ] || return 0
  while read -r fs_box fs_box_name fs_monitor _; do
    if [ -z "$fs_box" ] || [ "$(fs_owner_of "${fs_monitor%:*}")" != root ]; then continue; fi
    fs_root_boxes="$fs_root_boxes$(printf %.12s "$fs_box"):${fs_box_name#-}:$fs_monitor "
  done <<END
$fs_monitored
END
}
# Whether a process, PID:STARTED, is the monitor of one of them, or in it.
fs_is_in_root_box() {
  for fs_root_box in $fs_root_boxes; do
    case $fs_root_box in *":$1") return 0 ;; esac
    ! grep -qs "[/-]${fs_root_box%%:*}" "$fs_proc/${1%:*}/cgroup" || return 0
  done
  return 1
}

# The processes in the cgroup of a container, by the beginning of its id.
fs_in_box() {
  for fs_file in $(grep -ls "[/-]$1" "$fs_proc"/[0-9]*/cgroup); do
    fs_file=${fs_file%/cgroup}
    echo "${fs_file##*/}"
  done
}
fs_in_monitored() {
  while read -r fs_box _; do
    [ -z "$fs_box" ] || fs_in_box "$fs_box"
  done <<END
$fs_monitored
END
}

# Whether something is left of a container, by its id and its monitor: the monitor, or a process in its cgroup.
fs_is_box_alive() {
  [ "$1" ] || return 1
  fs_look_at "${2%:*}" && case $fs_started:$fs_state in "${2#*:}":[!ZX]) return 0 ;; esac
  [ "$(fs_in_box "$1")" ]
}

# Calls the engine of the container in a line of fs_monitored.
fs_call_engine() {
  [ "$fs_call" ] || return 0
  fs_limit='' fs_again=
  ! command -v timeout >/dev/null || { fs_limit="timeout $(($1 + 4))" && fs_again='timeout 4'; }
  eval "$fs_limit $fs_call stop -t $1 $fs_box" || eval "$fs_again $fs_call stop -t 0 $fs_box"
}
fs_stop_monitored() (
  fs_export
  unset FABRICSCOPE_RUN
  while read -r fs_box fs_box_name fs_monitor fs_call; do
    if fs_is_box_alive "$fs_box" "$fs_monitor"; then fs_call_engine "$1" & fi
  done <<END
$fs_monitored
END
  wait
) </dev/null >/dev/null 2>&1

# The monitor ends after it has called its engine, which notes the end: a signal would interrupt that.
fs_await_monitors() {
  fs_turn=0
  while [ "$fs_turn" -lt "$((3 * fs_rounds))" ] && fs_has_monitor; do
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
}
fs_has_monitor() {
  while read -r fs_box _ fs_monitor _; do
    [ "$fs_box" ] && fs_signal_to 0 "$fs_monitor" && return 0
  done <<END
$fs_monitored
END
  return 1
}

fs_seek_boxes() {
  fs_boxes=
  [ ! "$fs_runs_container" ] || fs_boxes=$(fs_engine ps --format '{{.ID}} {{.Names}}' --filter "label=fabricscope.run=$fs_run" \
    </dev/null 2>/dev/null | sed -n "s/^\([0-9a-f][0-9a-f]*\) *\([A-Za-z0-9_.-]*\).*$/\1:$fs_engine_name:\2/p")
  while read -r fs_box fs_box_name fs_monitor _; do
    fs_is_box_alive "$fs_box" "$fs_monitor" || continue
    fs_box=$(printf %.12s "$fs_box")
    case "
$fs_boxes" in *"
$fs_box"*) ;; *) fs_boxes="$fs_boxes
$fs_box:podman:${fs_box_name#-}" ;; esac
  done <<END
$fs_monitored
END
}

# Whether a container of the run has processes: the monitor of one that has ended takes a moment to end too.
fs_is_box_busy() {
  case "
$fs_monitored" in *"
$1"*) ;; *) return 0 ;; esac
  grep -hs "[/-]$1" "$fs_proc"/[0-9]*/cgroup | grep -qv libpod-conmon-
}

# After a scan. Sets fs_ended_boxes if there were any: then the processes have to be scanned again.
# fs_background_boxes: those that are busy, as fs_describe_left has them.
fs_end_containers() {
  fs_ended_boxes='' fs_background_boxes=
  fs_seek_boxes
  [ "$fs_boxes" ] || return 0
  fs_ended_boxes=1
  for fs_box in $fs_boxes; do
    ! fs_is_box_busy "${fs_box%%:*}" || fs_background_boxes="$fs_background_boxes container:${fs_box%%:*}::${fs_box#*:}"
  done
  [ ! "$fs_runs_container" ] || for fs_box in $fs_boxes; do
    case "
$fs_monitored" in *"
${fs_box%%:*}"*) continue ;; esac
    fs_engine stop -t "$1" "${fs_box%%:*}" </dev/null >/dev/null 2>&1 ||
      fs_engine stop -t 0 "${fs_box%%:*}" </dev/null >/dev/null 2>&1
  done
  fs_stop_monitored "$1"
  fs_await_monitors
  fs_seek_boxes
}
