# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What holds the processes of a run together, the best that this host has (fs_hold):
#   cgroup     a cgroup of the run's own below the one that this shell is in: nothing leaves it unseen
#   scope      the same, made by the user's systemd
#   subreaper  what loses its parent becomes this shell's child: nothing that the tool starts is out of its tree
#   session    the sessions, parents and environments that can be seen: what leaves all of them is not found
# A namespace of processes in a user namespace would hold them as well, and is not used: sudo, file capabilities and the addresses of
# shared memory are others in there, and so would be what is measured.
fs_try_cgroup() {
  [ -e "$1/cgroup.procs" ] && [ -w "$1" ] && mkdir "$1/fabricscope-$fs_run" || return 1
  fs_cgroup=$1/fabricscope-$fs_run
  (echo 0 >"$fs_cgroup/cgroup.procs") && return 0
  rmdir "$fs_cgroup"
  fs_cgroup=
  return 1
} 2>/dev/null

# Of version 2, else the freezer of version 1. A mount of another cgroup namespace has no folder of this name.
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

# fs_scope: the name of a scope of the user's systemd. Tried first with nothing: what fails must not be the tool. A
# detached run must outlive the user's last login: it has a scope only where the user lingers.
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
  if [ -z "${FABRICSCOPE_ROOT:-}" ]; then # what holds a process of a simulated host would be the real machine's
    fs_hold=cgroup
    fs_make_cgroup && return
    fs_hold=scope
    fs_make_scope && return
  fi
  fs_hold=subreaper
  [ "$fs_adopts" = adopts ] && return
  fs_hold=session
}

# In the shell that becomes the tool: the words are what it begins as.
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

# All of the cgroup at once, whoever they belong to: by its file cgroup.kill, of Linux 5.14, else frozen, so that none makes
# another meanwhile, and one by one.
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

# All processes of the machine are checked where none is left that is known: that takes long on a large one. What this
# user may send no signal to is waited for a second: it may end with the others.
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

# Whether a signal may be sent to one of them.
fs_may_end() {
  for fs_one in $fs_known; do
    ! fs_signal_to 0 "$fs_one" || return 0
  done
  return 1
}

# Ends all processes of the run: asks, waits so many seconds, kills. Fails where some are left: fs_known, fs_unseen,
# fs_boxes.
fs_end() {
  fs_end_containers "$1"
  fs_renew
  fs_end_tree "$1" || return 1
  fs_seek_unseen
  [ -z "$fs_boxes$fs_unseen" ]
}

# Where other users' processes are hidden (hidepid, proc(5)): fs_unseen, those that the cgroup holds, or that are this
# shell's own children, of which nothing else can be seen.
fs_list_unseen() {
  # shellcheck disable=SC2046 # numbers
  for fs_one in $(fs_in_cgroup "$fs_cgroup") $([ -e /proc/1/stat ] || cat "/proc/$fs_root/task/$fs_root/children" 2>/dev/null); do
    [ -e "/proc/$fs_one/stat" ] || printf '%s ' "$fs_one"
  done
}
fs_seek_unseen() {
  fs_unseen=$(fs_list_unseen)
  [ "$fs_unseen" ] || return 0
  fs_kill_cgroup
  sleep "$fs_short" # one may just have ended
  fs_unseen=$(fs_list_unseen)
}

# Between this look and the signal nothing is started: it is sooner than one that starts another and ends.
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

# The tool's own process may be about to be made: then the first look finds nothing. The main shell says by USR1 that
# the tool has ended. What is stuck in the kernel does not end, and is named: by fs_tell_left, once. What this user may
# not end is given up: the tool may be one of them, and then the main shell waits for ever.
fs_end_until_gone() {
  fs_tries=0
  while [ "$fs_tries" -lt 60 ]; do
    if ! fs_end "$1"; then
      [ "$fs_tries" -gt 0 ] || fs_tell_left
      [ "$fs_over" ] || [ -z "$fs_known$fs_unseen" ] || fs_may_end || fs_give_up
    fi
    [ -z "$fs_over" ] || return
    fs_signal_to CONT "$fs_main" || fs_end_without_main # somebody may have stopped it
    sleep "$fs_short"
    fs_tries=$((fs_tries + 1))
  done
}

# Somebody killed the main shell, perhaps the tool itself: nobody else says how the run ended, and what that shell had
# adopted is an orphan that nothing holds.
fs_end_without_main() {
  fs_seek_strays
  fs_seek_managed
  [ -z "$fs_strays$fs_managed" ] || fs_tell_left
  fs_give_up
}

# A container that docker or podman runs for the tool belongs to neither its tree nor its cgroup: it has a label, and its
# engine ends it (fs_engine, where fs_runs_container). fs_boxes: those that are left.
fs_seek_boxes() {
  [ "$fs_runs_container" ] || return 0
  fs_boxes=$(fs_engine ps -q --filter "label=fabricscope.run=$fs_run" </dev/null 2>/dev/null)
}
fs_end_containers() {
  [ "$fs_runs_container" ] || return 0
  fs_seek_boxes
  for fs_box in $fs_boxes; do
    fs_engine stop -t "$1" "$fs_box" </dev/null >/dev/null 2>&1 || fs_engine stop -t 0 "$fs_box" </dev/null >/dev/null 2>&1
  done
  [ -z "$fs_boxes" ] || fs_seek_boxes
}

