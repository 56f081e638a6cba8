// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/areas/SettingJudges.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Text.h"
#include "core/host/KernelFault.h"
#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::checks::settings {

namespace {

using findings::Finding;
using host::SystemFacts;
using host::ToolFact;

/// Why a fact that is not there is unknown: `what` is a noun phrase.
Answer missing(const ToolFact *fact, std::string_view what, std::string_view decides) {
    const bool isDenied = fact != nullptr && fact->value == host::kNotReadable;
    Answer answer = unknown(isDenied ? fmt::format("not readable for this user: {}", what)
                                     : fmt::format("not collected: {}", what),
                            std::string(decides));
    answer.reason = isDenied ? Reason::NoPermission : Reason::NotCollected;
    return answer;
}

bool isKnown(const ToolFact *fact) {
    return fact != nullptr && fact->value != host::kNotReadable;
}

std::string shownValue(const ToolFact &fact) {
    return HostText(fact.value).line(128);
}

findings::Evidence quote(const Context &context, const ToolFact &fact) {
    return context.quotes.of(fact.evidence, fact.tool, fact.name + " " + fact.value);
}

/// The first number of "24683620 kB", "0 s".
std::optional<std::int64_t> numberOf(const ToolFact &fact) {
    std::string_view rest = fact.value;
    return parseInteger<std::int64_t>(takeUntil(rest, ' '));
}

constexpr std::int64_t kGibibyte = std::int64_t{1} << 20; // in KiB

std::string gibibytes(std::int64_t kibibytes) {
    return kibibytes < kGibibyte ? fmt::format("{} MiB", kibibytes / 1024)
                                 : fmt::format("{} GiB", kibibytes / kGibibyte);
}

/// At least 1 GiB of what `name` counts.
Answer atLeastOne(const Context &context, std::string_view rule, std::string_view name,
                  std::string_view folder) {
    const SystemFacts facts(context.host);
    const ToolFact *fact = facts.find(host::kFileSystems, name);
    const auto size = fact != nullptr ? numberOf(*fact) : std::nullopt;
    if (!size)
        return missing(nullptr, fmt::format("the size of {}", folder), fmt::format("df -k {}", folder));
    if (*size >= kGibibyte)
        return passed(fmt::format("{}: {}", name, gibibytes(*size)));
    Finding finding(rule);
    finding.set("actual", gibibytes(*size)).set("expected", "1 GiB");
    finding.evidence.push_back(quote(context, *fact));
    return found({std::move(finding)}, fmt::format("{}: {}", name, gibibytes(*size)));
}

/// What a user may do with a file of a device: "rw" of "rw crw-rw---- root render".
std::string_view rightsOf(const ToolFact &fact) {
    return std::string_view(fact.value).substr(0, 2);
}

Answer access(const Context &context, std::string_view rule, std::span<const std::string_view> beginnings,
              std::string_view decides) {
    std::vector<const ToolFact *> denied;
    std::size_t allowed = 0;
    const SystemFacts facts(context.host);
    for (const ToolFact *fact : facts.of(host::kDeviceFiles)) {
        if (std::none_of(beginnings.begin(), beginnings.end(),
                         [&](std::string_view begin) { return fact->name.starts_with(begin); }))
            continue;
        if (rightsOf(*fact) == "rw")
            ++allowed;
        else
            denied.push_back(fact);
    }
    if (denied.empty() && allowed == 0)
        return missing(nullptr, "who may open the devices' files", decides);
    if (denied.empty())
        return passed(fmt::format("the user may open {}", plural(allowed, "device file", "device files")));
    Finding finding(rule);
    std::vector<std::string> names;
    for (const ToolFact *fact : denied)
        names.push_back("/dev/" + HostText(fact->name).line(64));
    finding.set("files", listed(names)).set("actual", HostText(denied.front()->value).line(64));
    finding.set("count", names.size());
    finding.evidence.push_back(quote(context, *denied.front()));
    return found({std::move(finding)});
}

} // namespace

