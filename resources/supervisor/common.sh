# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Start of every script of a run. Set before it: fs_nonce and fs_run, both of letters and digits, and fs_adopts:
# "adopts" if this shell is a subreaper (prctl(2)). Messages begin with "@@NONCE ", which no tool can guess. The
# processes of the run have FABRICSCOPE_RUN=fs_run in their environment: this mark identifies them, also in sessions
# of their own; no process of this script has it.
fs_say() { printf '@@%s %s\n' "$fs_nonce" "$*"; }

# The folder with the files of the host; set for a simulated host. The processes that this program starts there are real
# ones, in the real /proc.
fs_prefix=${FABRICSCOPE_ROOT:-}
fs_prefix=${fs_prefix%/}

# A short sleep, and how many of them make a second: POSIX sleep takes only whole seconds.
# fs_half determines the CPU time that an idle run costs its host.
fs_short=0.25 fs_rounds=4 fs_half=0.5 fs_halves=2
sleep 0.01 2>/dev/null || fs_short=1 fs_rounds=1 fs_half=1 fs_halves=1

# State of the run: its processes, what contains them, and which of them are left.
fs_root='' fs_known='' fs_sessions=' ' fs_hold='' fs_cgroup='' fs_scope='' fs_strays='' fs_boxes='' fs_unseen=''
fs_managed='' fs_managed_before='' fs_group='' fs_entered='' fs_monitored='' fs_handed=' '
fs_background=0 fs_background_boxes=''

# Sets, for a process below fs_proc: fs_state, fs_parent, fs_session, fs_started (clock ticks since boot, proc(5)).
# Its name may have line breaks. A process whose first thread has exited looks like a zombie, but is alive while it has
# other threads.
fs_proc=/proc
fs_look_at() {
  fs_line=
  { while IFS= read -r fs_part; do fs_line=$fs_line$fs_part; done <"$fs_proc/$1/stat"; } 2>/dev/null
  case $fs_line in *') '*) ;; *) return 1 ;; esac
  # shellcheck disable=SC2086 # numbers and one letter, to be split
  set -- ${fs_line##*') '}
  fs_state=$1 fs_parent=$2 fs_session=$4 fs_started=${20}
  case $fs_state:${18} in Z:[01] | [!Z]:*) ;; *) fs_state=R ;; esac
}

# The number of this process: in a subshell, $$ is that of the parent shell.
fs_own_number() {
  fs_self=
  read -r fs_self _ </proc/self/stat
}

# The environ files of /proc with the mark. A small grep (some of busybox) has no -z and stops at the first NUL.
fs_mark="FABRICSCOPE_RUN=$fs_run"
fs_marked() {
  if printf 'a\0b\0c\0' | grep -qzxF b 2>/dev/null; then
    grep -lszxF "$fs_mark" /proc/[0-9]*/environ
    return
  fi
  for fs_file in /proc/[0-9]*/environ; do
    { tr '\0' '\n' <"$fs_file" | grep -qxF "$fs_mark" && echo "$fs_file"; } 2>/dev/null
  done
}

# Whether it is a process of this script or started by one: they have a file open that no tool inherits.
fs_open_mark() { exec 9</proc/version; }
# shellcheck disable=SC3013 # dash and busybox have -ef
fs_is_ours() { [ "/proc/$1/fd/9" -ef /proc/version ]; }

# The processes of the cgroup and of those below it.
fs_in_cgroup() {
  [ -d "$1" ] || return 0
  cat "$1/cgroup.procs" 2>/dev/null
  for fs_folder in "$1"/*/; do
    [ ! -e "$fs_folder/cgroup.procs" ] || fs_in_cgroup "${fs_folder%/}"
  done
}

# The cgroup of the scope that the user's systemd created for the run; its path differs between versions.
fs_seek_scope() {
  [ "$fs_scope" ] && [ -z "$fs_cgroup" ] || return 0
  fs_uid=$(id -u)
  for fs_place in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
    fs_place=$fs_place/user.slice/user-$fs_uid.slice/user@$fs_uid.service
    for fs_folder in "$fs_place/$fs_scope" "$fs_place"/*/"$fs_scope"; do
      [ ! -d "$fs_folder" ] || [ "$fs_cgroup" ] || fs_cgroup=$fs_folder # version 2 first
    done
  done
}

# PID:PARENT:SESSION:STARTED of each living process of the machine (proc(5)); /proc/PID/stat is readable by everybody.
# A name of 15 bytes may have line breaks, but holds no 30 numbers, with which each of these files ends: lines before
# them belong together. A zombie of several threads is alive, as in fs_look_at.
fs_list_all() {
  cat /proc/[0-9]*/stat 2>/dev/null | LC_ALL=C sed -n ':more
/\( [0-9-][0-9]*\)\{30\}$/!{
N
b more
}
s/\n/_/g
/) [ZX] \([0-9-]* \)\{16\}[01] /d
s/^\([0-9][0-9]*\) (.*) [A-Za-z] \([0-9]*\) [0-9-]* \([0-9]*\) \([0-9-]* \)\{15\}\([0-9]*\) .*$/\1:\2:\3:\5/p'
}