# The real user of a process, by name where this machine has one.
fs_owner_of() {
  fs_uid=
  while read -r fs_key fs_value _; do
    [ "$fs_key" != Uid: ] || fs_uid=$fs_value
  done <"/proc/$1/status"
  while IFS=: read -r fs_user _ fs_value _; do
    [ "$fs_value" != "$fs_uid" ] || { echo "$fs_user" && return; }
  done </etc/passwd
  echo "${fs_uid:-?}"
} 2>/dev/null

# fs_login: whether a process is of the login that this shell is of: same, other, or unknown. By the audit session of the
# login (pam_loginuid(8)), else by its connection, else by an environment that nobody emptied.
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
  *SSH_CONNECTION="${SSH_CONNECTION:-none}" | *SSH_CONNECTION="${SSH_CONNECTION:-none}
"*) fs_login=same ;;
  *) fs_login=other ;;
  esac
} 2>/dev/null

# Whether PID, of SESSION, has a parent that took it as an orphan: init, the systemd of a user (fs_login of the orphan may be
# unknown), or another subreaper that is older than the run and of no login of this user's.
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

# Where nothing holds the run, a process may have left it unseen: an orphan of this user's or of root's (sudo), younger
# than the run, in the cgroup that this shell is in, and of no other login nor run as far as can be seen. It is named, and
# gets no signal. fs_strays: PID:STARTED of each.
fs_seek_strays() {
  [ -z "${FABRICSCOPE_ROOT:-}" ] || return 0 # all others are processes of the real machine
  fs_strays=
  case $fs_hold in
  session) ;;
  subreaper) ! fs_signal_to 0 "$fs_main" || return 0 ;; # while it lives, it adopts what leaves
  *) return 0 ;;
  esac
  fs_own_number
  fs_since=${fs_main#*:} fs_own_audit=
  { read -r fs_own_audit <"/proc/$fs_self/sessionid"; } 2>/dev/null
  fs_group=$(cat "/proc/$fs_self/cgroup" 2>/dev/null)
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

# PID:STARTED:denied|stuck|unsure:OWNER:NAME of what is left, or container:ID, or container:ID:unsure; 20 at most.
fs_describe() {
  fs_comm=$(tr -c 'A-Za-z0-9_.+-' _ <"/proc/${1%:*}/comm" 2>/dev/null)
  printf '%s:%s:%s:%s ' "$1" "$2" "$(fs_owner_of "${1%:*}")" "${fs_comm%_}"
}
fs_describe_left() {
  fs_count=0
  for fs_one in $fs_known; do
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
  for fs_box in $fs_boxes; do printf 'container:%s ' "$fs_box"; done
  for fs_one in $fs_managed; do
    case $fs_one in container:*) printf '%s:unsure ' "$fs_one" ;; *) fs_describe "$fs_one" unsure ;; esac
    fs_count=$((fs_count + 1))
    [ "$fs_count" -lt 20 ] || return
  done
}

# What the tool begins as: a script for /bin/sh whose words are FILE, NONCE, HOLD, DIRECTORY, the tool and its arguments.
# That it begins is said in FILE, or where that is empty on standard output; where FILE cannot be written the tool is not
# begun, and FILE.full is there. On a simulated host DIRECTORY and a tool named by its path lie below FABRICSCOPE_ROOT; only
# /proc, whose processes are real, does not. What such a host says of itself comes behind HOLD.
# shellcheck disable=SC2016,SC2034
fs_begin='
fs_to=$1 fs_nonce=$2 fs_hold=$3 fs_directory=$4
shift 4
case $fs_directory in /*) fs_directory=${FABRICSCOPE_ROOT:-}$fs_directory ;; esac
case $1 in /*) fs_line=${FABRICSCOPE_ROOT:-}$1 && shift && set -- "$fs_line" "$@" ;; esac
fs_tell() {
  [ "$fs_to" ] || { printf "@@%s %s\n" "$fs_nonce" "$1"; return; }
  { (umask 077 && echo "$1" >"$fs_to.new") && mv "$fs_to.new" "$fs_to" && return; } 2>/dev/null
  mv "$fs_to.new" "$fs_to.full"
  exit 125
}
[ -z "$fs_directory" ] || cd -- "$fs_directory" 2>/dev/null || { fs_tell nodirectory; exit 126; }
command -v "$1" >/dev/null 2>&1 || { fs_tell missing; exit 127; }
read -r fs_line <"/proc/$$/stat"
fs_line=${fs_line##*") "}
fs_n=3
while [ "$fs_n" -lt 22 ]; do fs_line=${fs_line#* } fs_n=$((fs_n + 1)); done
fs_simulated=
{ read -r fs_simulated <"${FABRICSCOPE_ROOT:-}/etc/fabricscope-simulated"; } 2>/dev/null
fs_tell "began $$ ${fs_line%% *} $fs_hold $fs_simulated"
unset fs_to fs_nonce fs_hold fs_directory fs_line fs_n fs_simulated
exec "$@"'