Answer sharedMemory(const Context &context) {
    return atLeastOne(context, "system.shared_memory", "/dev/shm size", "/dev/shm");
}

Answer freeSpace(const Context &context) {
    return atLeastOne(context, "system.disks", "/tmp available", "/tmp");
}

Answer hugePages(const Context &context) {
    const SystemFacts facts(context.host);
    const ToolFact *fact = facts.find(host::kKernelFiles, "transparent_hugepage");
    if (!isKnown(fact))
        return missing(fact, "the setting of transparent huge pages",
                       "cat /sys/kernel/mm/transparent_hugepage/enabled");
    if (fact->value != "never")
        return passed("transparent huge pages: " + shownValue(*fact));
    Finding finding("system.huge_pages");
    finding.set("actual", "never").set("expected", "madvise");
    finding.evidence.push_back(quote(context, *fact));
    return found({std::move(finding)}, "transparent huge pages: never");
}

Answer governor(const Context &context) {
    const SystemFacts facts(context.host);
    constexpr std::string_view kGovernor = "cpufreq.governor", kDriver = "cpufreq.driver";
    const ToolFact *fact = facts.find(host::kKernelFiles, kGovernor);
    if (!isKnown(fact)) {
        if (facts.has(host::kSysctl)) // /sys was read, and the kernel has no such files
            return notApplicable("the kernel does not control the CPUs' frequency");
        return missing(fact, "the governor of the CPUs' frequency", "cpupower frequency-info");
    }
    if (fact->value == "performance")
        return passed("governor: performance");
    // Where the processor chooses the frequency itself, powersave is the usual name of its normal way.
    const ToolFact *driver = facts.find(host::kKernelFiles, kDriver);
    const bool choosesItself = driver != nullptr && (driver->value.find("pstate") != std::string::npos ||
                                                     driver->value.find("cppc") != std::string::npos);
    Finding finding("system.governor", choosesItself ? "hardware" : "");
    finding.set("actual", shownValue(*fact)).set("expected", "performance");
    finding.evidence.push_back(quote(context, *fact));
    finding.commands = {"sudo cpupower frequency-set -g performance"};
    return found({std::move(finding)}, "governor: " + shownValue(*fact));
}

Answer clock(const Context &context) {
    const SystemFacts facts(context.host);
    const ToolFact *fact = facts.find(host::kClock, "clock offset");
    const auto seconds = fact != nullptr ? numberOf(*fact) : std::nullopt;
    if (!seconds)
        return missing(nullptr, "the time of the host", "chronyc tracking on each host");
    if (*seconds == 0)
        return passed("less than two seconds from the clock of the machine that collected");
    Finding finding("system.clock");
    finding.set("actual", fmt::format("{} s", std::abs(*seconds))).set("expected", "0 s");
    finding.set("direction", *seconds > 0 ? "ahead of" : "behind");
    finding.evidence.push_back(quote(context, *fact));
    return found({std::move(finding)}, fmt::format("{} s off", *seconds));
}

