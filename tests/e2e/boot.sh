#!/bin/bash
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boot.sh start DIR [SECONDS]   boots the emulated server and waits until it can be reached over SSH (default: 300 s)
# boot.sh stop DIR              ends it
#
# DIR receives pid, port, serial.log and ssh_config with the aliases server (root), visitor (an ordinary user) and
# sudoer (one sudoers line):
#   ssh -F DIR/ssh_config server lspci -tv
#
# The machine, emulated in software (TCG), two NUMA nodes:
#   node 0  root ports 20:00.0 and 20:01.0, node 1 root ports 60:00.0 and 60:01.0; below each an x3130 switch with two
#           downstream ports, with a display controller (in place of a GPU) and an e1000e NIC
#   node 1  also root port 60:02.0 with an NVMe drive that has two virtual functions (SR-IOV)
#   the switches train at 2.5 GT/s x1 below root ports of 16 GT/s x16
# It ends automatically after FABRICSCOPE_E2E_SECONDS (3600).
# FABRICSCOPE_E2E_NICS sets the NIC below each switch, by the last byte of its address: "00 01 10 11" (with two NICs
# swapped: "10 01 00 11").
# FABRICSCOPE_E2E_WIRE connects the first FABRICSCOPE_E2E_WIRED of these NICs (1: 0000:24:00.0; flat: 0000:00:0a.0)
# with those of every other machine on the same wire: GROUP:PORT of a multicast group on this machine's loopback,
# "230.0.0.1:23456". Without it the NICs are not connected.
# FABRICSCOPE_E2E_APPEND is appended to the kernel's command line (default: iommu=pt).
# FABRICSCOPE_E2E_SHAPE=hypervisor boots the image with QEMU in it, for a VM in the VM (make_guest.sh). =flat boots a
# machine like a VM of such a server: no NUMA, no switches, two displays at 00:08.0 and 00:09.0 and two e1000e NICs at
# 00:0a.0 and 00:0b.0, with the addresses of FABRICSCOPE_E2E_NICS ("00 01").
# FABRICSCOPE_E2E_IMAGE=sessions boots the image in which each user who logs in has a systemd instance.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() { echo "boot: $*" >&2; }
die() { say "$*"; exit 1; }

# A free port of 127.0.0.1. Another process may take it before QEMU does: start() then tries another one.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    if ! (: <"/dev/tcp/127.0.0.1/${port}") 2>/dev/null; then
      echo "${port}"
      return
    fi
  done
}

# The network that NIC number $1 (from 0) is connected to.
network_of() {
  if [ "$1" -lt "${FABRICSCOPE_E2E_WIRED:-1}" ] && [ -n "${FABRICSCOPE_E2E_WIRE:-}" ]; then
    echo "socket,mcast=${FABRICSCOPE_E2E_WIRE},localaddr=127.0.0.1"
  else
    echo "user,restrict=on"
  fi
}

# no_timer_check: on a busy machine the emulated timer ticks too late for the kernel's own check, and it panics.
common_arguments() {
  local image=$1 port=$2 mac=01
  [ "${shape}" != flat ] || mac=02 # the guest's own address, not its host's
  machine+=(-accel "tcg,thread=multi" -cpu max -kernel "${image}/vmlinuz" -initrd "${image}/initrd.gz"
    -append "console=ttyS0 root=/dev/vda rw no_timer_check intel_iommu=on ${FABRICSCOPE_E2E_APPEND-iommu=pt}"
    -drive "file=${image}/disk.img,if=none,id=d0,format=raw,snapshot=on" -device "virtio-blk-pci,drive=d0,bus=pcie.0"
    -netdev "user,id=mg,hostfwd=tcp:127.0.0.1:${port}-:22"
    -device "virtio-net-pci,netdev=mg,bus=pcie.0,mac=52:54:00:00:00:${mac}" -display none -monitor none)
}

flat_arguments() {
  local number nics nic_slots=(a b)
  read -r -a nics <<<"${FABRICSCOPE_E2E_NICS:-00 01}"
  machine+=(-M q35 -vga none -smp 1 -m 768)
  for number in 0 1; do
    machine+=(-device "bochs-display,bus=pcie.0,addr=0x$((8 + number))" -netdev "$(network_of "${number}"),id=n${number}"
      -device "e1000e,netdev=n${number},bus=pcie.0,addr=0x${nic_slots[number]},mac=52:54:00:00:01:${nics[number]}")
  done
}

server_arguments() {
  local node switch downstream bus chassis=1 buses=(32 96) nics half=$1
  read -r -a nics <<<"${FABRICSCOPE_E2E_NICS:-00 01 10 11}"
  machine+=(-M "q35,kernel-irqchip=split" -smp 2 -m "$((2 * half))"
    -object "memory-backend-ram,id=m0,size=${half}M" -object "memory-backend-ram,id=m1,size=${half}M"
    -numa "node,nodeid=0,cpus=0,memdev=m0" -numa "node,nodeid=1,cpus=1,memdev=m1"
    -device "intel-iommu,intremap=on,device-iotlb=on")
  for node in 0 1; do
    machine+=(-device "pxb-pcie,id=pxb${node},bus=pcie.0,bus_nr=${buses[node]},numa_node=${node}")
    for switch in 0 1; do
      bus=${node}${switch}
      machine+=(-device "pcie-root-port,id=rp${bus},bus=pxb${node},chassis=${chassis},slot=1,x-speed=16,x-width=16"
        -device "x3130-upstream,id=up${bus},bus=rp${bus}")
      for downstream in 0 1; do
        machine+=(-device "xio3130-downstream,id=dp${bus}${downstream},bus=up${bus},chassis=$((chassis + 1)),slot=${downstream}")
      done
      machine+=(-device "bochs-display,bus=dp${bus}0"
        -netdev "$(network_of "$((node * 2 + switch))"),id=n${bus}"
        -device "e1000e,netdev=n${bus},bus=dp${bus}1,mac=52:54:00:00:01:${nics[node * 2 + switch]}")
      chassis=$((chassis + 2))
    done
  done
  machine+=(-device "pcie-root-port,id=rpn,bus=pxb1,chassis=${chassis},slot=1,x-speed=16,x-width=16"
    -device "nvme-subsys,id=subsys0,nqn=nqn.2026-01.org.fabricscope:e2e"
    -device "nvme,serial=FSE2E0001,bus=rpn,subsys=subsys0,sriov_max_vfs=2,sriov_vq_flexible=4,sriov_vi_flexible=2")
}

