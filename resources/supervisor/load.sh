# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Who uses the GPUs and NICs now: `uses PID DEVICE` for what holds a device's file open, has memory of a GPU (KFD), or
# is known by its name; then `process PID UID SECONDS WORDS` for each. Without root the open files of others are not
# seen; KFD's list and the names are.
fs_uses=' '
fs_use() {
  fs_say uses "$1" "$2"
  case $fs_uses in *" $1 "*) ;; *) fs_uses="$fs_uses$1 " ;; esac
}

fs_open_files() {
  # shellcheck disable=SC2010,SC2012 # one ls for all links; no name that matters has a blank
  ls -l /proc/[0-9]*/fd 2>/dev/null |
    grep -E '^/proc/|-> /dev/(kfd|nvidia[0-9]+|infiniband/uverbs[0-9]+|vfio/[0-9]+|accel/accel[0-9]+)$' |
    while read -r fs_line; do
      case $fs_line in
      /proc/*) fs_pid=${fs_line#/proc/} fs_pid=${fs_pid%%/*} ;;
      *) echo "$fs_pid ${fs_line##* -> /dev/}" ;;
      esac
    done | sort -u
}

fs_by_name() {
  for fs_file in /proc/[0-9]*/comm; do
    { read -r fs_name <"$fs_file"; } 2>/dev/null || continue
    case $fs_name in
    ib_write_* | ib_read_* | ib_send_* | ib_atomic_* | raw_ethernet_* | *_perf | reduce_scatter_ | rvs | TransferBench | nvbandwidth | \
      rocm_bandwidth* | rocm-bandwidth*)
      fs_file=${fs_file#/proc/}
      echo "${fs_file%/comm} $fs_name"
      ;;
    esac
  done
}

fs_process() {
  fs_look_at "$1" || return
  fs_uid=$({ while read -r fs_key fs_value _; do [ "$fs_key" != Uid: ] || echo "$fs_value"; done <"/proc/$1/status"; } 2>/dev/null)
  read -r fs_up _ </proc/uptime
  fs_words=$(tr '\0\n' '  ' <"/proc/$1/cmdline" 2>/dev/null | head -c 300)
  fs_say process "$1" "${fs_uid:-?}" "$((${fs_up%%.*} - fs_started / fs_ticks))" "${fs_words:-?}"
}

fs_load() {
  fs_say begin
  fs_ticks=$(getconf CLK_TCK 2>/dev/null || echo 100)
  fs_lines=$(
    fs_open_files
    fs_by_name
    for fs_file in /sys/class/kfd/kfd/proc/[0-9]*; do
      [ ! -e "$fs_file" ] || echo "${fs_file##*/} kfd"
    done
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
