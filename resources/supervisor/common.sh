# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What every script of a run begins with. Before it: fs_nonce and fs_run, both of letters and digits. What is said
# begins with "@@NONCE ", which no tool knows. The environment of the run's processes has FABRICSCOPE_RUN=fs_run: by
# this mark they are found, also in sessions of their own; no process of this script has it.
fs_say() { printf '@@%s %s\n' "$fs_nonce" "$*"; }

# A short sleep, and how many of them make a second: a sleep of POSIX takes whole seconds only.
# fs_half is what a run costs its host while nothing happens.
fs_short=0.25 fs_rounds=4 fs_half=0.5 fs_halves=2
sleep 0.01 2>/dev/null || fs_short=1 fs_rounds=1 fs_half=1 fs_halves=1

# Of a process: fs_state, fs_parent and fs_started (clock ticks since the start of the machine, proc(5)).
fs_look_at() {
  fs_line=
  { read -r fs_line <"/proc/$1/stat"; } 2>/dev/null
  case $fs_line in *') '*) ;; *) return 1 ;; esac
  # shellcheck disable=SC2086 # numbers and one letter, to be split
  set -- ${fs_line##*') '}
  fs_state=$1 fs_parent=$2 fs_started=${20}
}

# The environ files of /proc with the mark. A small grep (busybox) sees nothing behind a NUL.
fs_mark="FABRICSCOPE_RUN=$fs_run"
fs_marked() {
  if printf 'a\0b\0c\0' | grep -qF b; then
    grep -lsF "$fs_mark" /proc/[0-9]*/environ
    return
  fi
  for fs_file in /proc/[0-9]*/environ; do
    { tr '\0' '\n' <"$fs_file" | grep -qxF "$fs_mark" && echo "$fs_file"; } 2>/dev/null
  done
}

# fs_tree: each living process of the run as PID:STARTED: what has the mark, and what such a process has started with
# an environment of its own.
fs_find() {
  fs_found=' '
  for fs_file in $(fs_marked); do
    fs_file=${fs_file#/proc/}
    fs_found="$fs_found${fs_file%/environ} "
  done
  fs_tree=
  [ "$fs_found" != ' ' ] || return 0
  fs_family=
  for fs_file in /proc/[0-9]*; do
    fs_look_at "${fs_file#/proc/}" || continue
    case $fs_state in [ZX]) ;; *) fs_family="$fs_family${fs_file#/proc/}:$fs_parent:$fs_started " ;; esac
  done
  fs_grown=1
  while [ "$fs_grown" ]; do
    fs_grown=
    for fs_one in $fs_family; do
      fs_parent=${fs_one#*:}
      case $fs_found in *" ${fs_one%%:*} "*) continue ;; *" ${fs_parent%:*} "*) ;; *) continue ;; esac
      fs_found="$fs_found${fs_one%%:*} "
      fs_grown=1
    done
  done
  for fs_one in $fs_family; do
    case $fs_found in *" ${fs_one%%:*} "*) fs_tree="$fs_tree${fs_one%%:*}:${fs_one##*:} " ;; esac
  done
}

# A signal to one process, PID:STARTED. Its number may belong to somebody else by now: the start time tells. Nothing
# here sends a signal by any other way.
fs_signal_to() {
  fs_look_at "${2%:*}" && [ "$fs_started" = "${2#*:}" ] && kill "-$1" "${2%:*}" 2>/dev/null
}

# fs_named: one of this script's own processes, by its number, as PID:STARTED. It must not have been waited for.
fs_name() {
  fs_named=
  { fs_look_at "$1" || fs_look_at "$1"; } && fs_named=$1:$fs_started # a signal may end a read
}

# A signal to what is in fs_known.
fs_signal() {
  for fs_one in $fs_known; do
    fs_signal_to "$1" "$fs_one" || continue
    [ "$1" != TERM ] || fs_signal_to CONT "$fs_one"
  done
}

# fs_known: those of it that live.
fs_prune() {
  fs_before=$fs_known fs_known=
  for fs_one in $fs_before; do
    fs_look_at "${fs_one%:*}" || continue
    case $fs_started:$fs_state in "${fs_one#*:}":[!ZX]) fs_known="$fs_known$fs_one " ;; esac
  done
}

# fs_known: what was found before, or is found now, and lives.
fs_renew() {
  fs_find
  for fs_one in $fs_known; do
    case " $fs_tree" in *" $fs_one "*) ;; *) fs_tree="$fs_tree$fs_one " ;; esac
  done
  fs_known=$fs_tree
  fs_prune
}

# All processes of the machine are looked at where none is left that is known: that takes long on a large one.
fs_wait_gone() {
  fs_turn=0
  while [ "$fs_turn" -lt "$(($1 * fs_rounds))" ]; do
    sleep "$fs_short"
    fs_prune
    [ "$fs_known" ] || fs_renew
    [ "$fs_known" ] || return 0
    fs_turn=$((fs_turn + 1))
  done
  return 1
}

# Ends all processes of the run: asks, waits so many seconds, kills. Fails where some are left; fs_known names them.
fs_end() {
  fs_known=
  fs_renew
  [ "$fs_known" ] || return 0
  fs_signal TERM
  fs_wait_gone "$1" && return 0
  fs_times=0
  while [ "$fs_times" -lt 3 ]; do
    fs_renew
    fs_signal KILL
    fs_wait_gone 1 && return 0
    fs_times=$((fs_times + 1))
  done
  return 1
}

# The tool's own process may be about to be made: then the first look finds nothing. The main shell says by USR1 that
# the tool has ended. What is stuck in the kernel does not end, and is named: by fs_tell_left, once.
fs_end_until_gone() {
  fs_tries=0
  while [ "$fs_tries" -lt 60 ]; do
    fs_end "$1" || [ "$fs_tries" -gt 0 ] || fs_tell_left
    [ -z "$fs_over" ] || return
    sleep "$fs_short"
    fs_tries=$((fs_tries + 1))
  done
}

# What the tool begins as: a script for /bin/sh whose words are FILE, NONCE, DIRECTORY, the tool and its arguments.
# That it begins is said in FILE, or where that is empty on standard output.
# shellcheck disable=SC2016,SC2034
fs_begin='
fs_to=$1 fs_nonce=$2 fs_directory=$3
shift 3
fs_tell() { if [ "$fs_to" ]; then echo "$1" >"$fs_to.new" && mv "$fs_to.new" "$fs_to"; else printf "@@%s %s\n" "$fs_nonce" "$1"; fi; }
[ -z "$fs_directory" ] || cd -- "$fs_directory" 2>/dev/null || { fs_tell nodirectory; exit 126; }
command -v "$1" >/dev/null 2>&1 || { fs_tell missing; exit 127; }
read -r fs_line <"/proc/$$/stat"
fs_line=${fs_line##*") "}
fs_n=3
while [ "$fs_n" -lt 22 ]; do fs_line=${fs_line#* } fs_n=$((fs_n + 1)); done
fs_tell "began $$ ${fs_line%% *}"
unset fs_to fs_nonce fs_directory fs_line fs_n
exec "$@"'
