# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Reads the counters of a host again and again until it is ended; writes nothing on the host. Arguments: the seconds
# between two readings, then names of RDMA devices and network interfaces; without names, all of them. A line
#     KIND NAME KEY=VALUE ...
# has the contents of files of these names, unchanged: counts since boot or since the driver was loaded, and current
# values. `?`: the file exists and cannot be read. The line `time` has the seconds since boot, by a monotonic clock, for
# the lines after it.
fs_root=${FABRICSCOPE_ROOT:-}
fs_most=64 # maximum devices of a kind
fs_period=$1
shift
fs_named=" $* "

fs_port_keys='port_xmit_data port_rcv_data port_xmit_wait port_xmit_discards port_rcv_errors symbol_error link_downed
link_error_recovery excessive_buffer_overrun_errors'
fs_hw_keys='tx_rdma_ucast_bytes rx_rdma_ucast_bytes tx_bytes rx_bytes sent_bytes rcvd_bytes out_of_sequence packet_seq_err
local_ack_timeout_err rnr_nak_retry_err duplicate_request roce_adp_retrans to_retransmits tx_rdma_retx_bytes
tx_rdma_ack_timeout req_rx_pkt_seq_err req_tx_retry_excd_err retry_exceeded_err completer_retry_err seq_err_naks_rcvd
np_cnp_sent rp_cnp_handled np_ecn_marked_roce_packets tx_cnp_pkts rx_cnp_pkts rx_rdma_cnp_pkts tx_rdma_cnp_pkts
rx_rdma_ecn_pkts rx_icrc_encapsulated'
fs_net_keys='tx_bytes rx_bytes tx_errors rx_errors tx_dropped rx_dropped'
fs_gpu_keys='gpu_busy_percent mem_busy_percent current_link_speed current_link_width'
fs_hwmon_keys='power1_average power1_input power1_cap temp1_input temp2_input temp3_input temp2_crit freq1_input'

# Adds KEY=VALUE of the files of a folder to fs_line. Of a text with blanks ("32.0 GT/s PCIe") only the first word.
fs_values() {
  fs_folder=$1
  shift
  for fs_key; do
    [ -e "$fs_folder/$fs_key" ] || continue
    fs_value=
    { read -r fs_value _ <"$fs_folder/$fs_key"; } 2>/dev/null
    fs_line="$fs_line $fs_key=${fs_value:-?}"
  done
}

fs_tell() { [ "$fs_line" = "$1" ] || echo "$fs_line"; }

# Names that can be a word of a line.
fs_is_plain() { case $1 in '' | *[!A-Za-z0-9_.:@-]*) return 1 ;; esac; }

fs_is_wanted() {
  case $fs_named in '  ' | *" $1 "*) ;; *) return 1 ;; esac
}

# fs_rdma, fs_nets and fs_gpus: the devices at the start. The interfaces of an RDMA device belong to it.
fs_look() {
  fs_rdma='' fs_nets='' fs_gpus='' fs_count=0
  for fs_device in "$fs_root"/sys/class/infiniband/*; do
    fs_name=${fs_device##*/}
    { fs_is_plain "$fs_name" && fs_is_wanted "$fs_name" && [ -d "$fs_device/ports" ]; } || continue
    [ "$fs_count" -lt "$fs_most" ] || break
    fs_count=$((fs_count + 1)) fs_rdma="$fs_rdma $fs_name"
    [ "$fs_named" = '  ' ] && continue
    for fs_net in "$fs_device"/device/net/*; do
      [ ! -e "$fs_net" ] || fs_named="$fs_named${fs_net##*/} "
    done
    # A software device has no card: the interface below it is in its GIDs.
    [ -e "$fs_device/device" ] || for fs_net in "$fs_device"/ports/*/gid_attrs/ndevs/0; do
      { read -r fs_net <"$fs_net" && fs_named="$fs_named$fs_net "; } 2>/dev/null
    done
  done
  fs_count=0
  for fs_device in "$fs_root"/sys/class/net/*; do
    fs_name=${fs_device##*/}
    { fs_is_plain "$fs_name" && fs_is_wanted "$fs_name" && [ -d "$fs_device/statistics" ]; } || continue
    [ "$fs_count" -lt "$fs_most" ] || break
    fs_count=$((fs_count + 1)) fs_nets="$fs_nets $fs_name"
  done
  fs_count=0
  for fs_device in "$fs_root"/sys/bus/pci/drivers/amdgpu/*:* "$fs_root"/sys/bus/pci/drivers/nvidia/*:*; do
    { fs_is_plain "${fs_device##*/}" && [ -d "$fs_device" ] && [ "$fs_count" -lt "$fs_most" ]; } || continue
    fs_count=$((fs_count + 1)) fs_gpus="$fs_gpus $fs_device"
  done
}

