# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A tool may hand work to another manager: a container to the daemon of its engine, a process to a systemd, to at(1), to
# Slurm, to the server of tmux or screen, or by ssh to a login from this machine to itself. That work is in neither the
# tree nor the cgroup of the run and has no mark. It is searched for only if the words of the command, or a script among
# them, name such a manager (fs_managers; fs_seek_scripts calls fs_read_scripts). A command that it runs in a container
# that is there already (docker exec) may leave processes in that: fs_entered are the containers whose name or id is
# among the words (fs_words, and those of the scripts), or all if none is.
# Whatever exists after the run and did not before is reported; it gets no signal, since it may belong to somebody else.
# A manager that is seen among the processes of the run while it runs, whoever called it, is noted by its name
# (fs_handed), since the work that it was given may still run.
# Not done for a simulated host, where it would be that of the real machine.

# The texts of the scripts among these words; the first one is the program.
fs_read_scripts() {
  [ -z "$1" ] || cd -- "$1" || return 0
  shift
  fs_file=$(command -v "$1") && shift && set -- "$fs_file" "$@"
  for fs_file; do
    [ -f "$fs_file" ] || continue
    fs_line=
    read -r fs_line <"$fs_file"
    case $fs_line in ?ELF*) continue ;; esac
    head -c 65536 "$fs_file" | tr -d '\0'
    echo
  done
} 2>/dev/null

# fs_comm: the name of a process. If it is a manager, that is told once, except for an engine whose containers are
# searched for or ended with the run. Starts no process.
fs_note_manager() {
  fs_comm=
  { read -r fs_comm <"/proc/$1/comm"; } 2>/dev/null
  case $fs_comm in
  at | batch | srun | sbatch | ssh | screen | systemctl) fs_name_seen=$fs_comm ;;
  tmux | tmux:*) fs_name_seen=tmux ;;
  systemd-run) # a scope begins with it
    [ "$fs_hold" != scope ] || return 0
    fs_name_seen=$fs_comm
    ;;
  docker | docker-compose | nerdctl)
    case " $fs_managers $fs_engine_name " in *" $fs_comm "*) return 0 ;; esac
    fs_name_seen=$fs_comm
    ;;
  *) return 0 ;;
  esac
  case $fs_handed in *" $fs_name_seen "*) return 0 ;; esac
  fs_handed="$fs_handed$fs_name_seen "
  fs_tell_aside handed "$fs_name_seen"
}

# Looks for managers in the tree and the cgroup of a run that goes on, at most 500 processes. Starts no process.
fs_seek_managers() {
  set -- "$fs_root"
  [ -z "$fs_cgroup" ] || while read -r fs_pid; do set -- "$@" "$fs_pid"; done <"$fs_cgroup/cgroup.procs"
  fs_count=0
  while [ "$#" -gt 0 ] && [ "$fs_count" -lt 500 ]; do
    fs_pid=$1 fs_children='' fs_count=$((fs_count + 1))
    shift
    { read -r fs_children <"/proc/$fs_pid/task/$fs_pid/children"; } 2>/dev/null
    # shellcheck disable=SC2086 # numbers
    set -- "$@" $fs_children
    fs_note_manager "$fs_pid"
  done
} 2>/dev/null

# Called before the tool starts.
fs_look_before() {
  fs_all=$fs_managers fs_managers=
  [ -z "${FABRICSCOPE_ROOT:-}" ] || return 0
  fs_scripts=$(fs_seek_scripts)
  fs_all="$fs_all $(printf '%s\n' "$fs_scripts" | tr -cs 'A-Za-z0-9_-' '\n' | grep -xF -e docker -e docker-compose \
    -e nerdctl -e podman -e systemd-run -e systemctl -e at -e batch -e srun -e sbatch -e ssh -e tmux -e screen)"
  for fs_one in $fs_all; do fs_managers="$fs_managers$fs_one "; done
  [ "$fs_managers" ] || return 0
  fs_box_names=$(fs_list_boxes)
  for fs_one in $(fs_list_managed); do
    case " $fs_managed_before" in *" $fs_one "*) ;; *) fs_managed_before="$fs_managed_before$fs_one " ;; esac
  done
  fs_seek_entered
}

