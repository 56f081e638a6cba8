// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/SectionRules.h"

#include <algorithm>

namespace fabricscope::capture {

namespace {

constexpr NumberForms kUsual{};
constexpr NumberForms kWide{.wide = true};
constexpr NumberForms kRegions{.wideHex = true};
constexpr NumberForms kAddresses{.addresses = true};
constexpr Topics kNames = Topic::Common | Topic::Sysfs;
constexpr Topics kNet = Topic::Common | Topic::Net | Topic::Vendors;
constexpr Topics kGpu = Topic::Common | Topic::Gpu | Topic::Vendors;
constexpr Topics kLspci = Topic::Common | Topic::Pci | Topic::Vendors | Topic::Storage;
constexpr Topics kLog = Topic::Common | Topic::Kernel | Topic::System | Topic::Vendors | Topic::Net;
constexpr Topics kVm = Topic::Common | Topic::Vmm | Topic::Vendors;

// One line adds one.
constexpr SectionRule kRules[] = {
    {"identity", kNames | Topic::System | Topic::Vendors, kUsual, false, true, true},
    {"user", Topic::System},
    {"dmi", kNames | Topic::Vendors | Topic::System},
    {"dmi-root", kNames | Topic::System},
    {"pci-devices", kNames},
    {"pci", kNames | Topic::Firmware, kRegions},
    {"pci-links", kNames | Topic::Modules},
    {"pci-slots", kNames},
    {"pci-touch", kNames},
    {"pci-config", Topic::Sysfs},
    {"iommu", kNames, kRegions},
    {"iommu-devices", kNames},
    {"iommu-units", kNames},
    {"numa", kNames | Topic::Cpu | Topic::Numa, kWide},
    {"cpu", kNames | Topic::Cpu | Topic::Numa},
    {"meminfo", Topic::Common | Topic::Cpu, kWide},
    {"net", kNames | Topic::Net},
    {"net-links", kNames | Topic::Net | Topic::Numa},
    {"net-touch", kNames | Topic::Net},
    {"rdma", kNames | Topic::Net | Topic::Vendors},
    {"rdma-links", kNames | Topic::Net},
    {"rdma-touch", kNames | Topic::Net},
    {"drm", kNames | Topic::Gpu, kUsual, true},
    {"drm-links", kNames | Topic::Gpu},
    {"kfd", kNames | Topic::Gpu | Topic::Vendors, kWide},
    {"nvme", kNames | Topic::Storage | Topic::Vendors},
    {"nvidia", kNames | Topic::Gpu | Topic::Vendors | Topic::Modules, kUsual, false, false, true},
    {"nvidia-information", kNames | Topic::Gpu | Topic::Vendors},
    {"modules", Topic::Common | Topic::Modules, kRegions},
    {"module-params", kNames | Topic::Modules, kUsual, false, false, true},
    {"cpuinfo", Topic::Common | Topic::Cpu | Topic::Vendors},
    {"routes", Topic::Common | Topic::Net},
    {"limits", Topic::Common | Topic::System, kWide},
    {"nccl-conf", Topic::Common | Topic::Nccl | Topic::Net},
    {"nccl-topo", Topic::Common | Topic::Nccl | Topic::Net, kUsual},
    {"nccl-libraries", Topic::Common | Topic::Nccl | Topic::Modules, kUsual, false, true, true},
    {"settings", kNames | Topic::Net | Topic::Settings, kWide},
    {"device-nodes", kNames | Topic::System | Topic::Settings | Topic::Gpu | Topic::Net},
    {"verbs", kNames | Topic::Net | Topic::Settings},
    {"net-counters", kNames | Topic::Net | Topic::Settings, kWide},
    {"rdma-counters", kNames | Topic::Net | Topic::Settings, kWide},
    {"kernel-config", kNames | Topic::System | Topic::Settings, kUsual, false, false, true},
    {"kernel-symbols", kNames | Topic::Settings},
    {"provider-libraries", kNames | Topic::Nccl | Topic::Settings, kUsual, false, true, true},
    {"versions", kNames | Topic::Settings},
    {"tool-systemctl", Topic::Common | Topic::System | Topic::Settings, kUsual, false, true},
    {"tool-df", Topic::Common | Topic::Cpu | Topic::Settings, kWide},
    {"tool-date", Topic::Common, kWide},
    {"tool-ofed-info", Topic::Common | Topic::Settings, kUsual, false, false, true},
    {"tool-fabricmanager", Topic::Common | Topic::Settings},
    {"tool-imex", Topic::Common | Topic::Settings},
    {"tool-ucx-info", Topic::Common | Topic::Settings},
    {"tool-mpirun", Topic::Common | Topic::Settings},
    {"vmm", kVm, kUsual, true, true},
    {"vmm-start", kVm, kWide},
    {"vmm-fds", kNames},
    {"hwloc-xml", kLspci | Topic::Hwloc | Topic::Net | Topic::Modules | Topic::Gpu, kUsual, true, true, true},
    {"lstopo", kLspci | Topic::Hwloc | Topic::Net | Topic::Modules | Topic::Gpu, kUsual, true, true, true},
    {"lspci-tree", kLspci},
    {"lspci-machine", kLspci | Topic::Modules},
    {"lspci-text", kLspci | Topic::Modules, kAddresses},
    {"lspci-hex", kLspci | Topic::Modules, kAddresses},
    {"tool-lspci", kLspci | Topic::Modules, kAddresses},
    {"tool-ip-link", kNet},
    {"tool-ip-addr", kNet},
    {"tool-rdma-link", kNet},
    {"tool-lldp", kNet, kUsual, false, true},
    {"tool-ibv-devinfo", kNet},
    {"tool-ibstat", kNet},
    {"tool-ibdev2netdev", kNet},
    {"tool-ibv-devices", kNet},
    {"tool-ibstatus", kNet},
    {"tool-class-links", kNet},
    {"tool-show-gids", kNet},
    {"tool-ibstat-l", kNet},
    {"tool-rdma-statistic", kNet, kUsual, false, true},
    {"tool-ethtool-i", kNet | Topic::Modules, kUsual, false, false, true},
    {"tool-ethtool-s", kNet, kUsual, false, true},
    {"tool-ethtool", kNet},
    {"tool-ethtool-m", kNet},
    {"tool-nvidia-smi", kGpu},
    {"tool-nvidia-smi-q", kGpu},
    {"tool-nvidia-smi-q-x", kGpu},
    {"tool-nvidia-smi-topo", kGpu | Topic::Net},
    {"tool-nvidia-smi-topo-p2p", kGpu},
    {"nvidia-smi-error", kGpu},
    {"amd-smi-error", kGpu},
    {"tool-nvidia-smi-nvlink", kGpu},
    {"tool-nvidia-smi-l", kGpu},
    {"tool-nvidia-smi-query", kGpu, kUsual, true, true},
    {"tool-amd-smi", kGpu | Topic::Modules, kUsual, true, true, true},
    {"tool-amd-smi-partition", kGpu, kUsual, true, true},
    {"tool-amd-smi-version", kGpu | Topic::Modules, kUsual, true, true, true},
    {"tool-amd-smi-bad-pages", kGpu, kUsual, true, true},
    {"tool-amd-smi-process", kGpu, kUsual, true, true},
    {"tool-amd-smi-list", kGpu, kUsual, true, true},
    {"tool-amd-smi-csv", kGpu, kUsual, true, true},
    {"tool-amd-smi-firmware", kGpu, kUsual, true, true},
    {"tool-amd-smi-event", kGpu, kUsual, true, true},
    {"tool-rocminfo", kGpu | Topic::Cpu, kUsual, true, true},
    {"tool-amd-smi-monitor", kGpu, kUsual, true, true},
    {"tool-amd-smi-static", kGpu | Topic::Modules, kUsual, true, true, true},
    {"tool-amd-smi-topology", kGpu, kUsual, true, true},
    {"tool-amd-smi-xgmi", kGpu, kUsual, true, true},
    {"tool-amd-smi-metric", kGpu, kUsual, true, true},
    {"tool-rocm-smi-topo", kGpu, kUsual, true},
    {"tool-numactl-h", Topic::Common | Topic::Cpu | Topic::Numa, kWide},
    {"tool-lscpu", Topic::Common | Topic::Cpu | Topic::Vendors | Topic::Numa | Topic::Firmware},
    {"tool-detect-virt", Topic::Common | Topic::Cpu | Topic::Vmm | Topic::Vendors},
    {"tool-dmidecode", Topic::Common | Topic::Firmware | Topic::Vendors},
    {"tool-systemctl-status", kLog | Topic::Gpu, kUsual, false, true, true},
    {"tool-dmesg", kLog | Topic::Storage, kUsual, false, true, true},
    {"dmesg", kLog | Topic::Storage, kUsual, false, true, true},
    {"kernel-version", Topic::Common | Topic::System, kUsual, false, false, true},
    {"kernel-command-line", Topic::Common | Topic::System, kUsual, false, true, true},
    {"os-release", Topic::Common | Topic::System | Topic::Vendors, kUsual, false, false, true},
    {"tool-virsh", kVm, kUsual, true, true},
    {"tool-ch-remote", kVm, kUsual, true, false, false, true},
};

constexpr SectionRule kNotes{"",
                             kNames | Topic::System | Topic::Kernel | Topic::Net | Topic::Gpu | Topic::Nccl |
                                 Topic::Vmm | Topic::Notes,
                             kUsual,
                             false,
                             false,
                             true};

} // namespace

const SectionRule *sectionRule(std::string_view section) {
    const auto *at = std::find_if(std::begin(kRules), std::end(kRules),
                                  [&](const SectionRule &rule) { return rule.section == section; });
    return at == std::end(kRules) ? nullptr : at;
}

const SectionRule &noteRule() {
    return kNotes;
}

} // namespace fabricscope::capture
