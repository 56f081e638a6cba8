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
    fs_patience 5
    fs_libraries
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

# The versions of NCCL and RCCL that are installed, as names, links and texts; nothing of them is started.
fs_libraries() {
    fs_in nccl-libraries / || {
        fs_end
        return
    }
    fs_read=' '
    fs_count=0
    fs_texts=0
    fs_libraries_of_linker
    for fs_each in "$fs_root"/usr/lib/*-linux-gnu "$fs_root"/usr/lib64 "$fs_root"/usr/local/lib \
        "$fs_root"/usr/local/nccl*/lib "$fs_root"/opt/nccl*/lib "$fs_root"/opt/rocm*/lib; do
        fs_library folder "$fs_each/libnccl.so.2"
        fs_library folder "$fs_each/librccl.so.1"
    done
    fs_libraries_of_python
    cd -P "$fs_root/" || :
    for fs_file in opt/rocm*/.info/version; do
        [ ! -r "$fs_file" ] || ! read -r fs_line <"$fs_file" || fs_out="$fs_out$fs_file:$fs_line$fs_nl"
    done
    fs_flush
    # With a second file, so that grep prints the name of a single one.
    grep -sE '^#define NCCL_(MAJOR|MINOR|PATCH) ' /dev/null usr/include/nccl.h usr/local/include/nccl.h \
        opt/rocm*/include/rccl/rccl.h | head -n 64
    fs_end
}

fs_libraries_of_linker() {
    fs_found=${LD_LIBRARY_PATH:-}:
    while [ -n "$fs_found" ]; do
        fs_each=${fs_found%%:*}
        fs_found=${fs_found#*:}
        case $fs_each in
        /*)
            fs_library LD_LIBRARY_PATH "$fs_root${fs_each%/}/libnccl.so.2"
            fs_library LD_LIBRARY_PATH "$fs_root${fs_each%/}/librccl.so.1"
            ;;
        esac
    done
    # Of a host that is seen at a prefix, the linker's cache is not at hand: this one is the container's.
    [ -z "$fs_root" ] || [ -n "$fs_simulated" ] || return 0
    fs_find ldconfig || return 0
    # shellcheck disable=SC2086
    fs_found=$($fs_limit "$fs_command" -p | sed -n 's/^.*lib[nr]ccl\.so\.[12] .*=> //p' | head -n 8)
    IFS=$fs_nl
    for fs_each in $fs_found; do
        IFS=$fs_default_ifs
        fs_library ldconfig "$fs_root$fs_each"
    done
    IFS=$fs_default_ifs
}

# The wheels in Python environments have libraries of their own.
fs_libraries_of_python() {
    fs_home=$fs_root${HOME:-/root}
    for fs_prefix in "$fs_root"/usr "$fs_root"/usr/local "$fs_root"/opt/* "$fs_root"/opt/*conda*/envs/* \
        "$fs_root${VIRTUAL_ENV:-/usr}" "$fs_root${CONDA_PREFIX:-/usr}" "$fs_home"/.local "$fs_home"/.venv \
        "$fs_home"/*venv* "$fs_home"/*conda* "$fs_home"/*conda*/envs/* "$fs_home"/*forge*; do
        [ -d "$fs_prefix/lib" ] || continue
        for fs_each in "$fs_prefix"/lib*/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2 \
            "$fs_prefix"/lib*/python3*/*-packages/torch/lib/lib[nr]ccl.so*; do
            fs_library wheel "$fs_each"
        done
    done
}

# fs_library HOW PATH: "PATH:HOW FILE", FILE without links, and its text once: "FILE:NCCL version 2.27.7+cuda12.9".
fs_library() {
    [ -e "$2" ] || [ -L "$2" ] || return 0
    case $2 in *:* | *"$fs_nl"*) return 0 ;; esac
    [ "$fs_count" -lt 32 ] || return 0
    fs_count=$((fs_count + 1))
    cd -P "${2%/*}" || return 0
    fs_name=${2##*/}
    for fs_step in 1 2 3 4 5 6 7 8; do
        [ -L "$fs_name" ] || break
        fs_target=$(readlink "$fs_name")
        case $fs_target in
        /*) cd -P "$fs_root${fs_target%/*}/" || return 0 ;;
        */*) cd -P "${fs_target%/*}" || return 0 ;;
        esac
        fs_name=${fs_target##*/}
    done
    fs_file=${PWD#"$fs_physical"}/$fs_name
    case $fs_file in *:* | *"$fs_nl"*) return 0 ;; esac
    fs_out="$fs_out${2#"$fs_root/"}:$1 $fs_file$fs_nl"
    case $fs_read in *" $fs_file "*) return 0 ;; esac
    fs_read="$fs_read$fs_file "
    [ "$fs_texts" -lt 8 ] || return 0
    fs_texts=$((fs_texts + 1))
    [ -f "$fs_name" ] && [ -r "$fs_name" ] || return 0
    case $fs_name in
    librccl*) fs_pattern='RCCL version (: )?[0-9][0-9.]{2,15}' ;;
    *) fs_pattern='NCCL version [0-9][0-9.]{2,15}(\+cuda[0-9.]{1,8})?' ;;
    esac
    # Line feeds for NULs: the lines of a binary have no bound, and not each grep reads over a NUL.
    # shellcheck disable=SC2086
    fs_line=$($fs_limit head -c 2147483648 "$fs_name" | tr '\000' '\n' | grep -aoE -m1 "$fs_pattern" | head -n 1)
    [ -z "$fs_line" ] || fs_out="$fs_out${fs_file#/}:$fs_line$fs_nl"
}
fs_tools </dev/null 2>/dev/null
