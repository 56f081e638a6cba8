// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Needs.h"

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/capture/Capture.h"
#include "core/host/SystemFacts.h"
#include "core/topology/Classes.h"
#include "core/topology/Links.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace fabricscope::checks {

namespace {

using host::PciFunction;

template<class Predicate> bool anyFunction(const Context &context, const Predicate &predicate) {
    const auto &functions = context.host.functions;
    return std::any_of(functions.begin(), functions.end(), predicate);
}

template<class Predicate> bool anyPort(const Context &context, const Predicate &predicate) {
    return std::any_of(context.ports.begin(), context.ports.end(), predicate);
}

bool hasSection(const Context &context, std::string_view name) {
    return context.subject.capture != nullptr && context.subject.capture->find(name) != nullptr;
}

bool hasPart(const Context &context, capture::Part part) {
    if (context.subject.capture == nullptr)
        return false;
    const auto &sections = context.subject.capture->sections;
    return std::any_of(sections.begin(), sections.end(),
                       [part](const capture::Section &section) { return section.meta().part == part; });
}

/// A log that was read and has nothing to report is there, too.
bool hasLog(const Context &context) {
    if (!context.host.kernelMessages.empty() || !context.host.driversReady.empty())
        return true;
    for (const std::string_view name : {"dmesg", "tool-dmesg"})
        if (const capture::Section *log =
                context.subject.capture != nullptr ? context.subject.capture->find(name) : nullptr)
            if (log->size() > 0 && log->meta().exitStatus.value_or(0) == 0)
                return true;
    return false;
}

bool hasTool(const Context &context) {
    const auto &facts = context.host.toolFacts;
    if (!context.host.toolFaults.empty() || !std::all_of(facts.begin(), facts.end(), host::isSystemFact))
        return true;
    return std::any_of(context.host.gpus.begin(), context.host.gpus.end(),
                       [](const host::GpuFacts &gpu) { return gpu.smiIndex.known(); });
}

/// Whether a text of a GPU tool has one of these words, or is all about it. Without a capture the texts are
/// not known, only that there are some.
bool hasToolText(const Context &context, std::string_view about, std::span<const std::string_view> words) {
    const capture::Capture *capture = context.subject.capture;
    if (capture == nullptr)
        return hasTool(context);
    for (std::size_t i = 0; i < capture->sections.size(); ++i) {
        const std::string_view name = capture->sections[i].meta().name;
        // What a GPU is built for states nothing about how it is.
        if (name.find("-smi") == name.npos || name == "tool-amd-smi-static" ||
            capture->sections[i].size() == 0)
            continue;
        if (!about.empty() && name.ends_with(about))
            return true;
        const std::string_view text = context.quotes.bytesOf(i);
        if (std::any_of(words.begin(), words.end(),
                        [text](std::string_view word) { return text.find(word) != text.npos; }))
            return true;
    }
    return false;
}

bool hasGpuErrors(const Context &context) {
    static constexpr std::string_view kWords[] = {
        "ECC Errors",    "ecc_errors", "ecc.errors", "Uncorr. ECC",  "Remapped Rows", "remapped_row",
        "Retired Pages", "retired_pa", "ORRECTABLE", "orrectable",   "UNCORR",        "_ECC",
        "BAD_PAGE",      "bad_page",   "Bad Pages",  "retired_page", "Retired page"};
    return hasToolText(context, "bad-pages", kWords);
}

bool hasGpuClocks(const Context &context) {
    static constexpr std::string_view kWords[] = {"Temp",    "temp",    "TEMP",    "Throttl",
                                                  "HOTSPOT", "throttl", "THROTTL", "locks Event"};
    return hasToolText(context, {}, kWords);
}

bool hasGpuLinks(const Context &context) {
    static constexpr std::string_view kWords[] = {"NVLink", "nvlink", "XGMI", "xgmi"};
    return hasToolText(context, "nvlink", kWords);
}

bool hasGpuMig(const Context &context) {
    static constexpr std::string_view kWords[] = {"MIG", "mig_mode", "mig.mode"};
    return hasToolText(context, {}, kWords);
}

bool hasPairs(const Context &context) {
    return context.subject.examination != nullptr &&
           context.subject.examination->judgement.verdict.conclusive;
}

bool hasRegisters(const PciFunction &function) {
    return function.rare->aerCorrectable || function.rare->aerNonFatal ||
           (function.config &&
            (function.config->aer || (function.config->express && function.config->express->deviceErrors)));
}

/// To add a kind of evidence, add a row.
struct Row {
    Need need = Need::Nothing;
    std::string_view name; ///< "the kernel log"
    bool (*isPresent)(const Context &) = nullptr;
    bool requiresRoot = false;     ///< of the collector
    bool isHiddenInGuest = false;  ///< a hypervisor does not show it to its VMs
    bool isTool = false;           ///< made by the tool of the GPUs' vendor
    std::string_view decides = {}; ///< where it was not collected
};

constexpr Row kRows[] = {
    {Need::Nothing, "",
     [](const Context &) {
         return true;
     }},
    {Need::Functions, "list of PCI functions",
     [](const Context &context) { return !context.host.functions.empty(); }, false, false, false,
     "lspci -vvv as root"},
    {Need::Links, "speeds and widths of PCIe links",
     [](const Context &context) {
         return anyFunction(context, [](const PciFunction &function) {
             const topology::LinkEnd end = topology::linkEndOf(function);
             return end.width && end.maxWidth;
         });
     },
     false, true, false, "lspci -vv as root"},
    {Need::Config, "config space beyond its header",
     [](const Context &context) {
         return anyFunction(context, [](const PciFunction &function) {
             return function.config && !function.config->dead && function.config->bytesRead > 64;
         });
     },
     true, false, false, "lspci -vvv as root"},
    {Need::Registers, "error registers and counters of PCIe",
     [](const Context &context) { return anyFunction(context, hasRegisters); }, true, false, false,
     "lspci -vvv as root"},
    {Need::Bars, "sizes of BARs",
     [](const Context &context) {
         return anyFunction(context, [](const PciFunction &function) { return !function.bars.empty(); });
     },
     false, false, false, "lspci -vv as root"},
    {Need::Drivers, "drivers of devices",
     [](const Context &context) {
         return anyFunction(context, [](const PciFunction &function) { return function.driver.known(); });
     },
     false, false, false, "lspci -k"},
    {Need::Log, "kernel log", hasLog, true, false, false, "dmesg as root, or journalctl -k"},
    {Need::CommandLine, "command line of the kernel",
     [](const Context &context) { return context.host.commandLine.known(); }, false, false, false,
     "cat /proc/cmdline"},
    {Need::Release, "kernel release", [](const Context &context) { return context.kernel.has_value(); },
     false, false, false, "uname -a"},
    {Need::Groups, "IOMMU groups",
     [](const Context &context) {
         return !context.host.iommuGroups.empty() || !context.host.iommuUnits.empty() ||
                hasSection(context, "iommu-units");
     }},
    {Need::NumaNodes, "NUMA nodes", [](const Context &context) { return !context.host.numaNodes.empty(); },
     false, false, false, "numactl -H, or lscpu"},
    {Need::NumaBalancing, "kernel.numa_balancing",
     [](const Context &context) {
         return context.host.numaBalancing.known();
     }},
    {Need::Limits, "limits of the user (ulimit -a)",
     [](const Context &context) {
         return !context.host.limits.empty();
     }},
    {Need::Ports, "states of RDMA ports",
     [](const Context &context) {
         return anyPort(context, [](const Port &port) { return port.port->state.known(); });
     },
     false, false, false, "ibstat, or rdma link"},
    {Need::Rdma, "list of RDMA devices",
     [](const Context &context) { return !context.host.rdmaDevices.empty() || hasSection(context, "rdma"); },
     false, false, false, "ibstat, or rdma link"},
    {Need::Gids, "GID tables",
     [](const Context &context) {
         return anyPort(context, [](const Port &port) { return !port.port->gids.empty(); });
     },
     false, false, false, "show_gids"},
    {Need::Firmware, "firmware of RDMA devices",
     [](const Context &context) {
         return anyPort(context, [](const Port &port) { return port.device->firmware.known(); });
     },
     false, false, false, "ibstat, or ibv_devinfo"},
    {Need::Mtu, "MTU of network interfaces",
     [](const Context &context) {
         return anyPort(context, [](const Port &port) {
             return port.interface != nullptr && port.interface->mtu.known();
         });
     },
     false, false, false, "ip addr, and rdma link"},
    {Need::Partitions, "partition modes of the GPUs",
     [](const Context &context) {
         return std::any_of(context.gpus.begin(), context.gpus.end(), [](const Gpu &gpu) {
             return gpu.facts != nullptr && gpu.facts->computePartition.known();
         });
     }},
    {Need::Vbios, "VBIOS versions of the GPUs",
     [](const Context &context) {
         return std::any_of(context.gpus.begin(), context.gpus.end(),
                            [](const Gpu &gpu) { return gpu.facts != nullptr && gpu.facts->vbios.known(); });
     }},
    {Need::Memory, "memory sizes of the GPUs",
     [](const Context &context) {
         return std::any_of(context.gpus.begin(), context.gpus.end(),
                            [](const Gpu &gpu) { return gpu.facts != nullptr && gpu.facts->vram.known(); });
     }},
    {Need::GpuErrors, "memory errors of GPUs, of the vendor's tool", hasGpuErrors, false, false, true,
     "nvidia-smi -q, or amd-smi metric --ecc and amd-smi bad-pages"},
    {Need::GpuClocks, "clocks of GPUs, of the vendor's tool", hasGpuClocks, false, false, true,
     "nvidia-smi -q, or amd-smi metric"},
    {Need::GpuLinks, "XGMI or NVLink, of the vendor's tool", hasGpuLinks, false, false, true,
     "nvidia-smi nvlink -s, or amd-smi xgmi"},
    {Need::GpuMig, "MIG, of the vendor's tool", hasGpuMig, false, false, true, "nvidia-smi -q"},
    {Need::Pairs, "distances of GPUs and NICs", hasPairs, false, true},
    {Need::Addresses, "IP addresses of interfaces",
     [](const Context &context) {
         return context.subject.examination != nullptr &&
                context.subject.examination->bootstrapChoice.addressesKnown;
     },
     false, false, false, "ip addr"},
    {Need::Vms, "devices that are held for VMs",
     [](const Context &context) {
         return anyFunction(context, [](const PciFunction &function) { return function.driver.known(); });
     }},
};

const Row *rowOf(Need need) {
    const auto *const at =
        std::find_if(std::begin(kRows), std::end(kRows), [need](const Row &row) { return row.need == need; });
    return at == std::end(kRows) ? nullptr : at;
}

std::string kernelText(const Kernel &kernel) {
    return fmt::format("{}.{}", kernel.major, kernel.minor);
}

/// Reasons of Scope::unless that leave open whether the check applies, and what would decide that.
struct Unlisted {
    std::string_view why, decides;
};
constexpr std::string_view kUnlistedMachine = "whether this is a VM or a hypervisor is not in this source";
constexpr Unlisted kUnlisted[] = {
    {kSilentGpus, "the same, after a reboot of the host"},
    {kUnlistedGpus, "lspci, or a capture of the host by fabricscope"},
    {kMoreGpus, "lspci, or a capture of the host by fabricscope"},
    {kUnlistedSwitches, "lspci, or nvidia-smi nvlink -s and nvidia-smi -q (Fabric)"},
    {kUnlistedRdma, "ibstat or rdma link, or a capture of the host by fabricscope"},
    {kUnlistedPorts, "ibstat or rdma link, or a capture of the host by fabricscope"},
    {kUnlistedDrivers, "lspci -k, or a capture of the host by fabricscope"},
    {kUnlistedMachine, "a capture of the host by fabricscope"},
};

/// Why it is not asked of a host without GPUs of this vendor.
std::string_view withoutVendor(const Context &context, std::uint16_t vendor) {
    constexpr std::uint16_t kNvidia = 0x10de;
    if (context.gpus.empty() && (!context.silentGpus.empty() || !context.knowsGpus()))
        return withoutGpus(context);
    return vendor == kNvidia ? "no NVIDIA GPU" : "no AMD GPU";
}

/// Why the check does not apply to this host; empty: it does.
std::string outOfScope(const Context &context, const Scope &scope) {
    if ((scope.machines & static_cast<std::uint8_t>(context.machine)) == 0 && !context.knowsMachine())
        return std::string(kUnlistedMachine);
    if ((scope.machines & static_cast<std::uint8_t>(context.machine)) == 0)
        return fmt::format("not asked of a {}", context.machine == Machine::BareMetal
                                                    ? "host on bare metal without VMs"
                                                    : toString(context.machine));
    if (scope.gpuVendor != 0 && !context.hasGpu(scope.gpuVendor))
        return std::string(withoutVendor(context, scope.gpuVendor));
    if (context.kernel && scope.from != Kernel{} && *context.kernel < scope.from)
        return fmt::format("kernel older than {}", kernelText(scope.from));
    if (context.kernel && scope.below != Kernel{} && *context.kernel >= scope.below)
        return fmt::format("kernel {} or later", kernelText(scope.below));
    return scope.unless != nullptr ? std::string(scope.unless(context)) : std::string();
}

bool isRoot(const Context &context) {
    return context.host.uid && *context.host.uid == 0;
}

} // namespace

