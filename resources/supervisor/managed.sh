# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A tool may hand work to another manager: a container to the daemon of its engine, a process to a systemd, to at(1), to
# Slurm, to the server of tmux or screen, or by ssh to a login from this machine to itself. That work is in neither the
# tree nor the cgroup of the run and has no mark. It is searched for only if the words of the command, or a script among
# them, name such a manager (fs_managers; fs_seek_managers calls fs_list_managers).
# Whatever exists after the run and did not before is reported; it gets no signal, since it may belong to somebody else.
# Not done for a simulated host, where it would be that of the real machine.

# The managers named by scripts among these words; the first word is the program.
fs_list_managers() {
  [ -z "$1" ] || cd -- "$1" || return 0
  shift
  fs_file=$(command -v "$1") && shift && set -- "$fs_file" "$@"
  for fs_file; do
    [ -f "$fs_file" ] || continue
    fs_line=
    read -r fs_line <"$fs_file"
    case $fs_line in ?ELF*) continue ;; esac
    head -c 65536 "$fs_file" | tr -cs 'A-Za-z0-9_-' '\n' | grep -xF -e docker -e docker-compose -e nerdctl -e podman \
      -e systemd-run -e systemctl -e at -e batch -e srun -e sbatch -e ssh -e tmux -e screen
  done
} 2>/dev/null

# Called before the tool starts.
fs_look_before() {
  fs_all=$fs_managers fs_managers=
  [ -z "${FABRICSCOPE_ROOT:-}" ] || return 0
  for fs_one in $fs_all $(fs_seek_managers); do fs_managers="$fs_managers$fs_one "; done
  [ "$fs_managers" ] || return 0
  for fs_one in $(fs_list_managed); do fs_managed_before="$fs_managed_before $fs_one "; done
}

# Calls an engine's program with the environment of the tool, which gives the address of the engine. An engine that does
# not answer is skipped. podman only if it is named: it has no daemon, and creates files in the home folder.
fs_list_boxes() {
  command -v timeout >/dev/null || return 0
  for fs_program in docker nerdctl podman; do
    case $fs_managers in *"$fs_program"*) ;; *) continue ;; esac
    (
      fs_export
      unset FABRICSCOPE_RUN
      ! command -v "$fs_program" >/dev/null || timeout 2 "$fs_program" ps -q
    ) </dev/null | sed -n 's/^\([0-9a-f]\{12\}\)[0-9a-f]*$/container:\1/p'
  done
} 2>/dev/null

# `container:ID` of each container with a process here, which needs no permission to use its engine, and `PID PATH` of
# possible processes of managers. Not those of Kubernetes, nor those of podman, whose processes have the mark.
fs_list_groups() {
  grep -sH / "$fs_proc"/[0-9]*/cgroup |
    sed -n -e '/kubepods/d' -e '/libpod/d' -e '/\/fabricscope-[0-9a-f]\{32\}/d' \
      -e 's,^.*[/-]\([0-9a-f]\{12\}\)[0-9a-f]\{52\}.*$,container:\1,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*/job_[0-9]*\).*$,\1 \2,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*/run-[^/]*\.scope\).*$,\1 \2,p' -e t \
      -e 's,^.*/\([0-9][0-9]*\)/cgroup:[^/]*\(/.*\.service\).*$,\1 \2,p'
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
  case $fs_managers in *docker* | *nerdctl* | *podman*) fs_list_boxes ;; esac
  fs_list_windows
  fs_list_groups | while read -r fs_one fs_path; do
    case $fs_one:$fs_managers in
    container:*:*docker* | container:*:*nerdctl*) echo "$fs_one" ;;
    container:*) ;;
    *) fs_is_managed "$fs_one" "$fs_path" && fs_look_at "$fs_one" && echo "$fs_one:$fs_started" ;;
    esac
  done
}

# Called after the run: fs_managed, what is new and not otherwise known to be left of the run. A login whose client has
# just been ended takes a moment to end.
fs_seek_managed() {
  fs_managed=
  [ "$fs_managers" ] || return 0
  fs_compare_managed
  [ -z "$fs_managed" ] || { sleep 1 && fs_compare_managed; }
}
fs_compare_managed() {
  fs_managed=
  for fs_one in $(fs_list_managed); do
    case " $fs_managed_before $fs_managed $fs_known $fs_strays " in
    *" $fs_one "*) ;;
    *) fs_managed="$fs_managed$fs_one " ;;
    esac
  done
}