write_ssh_config() {
  local dir=$1 image=$2 port=$3 alias user
  printf '[127.0.0.1]:%s %s\n' "${port}" "$(cat "${image}/host_key.pub")" >"${dir}/known_hosts"
  for alias in server visitor sudoer; do
    user=${alias/server/root}
    cat <<CONFIG
Host ${alias}
  HostName 127.0.0.1
  Port ${port}
  User ${user}
  IdentityFile ${image}/id_ed25519
  IdentitiesOnly yes
  UserKnownHostsFile ${dir}/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  LogLevel ERROR
CONFIG
  done >"${dir}/ssh_config"
  [ -e "${image}/guest_key.pub" ] || return 0
  printf '[127.0.0.1]:2222 %s\n' "$(cat "${image}/guest_key.pub")" >>"${dir}/known_hosts"
  cat >>"${dir}/ssh_config" <<CONFIG
Host guest
  HostName 127.0.0.1
  Port 2222
  User root
  ProxyJump server
  IdentityFile ${image}/id_ed25519
  IdentitiesOnly yes
  UserKnownHostsFile ${dir}/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  LogLevel ERROR
CONFIG
}

arguments() {
  machine=()
  case ${shape} in
    server) server_arguments 768 ;;
    hypervisor) server_arguments 1536 ;;
    flat) flat_arguments ;;
    *) die "FABRICSCOPE_E2E_SHAPE is server, hypervisor or flat, not ${shape}" ;;
  esac
  common_arguments "$1" "$2"
}

running() { [ -s "$1/pid" ] && kill -0 "$(cat "$1/pid")" 2>/dev/null; }

launch() {
  local dir=$1 image=$2 attempt
  for attempt in 1 2 3; do
    port=$(free_port)
    arguments "${image}" "${port}"
    # A limit in case the caller forgets to stop it or dies: it never runs for longer.
    nice timeout --kill-after=10 "${FABRICSCOPE_E2E_SECONDS:-3600}" qemu-system-x86_64 "${machine[@]}" -serial "file:${dir}/serial.log" >"${dir}/qemu.log" 2>&1 </dev/null &
    echo $! >"${dir}/pid"
    sleep 1
    if running "${dir}"; then
      echo "${port}" >"${dir}/port"
      write_ssh_config "${dir}" "${image}" "${port}"
      return
    fi
    say "QEMU ended at once (attempt ${attempt}): $(tail -n 3 "${dir}/qemu.log")"
  done
  die "QEMU does not start"
}

start() {
  local dir seconds=${2:-300} image
  mkdir -p "$1"
  dir=$(cd "$1" && pwd)
  ! running "${dir}" || die "a machine runs already in ${dir}"
  shape=${FABRICSCOPE_E2E_SHAPE:-server}
  image=$("${here}/make_image.sh" "${FABRICSCOPE_E2E_IMAGE:-${shape/flat/server}}")
  launch "${dir}" "${image}"
  SECONDS=0
  until ssh -F "${dir}/ssh_config" -o ConnectTimeout=5 -o BatchMode=yes server true 2>"${dir}/ssh.log"; do
    running "${dir}" || die "the machine ended: see ${dir}/serial.log and ${dir}/qemu.log"
    if grep -aq 'Kernel panic' "${dir}/serial.log"; then
      stop "${dir}"
      die "its kernel panicked: see ${dir}/serial.log"
    fi
    if [ "${SECONDS}" -ge "${seconds}" ]; then
      stop "${dir}"
      die "no answer in ${seconds} s ($(tail -n 1 "${dir}/ssh.log")): see ${dir}/serial.log"
    fi
    sleep 2
  done
  say "the emulated server answers after ${SECONDS} s: ssh -F ${dir}/ssh_config server"
}

stop() {
  local dir=$1 pid
  [ -s "${dir}/pid" ] || return 0
  pid=$(cat "${dir}/pid")
  # The pid may have been reused: only a QEMU process is ended.
  if grep -q qemu-system "/proc/${pid}/cmdline" 2>/dev/null; then
    kill "${pid}" 2>/dev/null || true
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      kill -0 "${pid}" 2>/dev/null || break
      sleep 0.3
    done
    kill -9 "${pid}" 2>/dev/null || true
  fi
  rm -f "${dir}/pid"
}

case ${1:-} in
  start) [ $# -ge 2 ] || die "start needs a folder"; start "$2" "${3:-300}" ;;
  stop) [ $# -eq 2 ] || die "stop needs a folder"; stop "$2" ;;
  *) die "usage: boot.sh start DIR [SECONDS] | boot.sh stop DIR" ;;
esac