std::optional<Absence> absenceOf(const Context &context, Need need) {
    const Row *row = rowOf(need);
    if (row == nullptr)
        return Absence{Reason::NotCollected, "fabricscope does not read this", {}};
    if (row->isPresent(context))
        return std::nullopt;
    const bool isCollected = context.isCollected;
    const std::string name(row->name);
    if (row->isTool)
        for (const host::Missing &missing : context.host.missing)
            if (!missing.notInstalled.empty())
                return Absence{
                    Reason::ToolAbsent,
                    fmt::format("{}: {} is not installed", name, HostText(missing.notInstalled).line(64)),
                    HostText(missing.remedy).line(256)};
    if (row->isHiddenInGuest && context.machine == Machine::Guest)
        return Absence{Reason::HiddenInGuest, name + ": not visible in a VM", "a capture of the hypervisor"};
    if (row->requiresRoot && isCollected && !isRoot(context))
        return Absence{Reason::NoPermission, name + ": requires root", "collect with --sudo"};
    if (row->requiresRoot && isCollected && hasPart(context, capture::Part::Root))
        return Absence{Reason::NoPermission, name + ": root has limited rights here",
                       "a capture of the container's host, or the container started with --privileged"};
    return Absence{Reason::NotCollected,
                   name + (isCollected ? ": not on this host, or not readable" : ": not in this source"),
                   !row->decides.empty() ? std::string(row->decides)
                   : isCollected         ? std::string()
                                         : std::string("a capture of the host by fabricscope")};
}

std::optional<Answer> answerWithoutJudging(const Context &context, const Check &check) {
    if (std::string why = outOfScope(context, check.scope); !why.empty()) {
        for (const Unlisted &each : kUnlisted)
            if (why == each.why)
                return Answer{.status = Status::Unknown,
                              .text = std::move(why),
                              .decides = std::string(each.decides),
                              .reason = Reason::NotCollected};
        return notApplicable(std::move(why));
    }
    for (const Need need : check.needs)
        if (auto absence = absenceOf(context, need))
            return Answer{.status = Status::Unknown,
                          .text = std::move(absence->why),
                          .decides = check.decides.empty() ? std::move(absence->decides)
                                                           : std::string(check.decides),
                          .reason = absence->reason};
    return std::nullopt;
}

} // namespace fabricscope::checks