# While its file is read, amdgpu counts packets for a second, and then reports received, sent, and the largest packet in
# bytes: each GPU has its own reader. Newer GPUs have no such file.
fs_count_packets() {
  while read -r fs_in fs_out fs_packet <"$1/pcie_bw"; do
    case $fs_in$fs_out$fs_packet in '' | *[!0-9]*) return ;; esac
    echo "pcie ${1##*/} received_bytes=$((fs_in * fs_packet)) sent_bytes=$((fs_out * fs_packet))"
    sleep "$fs_period" || return
  done
}

fs_read_host() {
  if read -r fs_word fs_user fs_nice fs_system fs_idle fs_iowait fs_irq fs_softirq fs_steal _ <"$fs_root/proc/stat" &&
    [ "$fs_word" = cpu ]; then
    echo "cpu - user=$fs_user nice=$fs_nice system=$fs_system idle=$fs_idle iowait=$fs_iowait irq=$fs_irq" \
      "softirq=$fs_softirq steal=${fs_steal:-0}"
  fi
  [ -r "$fs_root/proc/meminfo" ] || return
  while read -r fs_word fs_value _; do
    case $fs_word in MemAvailable:) echo "memory - available_kib=$fs_value" && break ;; esac
  done <"$fs_root/proc/meminfo"
}

# Pauses reported by the driver: querying the NIC takes long, so not in each reading.
fs_read_pauses() {
  command -v ethtool >/dev/null || return
  for fs_name in $fs_nets; do
    fs_line="pause $fs_name"
    fs_text=$(ethtool -S "$fs_name" 2>/dev/null)
    while read -r fs_key fs_value _; do
      case $fs_key in rx_pause*: | tx_pause*: | rx_prio*_pause: | tx_prio*_pause: | frames_[rt]x_*pause: | *pfc*:) ;; *) continue ;; esac
      case $fs_value in '' | *[!0-9]*) continue ;; esac
      fs_is_plain "${fs_key%:}" && fs_line="$fs_line ${fs_key%:}=$fs_value"
    done <<END
$fs_text
END
    fs_tell "pause $fs_name"
  done
}

# shellcheck disable=SC2086 # lists of names without blanks
fs_read_all() {
  read -r fs_up _ </proc/uptime || exit 1
  echo "time $fs_up"
  fs_read_host
  for fs_name in $fs_rdma; do
    for fs_port in "$fs_root/sys/class/infiniband/$fs_name"/ports/*; do
      fs_line="rdma $fs_name/${fs_port##*/}"
      fs_values "$fs_port/counters" $fs_port_keys
      fs_values "$fs_port/hw_counters" $fs_hw_keys
      fs_tell "rdma $fs_name/${fs_port##*/}"
    done
  done
  for fs_name in $fs_nets; do
    fs_line="net $fs_name"
    fs_values "$fs_root/sys/class/net/$fs_name/statistics" $fs_net_keys
    fs_tell "net $fs_name"
  done
  for fs_device in $fs_gpus; do
    fs_line="gpu ${fs_device##*/}"
    fs_values "$fs_device" $fs_gpu_keys
    for fs_sensors in "$fs_device"/hwmon/hwmon*; do fs_values "$fs_sensors" $fs_hwmon_keys; done
    fs_tell "gpu ${fs_device##*/}"
  done
}

fs_counters() {
  echo '# fabricscope counters 1'
  fs_look
  for fs_device in $fs_gpus; do
    [ ! -r "$fs_device/pcie_bw" ] || fs_count_packets "$fs_device" &
  done
  fs_turn=0
  while :; do
    fs_read_all
    [ "$((fs_turn % 10))" -ne 0 ] || fs_read_pauses
    fs_turn=$((fs_turn + 1))
    sleep "$fs_period" || exit
  done
}
fs_counters 2>/dev/null