# fs_tree: each living process of the run as PID:STARTED: processes with the mark, processes in the run's cgroup and in
# its containers, descendants of fs_root (the shell that started the tool) other than this script's own, the session led by that shell,
# the sessions created by processes of the run (fs_sessions), and everything started by these.
# A session number is not reused while it has a process.
fs_find() {
  fs_found=' '
  for fs_file in $(fs_marked); do
    fs_file=${fs_file#/proc/}
    fs_found="$fs_found${fs_file%/environ} "
  done
  fs_seek_scope
  [ -z "$fs_cgroup" ] || for fs_one in $(fs_in_cgroup "$fs_cgroup"); do fs_found="$fs_found$fs_one "; done
  [ -z "$fs_monitored" ] || for fs_one in $(fs_in_monitored); do fs_found="$fs_found$fs_one "; done
  for fs_one in $fs_known; do
    fs_look_at "${fs_one%:*}" && [ "$fs_started" = "${fs_one#*:}" ] && fs_found="$fs_found${fs_one%:*} "
  done
  fs_own_number
  fs_tries_left=10
  while fs_family=$(fs_list_all) && [ "$fs_tries_left" -gt 0 ]; do # empty if somebody killed its reader
    case "
$fs_family" in *"
$fs_self:"*) break ;; esac
    fs_tries_left=$((fs_tries_left - 1))
  done
  fs_grow
  fs_tree=
  for fs_one in $fs_family; do
    case $fs_found in *" ${fs_one%%:*} "*) fs_tree="$fs_tree${fs_one%%:*}:${fs_one##*:} " ;; esac
  done
}

fs_grow() {
  fs_own=" $fs_root " fs_grown=1 fs_before=$fs_sessions fs_sessions=' '
  for fs_one in $fs_family; do # sessions without processes will be reused
    fs_session=${fs_one#*:*:} fs_session=${fs_session%:*}
    case $fs_sessions in *" $fs_session "*) continue ;; esac
    case $fs_before in *" $fs_session "*) fs_sessions="$fs_sessions$fs_session " ;; esac
  done
  while [ "$fs_grown" ]; do
    fs_grown=
    for fs_one in $fs_family; do
      fs_pid=${fs_one%%:*}
      case $fs_found$fs_own in *" $fs_pid "*) continue ;; esac
      fs_parent=${fs_one#*:} fs_session=${fs_parent#*:}
      fs_parent=${fs_parent%%:*} fs_session=${fs_session%:*}
      case "$fs_own|$fs_found|$fs_sessions|$fs_root" in
      *" $fs_parent "*'|'*'|'*'|'*) # a child of this script's shell or of a helper
        if [ "$fs_parent" != "$fs_root" ] || fs_is_ours "$fs_pid"; then fs_own="$fs_own$fs_pid " fs_grown=1 && continue; fi
        ;;
      *'|'*" $fs_parent "*'|'*'|'* | *'|'*'|'*" $fs_session "*'|'*) ;;
      *"|$fs_session") ! fs_is_ours "$fs_pid" || continue ;;
      *) continue ;;
      esac
      fs_found="$fs_found$fs_pid "
      [ "$fs_session" != "$fs_pid" ] || fs_sessions="$fs_sessions$fs_pid "
      fs_grown=1
    done
  done
}

# Sends a signal to one process, PID:STARTED. The start time shows whether the number was reused by another process.
# Fails for a zombie: the first process of a container may never wait for the orphans that it adopts.
# All signals of this script are sent this way.
fs_signal_to() {
  fs_look_at "${2%:*}" || return 1
  case $fs_started:$fs_state in "${2#*:}":[!ZX]) kill "-$1" "${2%:*}" 2>/dev/null ;; *) return 1 ;; esac
}

# fs_named: one of this script's own processes, by number, as PID:STARTED. Call it before `wait` for that process.
fs_name() {
  fs_named=
  { fs_look_at "$1" || fs_look_at "$1"; } && fs_named=$1:$fs_started # a signal may interrupt a read
}

# Sends a signal to the processes in fs_known. fs_reached: how many of them it was sent to.
fs_signal() {
  fs_reached=0
  for fs_one in $fs_known; do
    fs_signal_to "$1" "$fs_one" || continue
    fs_reached=$((fs_reached + 1))
    [ "$1" != TERM ] || fs_signal_to CONT "$fs_one"
  done
}

# fs_known: those of them that are alive.
fs_prune() {
  fs_before=$fs_known fs_known=
  for fs_one in $fs_before; do
    fs_look_at "${fs_one%:*}" || continue
    case $fs_started:$fs_state in "${fs_one#*:}":[!ZX]) fs_known="$fs_known$fs_one " ;; esac
  done
}

# Adds to fs_known the children of the shell that adopts orphans, read from the kernel in one step: a process that
# keeps starting another and exiting is missed by a scan of all processes, which takes longer. A child that has exited
# before it is checked may have left another: then they are read again.
fs_seek_adopted() {
  [ "$fs_hold" = subreaper ] || return 0
  fs_ended=' ' fs_looks=0
  while [ "$fs_looks" -lt 50 ]; do
    fs_looks=$((fs_looks + 1)) fs_again='' fs_children=
    { read -r fs_children <"/proc/$fs_root/task/$fs_root/children"; } 2>/dev/null
    for fs_one in $fs_children; do
      fs_look_at "$fs_one" || { fs_again=1 && continue; }
      ! fs_is_ours "$fs_one" || continue
      case $fs_state:$fs_ended in
      [!ZX]:*) fs_known="$fs_known$fs_one:$fs_started " ;;
      *" $fs_one:$fs_started "*) ;;
      *) fs_again=1 fs_ended="$fs_ended$fs_one:$fs_started " ;;
      esac
    done
    [ "$fs_again" ] && [ -z "$fs_known" ] || return 0
  done
}

# fs_known: the processes found before or now that are alive. Needs containers.sh.
fs_renew() {
  fs_find
  fs_note_monitors
  fs_known=$fs_tree
  fs_prune
  [ "$fs_known" ] || fs_seek_adopted
}
