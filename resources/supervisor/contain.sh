# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Contains the processes of a run with the best means of this host (fs_hold):
#   cgroup     an own cgroup below that of this shell: nothing leaves it unseen
#   scope      the same, created by the user's systemd
#   subreaper  orphans become children of this shell: everything the tool starts stays in its tree
#   session    sessions, parents and environments as far as visible: a process that leaves all of them is not found
# A PID namespace in a user namespace would contain them too, but it changes sudo, file capabilities and shared memory,
# and thereby the measurement.
fs_try_cgroup() {
  [ -e "$1/cgroup.procs" ] && [ -w "$1" ] && mkdir "$1/fabricscope-$fs_run" || return 1
  fs_cgroup=$1/fabricscope-$fs_run
  (echo 0 >"$fs_cgroup/cgroup.procs") && return 0
  rmdir "$fs_cgroup"
  fs_cgroup=
  return 1
} 2>/dev/null

# The cgroup of version 2, else the freezer of version 1. A mount of another cgroup namespace lacks this folder.
fs_make_cgroup() {
  for fs_kind in 0: freezer; do
    while IFS=: read -r fs_n fs_kinds fs_place; do
      case $fs_kind/$fs_n:$fs_kinds in
      0:/0:) fs_try_cgroup "/sys/fs/cgroup/unified${fs_place%/}" || fs_try_cgroup "/sys/fs/cgroup${fs_place%/}" ;;
      freezer/*:freezer) fs_try_cgroup "/sys/fs/cgroup/freezer${fs_place%/}" ;;
      esac
    done </proc/self/cgroup
    [ -z "$fs_cgroup" ] || return 0
  done
  return 1
} 2>/dev/null

# fs_scope: the name of a scope of the user's systemd. It is tried without the tool first, so that a failure does not
# affect the tool. A detached run must outlive the user's last login: it has a scope only if the user lingers.
fs_make_scope() {
  fs_uid=$(id -u)
  fs_systemd_run=$(command -v systemd-run) && [ "$fs_uid" != 0 ] || return 1
  [ -S "${XDG_RUNTIME_DIR:=/run/user/$fs_uid}/systemd/private" ] || return 1
  [ -z "$fs_goes_on" ] || [ -e "/var/lib/systemd/linger/$(id -un)" ] || return 1
  export XDG_RUNTIME_DIR
  timeout 5 "$fs_systemd_run" --user --scope --quiet --collect true </dev/null || return 1
  fs_scope=fabricscope-$fs_run.scope
} >/dev/null 2>&1

fs_contain() {
  if [ -z "${FABRICSCOPE_ROOT:-}" ]; then # for a simulated host it would be the real machine's
    fs_hold=cgroup
    fs_make_cgroup && return
    fs_hold=scope
    fs_make_scope && return
  fi
  fs_hold=subreaper
  [ "$fs_adopts" = adopts ] && return
  fs_hold=session
}

# Runs in the shell that becomes the tool: its words are the start of the tool.
fs_start() {
  exec 9<&-
  [ "$fs_hold" != cgroup ] || echo 0 >"$fs_cgroup/cgroup.procs"
  if [ "$fs_scope" ]; then
    exec "$fs_systemd_run" --user --scope --quiet --collect --unit="$fs_scope" --description='fabricscope run' "$@"
  fi
  exec "$@"
}

fs_leave_cgroup() {
  [ "$fs_hold" != cgroup ] || for fs_folder in "$fs_cgroup"/*/*/ "$fs_cgroup"/*/ "$fs_cgroup"; do
    rmdir "$fs_folder"
  done
} 2>/dev/null

# Kills all processes of the cgroup, of any user: with the file cgroup.kill, of Linux 5.14, else frozen first, so that
# none can fork, and one by one.
fs_kill_cgroup() {
  [ "$fs_cgroup" ] && [ -d "$fs_cgroup" ] || return 0
  if [ -w "$fs_cgroup/cgroup.kill" ] && echo 1 >"$fs_cgroup/cgroup.kill"; then return; fi
  fs_freeze 1 FROZEN
  for fs_one in $(fs_in_cgroup "$fs_cgroup"); do
    fs_name "$fs_one" && fs_signal_to KILL "$fs_named"
  done
  fs_freeze 0 THAWED
} 2>/dev/null

fs_freeze() {
  if [ -e "$fs_cgroup/cgroup.freeze" ]; then
    echo "$1" >"$fs_cgroup/cgroup.freeze"
  elif [ -e "$fs_cgroup/freezer.state" ]; then
    echo "$2" >"$fs_cgroup/freezer.state"
  fi
}

# Scans all processes of the machine only if none of the known ones is left: on a large machine that takes long. A
# process that this user may not signal gets a second to end with the others.
fs_wait_gone() {
  fs_turn=0
  while [ "$fs_turn" -lt "$(($1 * fs_rounds))" ]; do
    sleep "$fs_short"
    fs_prune
    [ "$fs_known" ] || fs_renew
    [ "$fs_known" ] || return 0
    fs_turn=$((fs_turn + 1))
    [ "$fs_turn" -lt "$fs_rounds" ] || fs_may_end || return 1
  done
  return 1
}

# Whether this user may send a signal to one of them.
fs_may_end() {
  for fs_one in $fs_known; do
    ! fs_signal_to 0 "$fs_one" || return 0
  done
  return 1
}

# Ends all processes of the run: SIGTERM, waits so many seconds, SIGKILL. Fails if some are left, and sets fs_known,
# fs_unseen and fs_boxes.
fs_end() {
  fs_renew
  fs_end_containers "$1"
  [ -z "$fs_ended_boxes" ] || fs_renew
  fs_end_tree "$1" || return 1
  [ -z "$fs_ended_boxes" ] || fs_seek_boxes
  fs_seek_unseen "$1"
  [ -z "$fs_boxes$fs_unseen" ]
}

# Ends what the tool left behind when it exited. "background COUNT container:ID::ENGINE:NAME...": the processes that got
# a signal, and the containers that were ended.
fs_end_background() {
  fs_end 1
  [ "$fs_why$fs_known$fs_unseen$fs_boxes" = itself ] || return 0
  # shellcheck disable=SC2086 # one word each
  [ "$fs_background$fs_background_boxes" = 0 ] || fs_tell_aside background "$fs_background" $fs_background_boxes
}

# If other users' processes are hidden (hidepid, proc(5)): fs_unseen, the processes in the cgroup or among this shell's
# own children about which nothing else is visible.
fs_list_unseen() {
  # shellcheck disable=SC2046 # numbers
  for fs_one in $(fs_in_cgroup "$fs_cgroup") $([ -e /proc/1/stat ] || cat "/proc/$fs_root/task/$fs_root/children" 2>/dev/null); do
    [ -e "/proc/$fs_one/stat" ] || printf '%s ' "$fs_one"
  done
}
# They end like the others: SIGTERM, so many seconds, SIGKILL. What they leave is adopted, and ended in the next turn.
fs_seek_unseen() {
  fs_unseen=$(fs_list_unseen)
  [ "$fs_unseen" ] || return 0
  fs_turn=0
  fs_signal_unseen TERM && while [ "$fs_turn" -lt "$(($1 * fs_rounds))" ] && [ "$(fs_list_unseen)" ]; do
    sleep "$fs_short"
    fs_turn=$((fs_turn + 1))
  done
  fs_kill_cgroup
  fs_turn=0
  while sleep "$fs_short" && [ "$fs_turn" -lt 30 ] && fs_signal_unseen KILL; do fs_turn=$((fs_turn + 1)); done
  fs_unseen=$(fs_list_unseen)
}

# Sends a signal to them. Their start times are not visible, so each is listed again right before. Fails if this user
# may signal none of them.
fs_signal_unseen() {
  fs_reached=0
  for fs_one in $(fs_list_unseen); do
    case " $(fs_list_unseen)" in *" $fs_one "*) kill "-$1" "$fs_one" 2>/dev/null && fs_reached=$((fs_reached + 1)) ;; esac
  done
  [ "$fs_reached" -gt 0 ]
}

# No process is started between this scan and the signal: that is faster than a process that forks and exits.
fs_kill_adopted() {
  fs_turn=0 fs_kept=$fs_known
  while [ "$fs_turn" -lt 300 ]; do
    fs_known=
    fs_seek_adopted
    [ "$fs_known" ] || break
    fs_signal KILL
    fs_turn=$((fs_turn + 1))
  done
  fs_known=$fs_kept
}

fs_end_tree() {
  [ "$fs_known" ] || return 0
  fs_signal TERM
  fs_background=$fs_reached
  fs_wait_gone "$1" && return 0
  fs_times=0
  while [ "$fs_times" -lt 3 ]; do
    fs_renew
    fs_kill_cgroup
    fs_signal KILL
    fs_kill_adopted
    fs_wait_gone 1 && return 0
    fs_may_end || return 1
    fs_times=$((fs_times + 1))
  done
  return 1
}

# If the tool's process does not exist yet, the first scan finds nothing. The main shell reports the end of the tool by
# SIGUSR1. A process that is stuck in the kernel does not end; fs_tell_left reports it, once. A process that this user
# may not signal is given up: it may be the tool itself, for which the main shell would wait forever.
fs_end_until_gone() {
  fs_tries=0
  while [ "$fs_tries" -lt 60 ]; do
    if ! fs_end "$1"; then
      [ "$fs_tries" -gt 0 ] || fs_tell_left
      [ "$fs_over" ] || [ -z "$fs_known$fs_unseen" ] || fs_may_end || fs_give_up
    fi
    [ -z "$fs_over" ] || return
    fs_signal_to CONT "$fs_main" || fs_end_without_main # it may be stopped (SIGSTOP)
    sleep "$fs_short"
    fs_tries=$((fs_tries + 1))
  done
}

# Somebody killed the main shell, perhaps the tool itself: nothing else reports how the run ended, and the processes
# that the shell had adopted are orphans that nothing contains.
fs_end_without_main() {
  fs_seek_strays
  fs_seek_managed
  [ -z "$fs_strays$fs_managed" ] || fs_tell_left
  fs_give_up
}

# The real user of a process, by name if this machine has one.
fs_owner_of() {
  fs_uid=
  while read -r fs_key fs_value _; do
    [ "$fs_key" != Uid: ] || fs_uid=$fs_value
  done <"/proc/$1/status"
  while IFS=: read -r fs_user _ fs_value _; do
    [ "$fs_value" != "$fs_uid" ] || { echo "$fs_user" && return; }
  done <"$fs_prefix/etc/passwd"
  echo "${fs_uid:-?}"
} 2>/dev/null

# What tells the processes of this login from others: its audit session, its connection and its cgroup.
fs_note_own() {
  fs_own_number
  fs_own_audit='' fs_own_connection=${SSH_CONNECTION:-none}
  { read -r fs_own_audit <"/proc/$fs_self/sessionid"; } 2>/dev/null
  fs_group=$(cat "/proc/$fs_self/cgroup" 2>/dev/null)
}

# fs_login: whether a process belongs to the login of this shell: same, other, or unknown. Decided by the audit session
# of the login (pam_loginuid(8)), else its connection, else its environment if that was not cleared.
fs_look_at_login() {
  fs_audit='' fs_login=unknown
  read -r fs_audit <"/proc/$1/sessionid"
  case $fs_audit:$fs_own_audit in
  4294967295:* | *:4294967295 | :* | *:) ;;
  *) if [ "$fs_audit" = "$fs_own_audit" ]; then fs_login=same; else fs_login=other; fi && return ;;
  esac
  fs_words=$(tr '\0' '\n' <"/proc/$1/environ" | grep -e '^SSH_CONNECTION=' -e '^HOME=')
  case $fs_words in
  '') ;;
  *SSH_CONNECTION="$fs_own_connection" | *SSH_CONNECTION="$fs_own_connection
"*) fs_login=same ;;
  *) fs_login=other ;;
  esac
} 2>/dev/null

# Whether PID, of SESSION, was adopted by its parent: init, a user's systemd (fs_login of the orphan may be unknown), or
# another subreaper that is older than the run and does not belong to a login of this user.
fs_is_orphan() {
  [ "$3" != 1 ] || return 0
  fs_look_at "$3" || return 1
  [ "$fs_session" != "$2" ] && [ "$fs_started" -lt "$fs_since" ] && ! fs_is_ours "$3" || return 1
  read -r fs_comm <"/proc/$3/comm"
  case $fs_comm in systemd) return 0 ;; sshd* | dropbear*) return 1 ;; esac
  fs_look_at_login "$3"
  [ "$fs_login" != same ] || return 1
  fs_look_at_login "$1"
  [ "$fs_login" = same ]
} 2>/dev/null

# If nothing contains the run, a process may have left it unseen: an orphan of this user or of root (sudo), younger than
# the run, in the cgroup of this shell, and of no other login or run as far as visible. It is reported, and gets no
# signal. fs_strays: PID:STARTED of each.
fs_seek_strays() {
  [ -z "${FABRICSCOPE_ROOT:-}" ] || return 0 # all others belong to the real machine
  fs_strays=
  case $fs_hold in
  session) ;;
  subreaper) ! fs_signal_to 0 "$fs_main" || return 0 ;; # while it is alive, it adopts orphans
  *) return 0 ;;
  esac
  [ "$fs_group" ] || fs_note_own # otherwise a fetch remembers those of the run
  fs_own_number
  fs_since=${fs_main#*:}
  fs_user_name=$(fs_owner_of "$fs_self")
  for fs_one in $(fs_list_all); do
    fs_pid=${fs_one%%:*} fs_parent=${fs_one#*:}
    fs_session=${fs_parent#*:} fs_parent=${fs_parent%%:*}
    [ "${fs_one##*:}" -ge "$fs_since" ] || continue
    case " $fs_known" in *" $fs_pid:"*) continue ;; esac
    fs_is_orphan "$fs_pid" "${fs_session%:*}" "$fs_parent" || continue
    ! fs_is_ours "$fs_pid" || continue
    [ "$fs_group" = "$(cat "/proc/$fs_pid/cgroup" 2>/dev/null)" ] || continue
    case $(fs_owner_of "$fs_pid") in root | "$fs_user_name") ;; *) continue ;; esac
    ! { tr '\0' '\n' <"/proc/$fs_pid/environ" | grep -q '^FABRICSCOPE_RUN='; } 2>/dev/null || continue
    fs_look_at_login "$fs_pid"
    [ "$fs_login" = other ] || fs_strays="$fs_strays$fs_pid:${fs_one##*:} "
  done
}

# PID:STARTED:denied|stuck|unsure:OWNER:NAME of the processes left, or container:ID:REASON:ENGINE:NAME, where REASON is
# empty, unsure, or denied, which stands for the processes in it too; at most 20. A process in a container that the run entered: then the name of the container follows.
fs_describe() {
  fs_comm=$(tr -c 'A-Za-z0-9_.+-' _ <"/proc/${1%:*}/comm" 2>/dev/null)
  printf '%s:%s:%s:%s%s ' "$1" "$2" "$(fs_owner_of "${1%:*}")" "${fs_comm%_}" "$(fs_name_entered "${1%:*}")"
}
fs_describe_left() {
  fs_count=0
  fs_seek_root_boxes
  fs_all=$fs_root_boxes fs_root_boxes=
  for fs_one in $fs_all; do
    case "
$fs_boxes" in *"
${fs_one%%:*}:"*) fs_root_boxes="$fs_root_boxes$fs_one " ;; esac
  done
  for fs_one in $fs_known; do
    ! fs_is_in_root_box "$fs_one" || continue
    if fs_signal_to 0 "$fs_one"; then fs_describe "$fs_one" stuck; else fs_describe "$fs_one" denied; fi
    fs_count=$((fs_count + 1))
    [ "$fs_count" -lt 20 ] || return
  done
  for fs_one in $fs_unseen; do printf '%s:0:denied:: ' "$fs_one"; done
  for fs_one in $fs_strays; do
    fs_describe "$fs_one" unsure
    fs_count=$((fs_count + 1))
    [ "$fs_count" -lt 20 ] || return
  done
  for fs_box in $fs_boxes; do
    fs_reason=
    case " $fs_root_boxes" in *" ${fs_box%%:*}:"*) fs_reason=denied ;; esac
    printf 'container:%s:%s:%s ' "${fs_box%%:*}" "$fs_reason" "${fs_box#*:}"
  done
  for fs_one in $fs_managed; do
    case $fs_one in
    container:*) printf '%s:unsure:%s ' "$fs_one" "$(fs_name_box "${fs_one#*:}")" ;;
    *) fs_describe "$fs_one" unsure ;;
    esac
    fs_count=$((fs_count + 1))
    [ "$fs_count" -lt 20 ] || return
  done
}

# Start of the tool: a script for /bin/sh with the words FILE, NONCE, HOLD, DIRECTORY, the tool and its arguments. It
# reports the start in FILE, or on standard output if that is empty; if FILE cannot be written, it creates FILE.full and
# does not start the tool. On a simulated host, DIRECTORY and the path of a tool are below FABRICSCOPE_ROOT, except for
# /proc, whose processes are real. The description of such a host follows HOLD, or the word that says why the tool did
# not start.
# shellcheck disable=SC2016,SC2034
fs_begin='
fs_to=$1 fs_nonce=$2 fs_hold=$3 fs_directory=$4
shift 4
case $fs_directory in /*) fs_directory=${FABRICSCOPE_ROOT:-}$fs_directory ;; esac
case $1 in /*) fs_line=${FABRICSCOPE_ROOT:-}$1 && shift && set -- "$fs_line" "$@" ;; esac
fs_simulated=
{ read -r fs_simulated <"${FABRICSCOPE_ROOT:-}/etc/fabricscope-simulated"; } 2>/dev/null
fs_tell() {
  [ "$fs_to" ] || { printf "@@%s %s\n" "$fs_nonce" "$1"; return; }
  { (umask 077 && echo "$1" >"$fs_to.new") && mv "$fs_to.new" "$fs_to" && return; } 2>/dev/null
  mv "$fs_to.new" "$fs_to.full"
  exit 125
}
[ -z "$fs_directory" ] || cd -- "$fs_directory" 2>/dev/null || { fs_tell "nodirectory $fs_simulated"; exit 126; }
command -v "$1" >/dev/null 2>&1 || { fs_tell "missing $fs_simulated"; exit 127; }
read -r fs_line <"/proc/$$/stat"
fs_line=${fs_line##*") "}
fs_n=3
while [ "$fs_n" -lt 22 ]; do fs_line=${fs_line#* } fs_n=$((fs_n + 1)); done
fs_tell "began $$ ${fs_line%% *} $fs_hold $fs_simulated"
unset fs_to fs_nonce fs_hold fs_directory fs_line fs_n fs_simulated
exec "$@"'
