# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Lists the current users of the GPUs and NICs: `uses PID DEVICE` for a process that has the device file open, has memory
# of a GPU (KFD), or is known by its name; then `process PID UID SECONDS WORDS` for each. `names DEVICE gpu NUMBER` and
# `names DEVICE nic NAME` identify such a device: a GPU by the number that programs use. Without root the open files of
# other users are not visible, KFD's list and the names are: `sees processes`; if other users' processes are hidden
# (hidepid): `sees own`. Processes and devices of a simulated host are below its root, like its files.
fs_uses=' ' fs_proc=$fs_prefix/proc fs_sys=$fs_prefix/sys
fs_use() {
  # Programs that read the counters for our own run do not count as load.
  ! { tr '\0' '\n' <"$fs_proc/$1/environ"; } 2>/dev/null | grep -q "^FABRICSCOPE_TELEMETRY=" || return 0
  fs_say uses "$1" "$2"
  case $fs_uses in *" $1 "*) ;; *) fs_uses="$fs_uses$1 " ;; esac
}

fs_open_files() {
  # shellcheck disable=SC2010,SC2012 # one ls for all links; no name that matters has a blank. One folder alone it would not name.
  (cd "$fs_proc" && ls -l [0-9]*/fd version 2>/dev/null) |
    grep -E '^[0-9]+/fd:|-> /dev/(kfd|nvidia[0-9]+|infiniband/uverbs[0-9]+|vfio/[0-9]+|accel/accel[0-9]+)$' |
    while read -r fs_line; do
      case $fs_line in
      [0-9]*/fd:) fs_pid=${fs_line%%/*} ;;
      *) echo "$fs_pid ${fs_line##* -> /dev/}" ;;
      esac
    done | sort -u
}

# From KFD: the GPU, by KFD's number, if the process has memory of it.
fs_by_kfd() {
  for fs_folder in "$fs_sys"/class/kfd/kfd/proc/[0-9]*; do
    [ -e "$fs_folder" ] || continue
    fs_device=
    for fs_file in "$fs_folder"/vram_*; do
      { read -r fs_bytes <"$fs_file"; } 2>/dev/null || continue
      [ "$fs_bytes" != 0 ] || continue
      fs_device="kfd:${fs_file##*_}"
      echo "${fs_folder##*/} $fs_device"
    done
    [ "$fs_device" ] || echo "${fs_folder##*/} kfd"
  done
}

# HIP counts GPUs in the order of KFD's nodes.
fs_name_amd() {
  fs_n=0 fs_gpu=0
  while [ -e "$fs_sys/class/kfd/kfd/topology/nodes/$fs_n" ]; do
    fs_id=0
    { read -r fs_id <"$fs_sys/class/kfd/kfd/topology/nodes/$fs_n/gpu_id"; } 2>/dev/null
    fs_n=$((fs_n + 1))
    [ "${fs_id:-0}" != 0 ] || continue
    fs_say names "kfd:$fs_id" gpu "$fs_gpu"
    fs_gpu=$((fs_gpu + 1))
  done
}

# CUDA counts GPUs of one model in the order of their addresses; if models differ, the fastest one is first.
fs_name_nvidia() {
  [ "$(cat "$fs_proc"/driver/nvidia/gpus/*/information 2>/dev/null | grep '^Model:' | sort -u | grep -c .)" = 1 ] || return 0
  fs_gpu=0
  for fs_folder in "$fs_proc"/driver/nvidia/gpus/*; do
    fs_say names "${fs_folder##*/}" gpu "$fs_gpu"
    while read -r fs_key fs_word fs_value; do
      [ "$fs_key $fs_word" != 'Device Minor:' ] || fs_say names "nvidia$fs_value" gpu "$fs_gpu"
    done <"$fs_folder/information"
    fs_gpu=$((fs_gpu + 1))
  done
}

fs_name_nics() {
  for fs_file in "$fs_sys"/class/infiniband_verbs/uverbs*/ibdev; do
    { read -r fs_name <"$fs_file"; } 2>/dev/null || continue
    fs_folder=${fs_file%/ibdev}
    fs_say names "infiniband/${fs_folder##*/}" nic "$fs_name"
  done
}

fs_tell_sight() {
  [ "$(id -u)" != 0 ] || return 0
  if [ -e "$fs_proc/1/stat" ]; then fs_say sees processes; else fs_say sees own; fi
}

