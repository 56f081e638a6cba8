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
    fs_tool tool-df df -Pk /dev/shm /tmp
    fs_tool tool-date date +%s
    fs_tools_services
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
    fs_tools_versions
    fs_kernel_config
    fs_kernel_symbols
    fs_provider_libraries
    fs_libraries
    fs_done
}

# Services that GPUs, RDMA, interrupts and the clock depend on; those that are not installed are named, too.
fs_tools_services() {
    fs_tool tool-systemctl systemctl show -p Id -p LoadState -p ActiveState nvidia-fabricmanager nvidia-persistenced \
        nvidia-imex irqbalance opensm opensmd openibd chronyd chrony ntp ntpd ntpsec systemd-timesyncd tuned \
        firewalld ufw nftables
}

# Versions that only the programs state.
fs_tools_versions() {
    fs_tool tool-amd-smi-version amd-smi version
    fs_tool tool-ofed-info ofed_info -s
    fs_tool tool-fabricmanager nv-fabricmanager -v
    fs_tool tool-imex nvidia-imex --version
    fs_tool tool-ucx-info ucx_info -v
    fs_tool tool-mpirun mpirun --version
    fs_in versions / || {
        fs_end
        return
    }
    for fs_file in usr/local/cuda*/version.json; do
        [ ! -r "$fs_file" ] || fs_cuda_version
    done
    fs_end
}

# The line with the version that follows "cuda" : {
fs_cuda_version() {
    fs_found=
    fs_count=0
    while [ "$fs_count" -lt 256 ] && IFS= read -r fs_line; do
        fs_count=$((fs_count + 1))
        case $fs_line in
        *'"cuda"'*) fs_found=1 ;;
        *'"version"'*)
            [ -n "$fs_found" ] || continue
            fs_out="$fs_out$fs_file:$fs_line$fs_nl"
            return
            ;;
        esac
    done <"$fs_file"
}

# What the kernel was built with, as far as GPUs and NICs exchange data by it; "!FILE" if this user may not read it.
fs_kernel_config() {
    if fs_in kernel-config /; then
        fs_release=
        [ ! -r proc/sys/kernel/osrelease ] || read -r fs_release <proc/sys/kernel/osrelease
        fs_pattern='^(# )?CONFIG_(PCI_P2PDMA|DMABUF_MOVE_NOTIFY|HSA_AMD_P2P|NUMA|NUMA_BALANCING|PCI_IOV|IOMMU_DEFAULT_[A-Z_]+|INTEL_IOMMU_DEFAULT_ON|INFINIBAND_ON_DEMAND_PAGING|ZONE_DEVICE)[ =]'
        for fs_file in "boot/config-$fs_release" "lib/modules/$fs_release/config" \
            "usr/lib/modules/$fs_release/config" "usr/lib/ostree-boot/config-$fs_release" proc/config.gz; do
            [ -f "$fs_file" ] || continue
            [ -r "$fs_file" ] || {
                fs_out="$fs_out!$fs_file$fs_nl"
                continue
            }
            fs_flush
            # shellcheck disable=SC2086
            case $fs_file in
            *.gz) $fs_limit gzip -dc <"$fs_file" | head -c 4194304 | grep -E -m 64 "$fs_pattern" |
                sed "s|^|$fs_file:|" ;;
            *) $fs_limit grep -HsE -m 64 "$fs_pattern" "$fs_file" ;;
            esac
            break
        done
    fi
    fs_end
}

# Whether the kernel has what peer memory and DMA-BUF need, by its symbols: names only, since addresses are secret. The
# list is long, so only where there is RDMA.
fs_kernel_symbols() {
    if fs_in kernel-symbols /proc; then
        for fs_file in "$fs_root"/sys/class/infiniband/*; do
            [ -e "$fs_file" ] && [ -r kallsyms ] || break
            fs_out="${fs_out}read:1$fs_nl"
            fs_flush
            # shellcheck disable=SC2086
            $fs_limit grep -oE ' (ib_register_peer_memory_client|ib_umem_dmabuf_get|dma_buf_move_notify|dma_buf_invalidate_mappings)([[:space:]].*)?$' kallsyms |
                head -n 16 | sed 's/^ /kallsyms:/'
            break
        done
    fi
    fs_end
}

# Which provider libraries of libibverbs are installed, and libraries that have to be of one version with a driver: their
# links name the version.
fs_provider_libraries() {
    if fs_in provider-libraries /; then
        set --
        for fs_each in usr/lib/*-linux-gnu usr/lib64 usr/lib usr/local/lib; do
            for fs_file in "$fs_each"/libibverbs/*-rdmav*.so "$fs_each/libibverbs.so.1" "$fs_each/libcuda.so.1" \
                "$fs_each/libgdrapi.so.2"; do
                [ ! -e "$fs_file" ] || [ "$#" -ge 128 ] || set -- "$@" "$fs_file"
            done
        done
        fs_flush
        # shellcheck disable=SC2012
        [ "$#" = 0 ] || ls -ld -- "$@" |
            sed -n -e 's/^l.* \([^ ]*\) -> \([^ ]*\)$/\1:\2/p' -e 's/^-.* \([^ ]*\)$/\1:/p'
    fi
    fs_end
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