# `ID ENGINE NAME PID` of each running container, from the engines' programs, called with the environment of the tool,
# which gives the address of the engine; the PID from podman alone. `silent ENGINE` for one that does not answer. podman
# only if it is named: it has no daemon, and creates files in the home folder.
fs_list_boxes() {
  command -v timeout >/dev/null || return 0
  for fs_program in docker nerdctl podman; do
    case $fs_managers in *"$fs_program"*) ;; *) continue ;; esac
    fs_format='{{.ID}} {{.Names}}'
    [ "$fs_program" != podman ] || fs_format="$fs_format {{.Pid}}"
    (
      fs_export
      unset FABRICSCOPE_RUN
      command -v "$fs_program" >/dev/null || exit 0
      timeout 3 "$fs_program" ps --format "$fs_format" || echo silent
    ) </dev/null | sed -n -e "s/^silent$/silent $fs_program/p" \
      -e "s/^\([0-9a-f]\{12\}\)[0-9a-f]* *\([A-Za-z0-9_.-]*\)[^ ]* *\([0-9]*\)$/\1 $fs_program \2 \3/p"
  done
} 2>/dev/null

# Sets fs_entered. An id in the words is given by at least its first twelve digits.
fs_seek_entered() {
  [ "$fs_box_names" ] || return 0
  fs_words="$fs_words
$fs_scripts"
  fs_tokens=$(printf '%s\n' "$fs_words" | tr -cs 'A-Za-z0-9_.-' '\n') fs_all=
  while read -r fs_box _ fs_box_name _; do
    [ "$fs_box" != silent ] || continue
    fs_all="$fs_all$fs_box "
    case "
$fs_tokens
" in *"
${fs_box_name:-$fs_box}
"* | *"
$fs_box"*) fs_entered="$fs_entered$fs_box " ;; esac
  done <<END
$fs_box_names
END
  [ -z "$fs_entered" ] || return 0
  ! printf '%s\n' "$fs_words" | grep -qE '(docker|nerdctl|podman)[^;&|]*[^A-Za-z0-9_]exec[^A-Za-z0-9_]' || fs_entered=$fs_all
}

# `container:ID ENGINE` of each container with a process here, which needs no permission to use its engine, and `PID PATH`
# of possible processes of managers. Not those of Kubernetes. The engine is "-" if the path does not name it.
fs_list_groups() {
  grep -sH / "$fs_proc"/[0-9]*/cgroup |
    sed -n -e '/kubepods/d' -e '/libpod-conmon-/d' -e '/\/fabricscope-[0-9a-f]\{32\}/d' \
      -e 's,^.*[/-]libpod-\([0-9a-f]\{12\}\)[0-9a-f]\{52\}.*$,container:\1 podman,p' -e t \
      -e 's,^.*docker[/-]\([0-9a-f]\{12\}\)[0-9a-f]\{52\}.*$,container:\1 docker,p' -e t \
      -e 's,^.*[/-]\([0-9a-f]\{12\}\)[0-9a-f]\{52\}.*$,container:\1 -,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*/job_[0-9]*\).*$,\1 \2,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*/run-[^/]*\.scope\).*$,\1 \2,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*\.service\).*$,\1 \2,p'
}

# ENGINE:NAME of a container, as far as known; the container of a process, behind a colon, if the run entered it.
fs_name_box() {
  while read -r fs_box fs_program fs_box_name _; do
    [ "$fs_box" != "$1" ] || { echo "$fs_program:$fs_box_name" && return; }
  done <<END
$fs_box_names
END
  fs_list_groups | while read -r fs_one fs_program; do
    [ "$fs_one" != "container:$1" ] || { echo "${fs_program#-}:" && break; }
  done
}
fs_name_entered() {
  for fs_box in $fs_entered; do
    grep -qs "[/-]$fs_box" "$fs_proc/$1/cgroup" || continue
    fs_box_name=$(fs_name_box "$fs_box")
    fs_box_name=${fs_box_name#*:}
    echo ":${fs_box_name:-$fs_box}"
    return
  done
}

# PID:STARTED of the living processes in containers that the run entered which are younger than it.
fs_list_entered() {
  for fs_box in $fs_entered; do
    for fs_one in $(fs_in_box "$fs_box"); do
      fs_look_at "$fs_one" || continue
      case $fs_state in Z | X) continue ;; esac
      [ "$fs_started" -lt "${fs_main#*:}" ] || ! fs_is_of_no_run "$fs_one" || echo "$fs_one:$fs_started"
    done
  done
}