# A setting of logind.conf(5): its effective value, else that in the files: the last one of the main file and its
# drop-ins, where a drop-in in /etc hides those of its name elsewhere.
fs_logind_files() {
  for fs_folder in /etc /run /usr/local/lib /usr/lib; do
    [ ! -e "$fs_folder/systemd/logind.conf" ] || { echo "$fs_folder/systemd/logind.conf" && break; }
  done
  fs_seen=' '
  for fs_file in /etc/systemd/logind.conf.d/*.conf /run/systemd/logind.conf.d/*.conf /usr/lib/systemd/logind.conf.d/*.conf; do
    fs_name=${fs_file##*/}
    case $fs_seen in *" $fs_name "*) continue ;; esac
    [ -e "$fs_file" ] || continue
    fs_seen="$fs_seen$fs_name "
    echo "$fs_name $fs_file"
  done | sort | sed 's/^[^ ]* //'
}
fs_logind_setting() {
  fs_value=$(busctl --timeout=3 get-property org.freedesktop.login1 /org/freedesktop/login1 \
    org.freedesktop.login1.Manager "$1" 2>/dev/null)
  case $fs_value in
  'b true') echo yes ;;
  'b '*) echo no ;;
  'as '*) echo "$fs_value" | tr -d '"' ;;
  *) [ ! -d /run/systemd/system ] || fs_logind_files | while read -r fs_file; do cat "$fs_file"; done 2>/dev/null |
    sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" | tail -n 1 ;;
  esac
}

# Whether something ends processes that this user leaves behind: `ends logind` at the last logout, by
# KillUserProcesses= if the user does not linger; `ends slurm JOB` with the job into which pam_slurm_adopt(8) has put this
# login, "-" if the job is unknown. By default neither applies to root.
fs_tell_ends() {
  [ -z "${FABRICSCOPE_ROOT:-}" ] || return 0 # does not apply to a simulated host
  fs_user=$(id -un)
  fs_job=$(sed -n 's,.*/job_\([0-9][0-9]*\).*,\1,p' /proc/self/cgroup 2>/dev/null | head -n 1)
  if [ "$fs_job" ]; then
    fs_say ends slurm "$fs_job"
  elif [ "$fs_user" != root ] && grep -qs '^[^#]*pam_slurm_adopt' /etc/pam.d/sshd /etc/pam.d/common-account \
    /etc/pam.d/common-session /etc/pam.d/password-auth /etc/pam.d/system-auth; then
    fs_say ends slurm -
  fi
  [ ! -e "/var/lib/systemd/linger/$fs_user" ] || return 0
  case $(fs_logind_setting KillUserProcesses) in yes | true | on | 1) ;; *) return 0 ;; esac
  fs_only=$(fs_logind_setting KillOnlyUsers | sed 's/^as [0-9]*//')
  case " $fs_only " in '  ' | *" $fs_user "*) ;; *) return 0 ;; esac
  fs_except=$(fs_logind_setting KillExcludeUsers | sed 's/^as [0-9]*//')
  case " ${fs_except:-root} " in *" $fs_user "*) ;; *) fs_say ends logind ;; esac
}

fs_by_name() {
  for fs_file in "$fs_proc"/[0-9]*/comm; do
    { read -r fs_name <"$fs_file"; } 2>/dev/null || continue
    case $fs_name in
    ib_write_* | ib_read_* | ib_send_* | ib_atomic_* | raw_ethernet_* | *_perf | reduce_scatter_ | rvs | TransferBench | nvbandwidth | \
      rocm_bandwidth* | rocm-bandwidth*)
      fs_file=${fs_file%/comm}
      echo "${fs_file##*/} $fs_name"
      ;;
    esac
  done
}

fs_process() {
  fs_look_at "$1" || return
  fs_uid=$({ while read -r fs_key fs_value _; do [ "$fs_key" != Uid: ] || echo "$fs_value"; done <"$fs_proc/$1/status"; } 2>/dev/null)
  read -r fs_up _ <"$fs_proc/uptime"
  fs_words=$(tr '\0\n' '  ' <"$fs_proc/$1/cmdline" 2>/dev/null | head -c 300)
  fs_say process "$1" "${fs_uid:-?}" "$((${fs_up%%.*} - fs_started / fs_ticks))" "${fs_words:-?}"
}

fs_load() {
  fs_say begin
  fs_tell_sight
  fs_tell_ends
  fs_name_amd
  fs_name_nvidia
  fs_name_nics
  fs_ticks=$(getconf CLK_TCK 2>/dev/null || echo 100)
  fs_lines=$(
    fs_open_files
    fs_by_name
    fs_by_kfd
    nvidia-smi --query-compute-apps=pid,gpu_bus_id --format=csv,noheader 2>/dev/null | tr -d ,
  )
  while read -r fs_pid fs_device; do
    case $fs_pid in '' | *[!0-9]*) ;; *) fs_use "$fs_pid" "$fs_device" ;; esac
  done <<END
$fs_lines
END
  for fs_pid in $fs_uses; do fs_process "$fs_pid"; done
  fs_say "done"
}
fs_load </dev/null
