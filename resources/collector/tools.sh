# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Output of the host's programs, if installed. One line adds a tool: its section, then its command.

fs_tools() {
    fs_begin tools
    fs_eager=1
    # Quick ones first: they only ask the kernel.
    fs_patience 10
    fs_tool tool-ip-addr ip -o addr
    fs_tools_virtual_links
    fs_tool tool-numactl-h numactl -H
    fs_tool tool-lscpu lscpu
    fs_tool tool-detect-virt systemd-detect-virt -v
    # The root part brings the kernel's log, which is the largest of all sections.
    fs_is_root || fs_tool tool-dmesg dmesg
    fs_tool tool-rdma-link rdma link
    fs_lldp
    # These talk to devices.
    fs_patience 20
    fs_tool tool-ibv-devinfo ibv_devinfo
    fs_tool tool-ibdev2netdev ibdev2netdev -v
    fs_tool tool-nvidia-smi-q-x nvidia-smi -q -x
    fs_tool tool-nvidia-smi-topo nvidia-smi topo -m
    fs_tool tool-nvidia-smi-nvlink nvidia-smi nvlink -s
    fs_tool tool-amd-smi-list amd-smi list
    fs_tool tool-amd-smi-static amd-smi static
    fs_tool tool-amd-smi-topology amd-smi topology
    fs_tool tool-rocm-smi-topo rocm-smi --showtopo
    fs_tools_lspci
    fs_done
}

# MACs of virtual functions: once bound to vfio-pci, only the physical function knows them.
fs_tools_virtual_links() {
    for fs_file in "$fs_root"/sys/class/net/*/device/virtfn0; do
        [ -e "$fs_file" ] || continue
        fs_tool tool-ip-link ip link show
        return
    done
}

# Where the kernel shows configurations, we read them ourselves.
fs_tools_lspci() {
    for fs_file in "$fs_root"/sys/bus/pci/devices/*/config; do
        [ ! -r "$fs_file" ] || return 0
    done
    fs_tool tool-lspci lspci -Dvvvnn
}
fs_tools </dev/null 2>/dev/null