Answer dmabufConfig(const Context &context) {
    const SystemFacts facts(context.host);
    constexpr std::string_view kDecides =
        "grep -E 'CONFIG_(DMABUF_MOVE_NOTIFY|PCI_P2PDMA)=' /boot/config-$(uname -r): both are y";
    if (!facts.has(host::kKernelConfig))
        return missing(nullptr, "the configuration of the kernel", kDecides);
    const auto has = [](const ToolFact *fact, std::string_view value) {
        return fact != nullptr && fact->value == value;
    };
    const ToolFact *p2p = facts.find(host::kKernelConfig, "CONFIG_PCI_P2PDMA");
    const ToolFact *move = facts.find(host::kKernelConfig, "CONFIG_DMABUF_MOVE_NOTIFY");
    if (p2p == nullptr && move == nullptr)
        return missing(facts.of(host::kKernelConfig).front(), "the configuration of the kernel", kDecides);
    // Newer kernels have no such option: they always notify.
    const bool alwaysMoves =
        has(facts.find(host::kKernelSymbols, "dma_buf_invalidate_mappings"), host::kPresent);
    std::vector<std::string> off;
    const ToolFact *evidence = nullptr;
    for (const auto &[option, fact] : {std::pair("CONFIG_PCI_P2PDMA", p2p),
                                       std::pair("CONFIG_DMABUF_MOVE_NOTIFY", alwaysMoves ? nullptr : move)})
        if (has(fact, "n")) {
            off.emplace_back(option);
            evidence = fact;
        }
    const ToolFact *peers = facts.find(host::kKernelFiles, "memory_peers");
    if (evidence != nullptr && peers != nullptr && peers->value != "no clients")
        return passed("without DMA-BUF, but peer memory has a client: " + shownValue(*peers));
    if (evidence != nullptr) {
        Finding finding("gpu.dmabuf_config");
        finding.set("actual", listed(off)).set("count", off.size());
        finding.evidence.push_back(quote(context, *evidence));
        return found({std::move(finding)});
    }
    if (has(p2p, "y") && (has(move, "y") || alwaysMoves))
        return passed("the kernel has PCI P2PDMA, and DMA-BUF with moving buffers");
    return unknown("the kernel's configuration does not name both options", std::string(kDecides));
}

Answer deviceAccess(const Context &context) {
    static constexpr std::array<std::string_view, 2> kAmd = {"kfd", "dri/renderD"};
    static constexpr std::array<std::string_view, 1> kNvidia = {"nvidia"};
    constexpr std::string_view kDecides = "id -nG, and ls -l of /dev/kfd and /dev/dri/renderD*, or of "
                                          "/dev/nvidia*";
    constexpr std::uint16_t kNvidiaVendor = 0x10de;
    return context.hasGpu(kNvidiaVendor) ? access(context, "gpu.access", kNvidia, kDecides)
                                         : access(context, "gpu.access", kAmd, kDecides);
}

Answer rdmaAccess(const Context &context) {
    static constexpr std::array<std::string_view, 1> kNames = {"infiniband/uverbs"};
    return access(context, "rdma.access", kNames, "ls -l /dev/infiniband");
}

Answer providers(const Context &context) {
    struct Provider {
        std::string_view driver, library;
    };
    static constexpr std::array kProviders = {
        Provider{"mlx5_core", "libmlx5-rdmav"},  Provider{"mlx4_core", "libmlx4-rdmav"},
        Provider{"bnxt_en", "libbnxt_re-rdmav"}, Provider{"ionic", "libionic-rdmav"},
        Provider{"ice", "libirdma-rdmav"},       Provider{"efa", "libefa-rdmav"},
    };
    const SystemFacts facts(context.host);
    const ToolFact *verbs = facts.find(host::kProviderLibraries, "libibverbs.so.1");
    if (verbs == nullptr)
        return facts.has(host::kProviderLibraries)
                   ? notApplicable("libibverbs is not installed here: programs bring their own")
                   : missing(nullptr, "the list of provider libraries", "ls /usr/lib*/libibverbs");
    std::vector<std::string> without, with;
    for (const Port &port : context.ports) {
        if (port.function == nullptr)
            continue;
        const auto driver = port.function->driver;
        const auto *known = std::find_if(kProviders.begin(), kProviders.end(), [&](const Provider &each) {
            return driver && *driver == each.driver;
        });
        if (known == kProviders.end())
            continue;
        const auto installed = facts.of(host::kProviderLibraries);
        const bool isThere = std::any_of(installed.begin(), installed.end(), [&](const ToolFact *fact) {
            return fact->name.starts_with(known->library);
        });
        const std::string name = HostText(port.device->name).line(64);
        auto &list = isThere ? with : without;
        if (std::find(list.begin(), list.end(), name) == list.end())
            list.push_back(name);
    }
    if (without.empty() && with.empty())
        return unknown("the provider libraries of these NICs are not known to this program",
                       "ibv_devinfo: it lists each NIC that has one");
    if (without.empty())
        return passed(fmt::format("provider libraries of {} are installed", listed(with)));
    Finding finding("rdma.provider");
    finding.set("devices", listed(without)).set("count", without.size());
    finding.evidence.push_back(quote(context, *verbs));
    return found({std::move(finding)});
}

