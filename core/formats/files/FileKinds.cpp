// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/FileKinds.h"

#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/EthtoolReader.h"
#include "core/formats/tools/ServiceStatus.h"
#include "core/formats/tools/amd/AmdLists.h"
#include "core/formats/tools/amd/AmdProcesses.h"
#include "core/formats/vmm/CommandLines.h"

namespace fabricscope::formats {

namespace {

// One line adds a kind; its recogniser is next to its reader.
constexpr FileKind kKinds[] = {
    {"hwloc XML", "hwloc-xml", isHwlocXml},
    {"lstopo", "lstopo", isLstopo},
    {"virsh dumpxml", "tool-virsh", isDomainXml},
    {"NCCL topology file", "nccl-topo", isNcclTopo},
    {"lspci -t", "lspci-tree", isLspciTree},
    {"lspci -mm", "lspci-machine", isLspciMachine},
    {"lspci -xxxx", "lspci-hex", isLspciHex},
    {"lspci -vvv", "lspci-text", isLspciText},
    {"nvidia-smi -q -x", "tool-nvidia-smi-q-x", isNvidiaSmiXml},
    {"nvidia-smi -q", "tool-nvidia-smi-q", isNvidiaSmiQuery},
    {"nvidia-smi", "tool-nvidia-smi", isNvidiaSmiTable},
    {"nvidia-smi topo -p2p", "tool-nvidia-smi-topo-p2p", isNvidiaP2p},
    {"nvidia-smi topo -m", "tool-nvidia-smi-topo", isNvidiaTopo},
    {"nvidia-smi nvlink -s", "tool-nvidia-smi-nvlink", isNvidiaNvlink},
    {"nvidia-smi -L", "tool-nvidia-smi-l", isNvidiaList},
    {"nvidia-smi --query-gpu", "tool-nvidia-smi-query", isNvidiaQuery},
    {"rocm-smi --showtopo", "tool-rocm-smi-topo", isRocmSmi},
    {"amd-smi topology", "tool-amd-smi-topology", isAmdSmiTopology},
    {"amd-smi xgmi", "tool-amd-smi-xgmi", isAmdSmiXgmi},
    {"amd-smi firmware", "tool-amd-smi-firmware", isAmdSmiFirmware},
    {"amd-smi event", "tool-amd-smi-event", isAmdSmiEvent},
    {"rocminfo", "tool-rocminfo", isRocmInfo},
    {"amd-smi static", "tool-amd-smi-static", isAmdSmiStatic}, // list too
    {"amd-smi process", "tool-amd-smi-process", isAmdSmiProcess},
    {"amd-smi list --csv", "tool-amd-smi-csv", isAmdSmiCsv}, // static too
    {"amd-smi monitor", "tool-amd-smi-monitor", isAmdSmiMonitor},
    {"amd-smi partition", "tool-amd-smi-partition", isAmdSmiPartition},
    {"amd-smi", "tool-amd-smi", isAmdSmiTable},
    {"amd-smi version", "tool-amd-smi-version", isAmdSmiVersion},
    {"amd-smi bad-pages", "tool-amd-smi-bad-pages", isAmdSmiBadPages},
    {"amd-smi metric", "tool-amd-smi-metric", isAmdSmiMetric},
    {"ibv_devinfo", "tool-ibv-devinfo", isIbvDevinfo},
    {"ibstat", "tool-ibstat", isIbstat},
    {"ibv_devices", "tool-ibv-devices", isIbvDevices},
    {"ibstatus", "tool-ibstatus", isIbstatus},
    {"ibdev2netdev", "tool-ibdev2netdev", isIbdev2netdev},
    {"ls -l of /sys/class/infiniband or net", "tool-class-links", isClassLinks},
    {"rdma link", "tool-rdma-link", isRdmaTool}, // rdma dev too
    {"rdma statistic", "tool-rdma-statistic", isRdmaStatistic},
    {"show_gids", "tool-show-gids", isShowGids},
    {"ethtool -i", "tool-ethtool-i", isEthtoolDriver},
    {"ethtool -S", "tool-ethtool-s", isEthtoolStatistics},
    {"ethtool", "tool-ethtool", isEthtoolSettings},
    {"ethtool -m", "tool-ethtool-m", isEthtoolModule},
    {"ibstat -l", "tool-ibstat-l", isIbstatList},
    {"numactl -H", "tool-numactl-h", isNumactl}, // --show too
    {"lscpu", "tool-lscpu", isLscpu},
    {"ip addr", "tool-ip-addr", isIpAddr}, // ip link too
    {"dmidecode", "tool-dmidecode", isDmidecode},
    {"systemctl status", "tool-systemctl-status", isServiceStatus}, // --failed too
    {"a VMM's command line", "vmm", isVmmCommand, false, vmmCommandLines},
    {"a kernel log", "dmesg", isKernelLog, true},
    {"an error of nvidia-smi", "nvidia-smi-error", isNvidiaMessage},
    {"an error of amd-smi, rocm-smi or rocminfo", "amd-smi-error", isAmdMessage},
    {"/proc/cpuinfo", "cpuinfo", isCpuInfo},
    {"/proc/meminfo", "meminfo", isMemInfo},
    {"/proc/driver/nvidia/gpus/*/information", "nvidia-information", isNvidiaInformation},
    {"/etc/os-release", "os-release", isOsRelease},
    {"/proc/version or uname -a", "kernel-version", isKernelVersion},
    {"/proc/cmdline", "kernel-command-line", isCommandLine},
};

} // namespace

std::span<const FileKind> fileKinds() {
    return kKinds;
}

const FileKind *recogniseFile(const FileSample &sample) {
    for (const FileKind &kind : kKinds)
        if (kind.recognise(sample))
            return &kind;
    return nullptr;
}

} // namespace fabricscope::formats