# Whether one of the named managers may have started such a process for this user.
fs_is_managed() {
  fs_unit=${2##*/}
  case $fs_managers/$2 in
  *systemd-run*/*"/user@$fs_uid.service/"* | *systemctl*/*"/user@$fs_uid.service/"*)
    case $fs_unit in app-* | dbus*) return 1 ;; esac
    ;;
  *systemd-run*/*/system.slice/"$fs_unit") # of root: only transient units
    [ "$fs_uid" = 0 ] && [ -e "/run/systemd/transient/$fs_unit" ] || return 1
    ;;
  */atd.service | *sbatch*/job_* | *srun*/job_*) [ "$(fs_owner_of "$1")" = "$fs_user_name" ] || return 1 ;;
  *) return 1 ;;
  esac
  fs_is_of_no_run "$1"
}
fs_is_of_no_run() {
  ! fs_is_ours "$1" && ! { tr '\0' '\n' <"$fs_proc/$1/environ" | grep -q '^FABRICSCOPE_RUN='; } 2>/dev/null
}

# PID:STARTED of the processes of this user in windows of tmux and screen, and in logins from this machine to itself, as
# their environment states: another login than that of the run, from the address that it leads to (ssh(1)).
fs_list_windows() {
  set --
  case " $fs_managers " in *' ssh '*) set -- -e '^SSH_CONNECTION=\([^ ]*\) [0-9]* \1 ' ;; esac
  case " $fs_managers " in *' tmux '*) set -- "$@" -e '^TMUX=' ;; esac
  case " $fs_managers " in *' screen '*) set -- "$@" -e '^STY=' ;; esac
  [ "$#" -gt 0 ] || return 0
  [ "$fs_group" ] || fs_note_own
  grep -lsz "$@" "$fs_proc"/[0-9]*/environ | while read -r fs_one; do
    fs_one=${fs_one%/environ} fs_one=${fs_one##*/}
    fs_look_at_login "$fs_one"
    if [ "$fs_login" = same ] || [ "$(fs_owner_of "$fs_one")" != "$fs_user_name" ]; then continue; fi
    ! fs_is_of_no_run "$fs_one" || ! fs_look_at "$fs_one" || echo "$fs_one:$fs_started"
  done
}

# `container:ID` and PID:STARTED of everything that the named managers run.
fs_list_managed() {
  fs_own_number
  fs_user_name=$(fs_owner_of "$fs_self")
  fs_uid=$(id -u)
  while read -r fs_box fs_program _; do
    case $fs_box in '') ;; silent) echo "silent:$fs_program" ;; *) echo "container:$fs_box" ;; esac
  done <<END
$fs_box_names
END
  fs_list_windows
  fs_list_groups | while read -r fs_one fs_path; do
    case $fs_one:$fs_path:$fs_managers in
    container:*:podman:*podman* | container:*:[!p]*:*docker* | container:*:[!p]*:*nerdctl*) echo "$fs_one" ;;
    container:*) ;;
    *) fs_is_managed "$fs_one" "$fs_path" && fs_look_at "$fs_one" && echo "$fs_one:$fs_started" ;;
    esac
  done
}

# Called after the run: fs_managed, what is new and not otherwise known to be left of the run. A login whose client has
# just been ended takes a moment to end. An engine that did not answer before gives no list to compare with.
fs_seek_managed() {
  fs_managed=
  [ "$fs_managers$fs_entered" ] || return 0
  fs_compare_managed
  [ -z "$fs_managed" ] || { sleep 1 && fs_compare_managed; }
}
fs_compare_managed() {
  fs_managed=
  fs_box_names=$(fs_list_boxes)
  for fs_one in $(fs_list_managed) $(fs_list_entered); do
    case " $fs_managed_before $fs_managed $fs_known $fs_strays " in *" $fs_one "*) continue ;; esac
    case $fs_one in
    silent:*) continue ;;
    container:*) ! fs_is_known_box "${fs_one#*:}" || continue ;;
    esac
    fs_managed="$fs_managed$fs_one "
  done
}

# Whether a container is known to be of the run, or its engine had no list before, or it has no process: podman lists a
# container as running whose monitor was killed.
fs_is_known_box() {
  case "
$fs_monitored
$fs_boxes" in *"
$1"*) return 0 ;; esac
  while read -r fs_box fs_program _ fs_pid; do
    [ "$fs_box" = "$1" ] || continue
    case " $fs_managed_before" in *" silent:$fs_program "*) return 0 ;; esac
    if [ "$fs_program" = podman ] && [ "$fs_pid" ] && ! fs_look_at "$fs_pid" && fs_is_here; then return 0; fi
  done <<END
$fs_box_names
END
  return 1
}
# Whether podman starts its containers on this machine, where all processes can be seen.
fs_is_here() (
  [ -e /proc/1/stat ] || exit 1
  fs_export
  unset FABRICSCOPE_RUN
  [ "$(timeout 3 podman info --format '{{.Host.ServiceIsRemote}}' </dev/null)" = false ]
) 2>/dev/null