std::string_view withoutNvSwitch(const Context &context) {
    constexpr std::uint16_t kNvidiaVendor = 0x10de;
    constexpr std::uint32_t kBridgeOther = 0x0680; // class and subclass of NVSwitch
    const auto &functions = context.host.functions;
    const bool isThere = std::any_of(functions.begin(), functions.end(), [](const host::PciFunction &each) {
        return each.vendor.valueOr(0) == kNvidiaVendor && each.classCode.valueOr(0) >> 8U == kBridgeOther;
    });
    const auto &messages = context.host.kernelMessages;
    const bool isLogged =
        std::any_of(messages.begin(), messages.end(), [](const host::KernelMessage &message) {
            return host::kernelFaultOf(message.kind, message.text).isSwitch; // an SXid
        });
    if (isThere || isLogged)
        return "";
    if (!context.gpus.empty() && !context.hasGpu(kNvidiaVendor))
        return "no NVIDIA GPU";
    return context.knowsGpus() ? "no NVSwitch" : context.gpus.empty() ? kUnlistedGpus : kUnlistedSwitches;
}

Answer fabricManager(const Context &context) {
    const SystemFacts facts(context.host);
    const ToolFact *service = facts.find(host::kServices, "nvidia-fabricmanager");
    const ToolFact *version = facts.find(host::kVersions, "Fabric Manager");
    const auto module = context.host.modules.find("nvidia");
    const auto driver = module == context.host.modules.end()
                            ? std::map<std::string, host::Fact<std::string>>::const_iterator{}
                            : module->second.find("version");
    const bool knowsDriver =
        module != context.host.modules.end() && driver != module->second.end() && driver->second.known();
    if (knowsDriver && version != nullptr && version->value != *driver->second) {
        Finding finding("gpu.fabric_manager", "version");
        finding.set("actual", shownValue(*version)).set("expected", HostText(*driver->second).line(64));
        finding.evidence.push_back(quote(context, *version));
        return found({std::move(finding)});
    }
    if (service == nullptr)
        return facts.has(host::kServices)
                   ? unknown("no service nvidia-fabricmanager is installed; a container may run it",
                             "nvidia-smi -q: Fabric, State: Completed")
                   : missing(nullptr, "the state of the service nvidia-fabricmanager",
                             "systemctl is-active nvidia-fabricmanager");
    if (service->value == "active")
        return passed("nvidia-fabricmanager is active");
    Finding finding("gpu.fabric_manager");
    finding.set("actual", shownValue(*service)).set("expected", "active");
    finding.evidence.push_back(quote(context, *service));
    finding.commands = {"sudo systemctl enable --now nvidia-fabricmanager"};
    return found({std::move(finding)});
}

Answer portCounters(const Context &context) {
    const SystemFacts facts(context.host);
    const auto counters = facts.of(host::kPortCounters);
    constexpr std::string_view kDecides =
        "ethtool -S and hw_counters before and after a run: none of them grows";
    if (counters.empty())
        return missing(nullptr, "the error counters of RDMA ports", kDecides);
    static constexpr std::array<std::string_view, 8> kTraffic = {
        "np_cnp_sent", "np_ecn_marked_roce_packets", "rp_cnp_handled",   "rx_cnp_pkts",
        "tx_cnp_pkts", "rx_rdma_ecn_pkts",           "rx_rdma_cnp_pkts", host::kCountersAtZero};
    std::vector<std::string> counted;
    for (const ToolFact *fact : counters)
        if (std::find(kTraffic.begin(), kTraffic.end(), fact->name) == kTraffic.end())
            counted.push_back(
                HostText(fmt::format("{} {} {}", fact->device, fact->name, fact->value)).line(96));
    if (counted.empty())
        return passed("no error has been counted since boot");
    return unknown(fmt::format("errors counted since boot: {}; they may be old", listed(counted)),
                   std::string(kDecides));
}

} // namespace fabricscope::checks::settings
