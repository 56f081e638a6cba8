// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/versions/Pairs.h"

#include "core/host/SystemFacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace fabricscope::checks::versions {

namespace {

constexpr std::uint16_t kNvidia = 0x10de, kAmd = 0x1002, kMellanox = 0x15b3;

template<class Accept> bool anyNvidia(const Context &context, Accept accept) {
    return std::any_of(context.gpus.begin(), context.gpus.end(), [&](const Gpu &gpu) {
        return !gpu.isHeld && gpu.function->vendor.valueOr(0) == kNvidia &&
               accept(gpu.function->device.valueOr(0));
    });
}

bool hasModule(const Context &context, std::string_view kind) {
    const host::ToolFact *module = host::SystemFacts(context.host).find(host::kVersions, host::kNvidiaModule);
    return module != nullptr && module->value == kind;
}

bool hasAmd(const Context &context) {
    return context.hasGpu(kAmd);
}

bool hasNvidia(const Context &context) {
    return context.hasGpu(kNvidia);
}

/// HGX B200: PCI device 2901h.
bool hasB200(const Context &context) {
    return anyNvidia(context, [](std::uint16_t device) { return device == 0x2901; });
}

/// GB100, GB110 and GB20x, which the proprietary module does not drive.
bool hasBlackwellProprietary(const Context &context) {
    return hasModule(context, host::kProprietaryModule) && anyNvidia(context, [](std::uint16_t device) {
               return (device >= 0x2900 && device < 0x2a00) || (device >= 0x2b80 && device < 0x3000) ||
                      (device >= 0x3180 && device < 0x3200);
           });
}

/// Maxwell, Pascal and Volta, which the open module does not drive: GM107 (1340h) to GV100 (1dffh).
bool hasOldGpuOpen(const Context &context) {
    return hasModule(context, host::kOpenModule) &&
           anyNvidia(context, [](std::uint16_t device) { return device >= 0x1340 && device < 0x1e00; });
}

bool hasOpenModule(const Context &context) {
    return hasModule(context, host::kOpenModule);
}

/// The kernel's own amdgpu states no version; the module is loaded if a GPU is bound to it.
bool hasInTreeAmdgpu(const Context &context) {
    const auto module = context.host.modules.find("amdgpu");
    return hasAmd(context) && module != context.host.modules.end() && !module->second.empty() &&
           !module->second.contains("version");
}

/// ConnectX-8 and BlueField-3.
bool hasNewerMellanox(const Context &context) {
    static constexpr std::array<std::uint16_t, 2> kDevices = {0x1023, 0xa2dc};
    return std::any_of(context.ports.begin(), context.ports.end(), [](const Port &port) {
        return port.function != nullptr && port.function->vendor.valueOr(0) == kMellanox &&
               std::find(kDevices.begin(), kDevices.end(), port.function->device.valueOr(0)) !=
                   kDevices.end();
    });
}

bool hasGpuAndPorts(const Context &context) {
    return !context.gpus.empty() && !context.ports.empty();
}

bool hasOpenModuleAndPorts(const Context &context) {
    return hasOpenModule(context) && hasGpuAndPorts(context);
}

bool hasNvidiaAndPorts(const Context &context) {
    return hasNvidia(context) && !context.ports.empty();
}

bool isHypervisor(const Context &context) {
    return context.machine == Machine::Hypervisor;
}

/// An AMD NIC for IBGDA is asked of hosts with AMD GPUs.
bool hasAmdAndPorts(const Context &context) {
    return hasAmd(context) && !context.ports.empty();
}

using enum Component;
using Fails = Pair::Fails;
constexpr Pair kPairs[] = {
    {.check = "gpu.versions",
     .variant = "libcuda",
     .fails = Fails::Unequal,
     .first = {.component = LibCuda},
     .second = Range{.component = NvidiaDriver}},
    {.check = "gpu.versions",
     .variant = "imex",
     .fails = Fails::Unequal,
     .first = {.component = Imex},
     .second = Range{.component = NvidiaDriver}},
    {.check = "gpu.versions",
     .variant = "imex_names",
     .first = {.component = Imex},
     .second = Range{.component = NvidiaDriver, .below = "570.158.1"},
     .expected = "570.158.01"},
    {.check = "gpu.versions",
     .variant = "dmabuf_kernel",
     .first = {.component = Kernel, .below = "5.12"},
     .expected = "5.12",
     .where = hasOpenModuleAndPorts},
    {.check = "gpu.versions",
     .variant = "vfio_reset",
     .first = {.component = Kernel, .from = "6.14.2", .below = "6.14.3"},
     .expected = "6.14.1",
     .where = isHypervisor},
    {.check = "gpu.versions",
     .variant = "vfio_reset",
     .first = {.component = Kernel, .from = "6.12.23", .below = "6.12.24"},
     .expected = "6.12.22",
     .where = isHypervisor},
    {.check = "gpu.versions",
     .first = {.component = Cuda, .from = "11", .below = "12"},
     .second = Range{.component = NvidiaDriver, .below = "450"},
     .expected = "450"},
    {.check = "gpu.versions",
     .first = {.component = Cuda, .from = "12", .below = "13"},
     .second = Range{.component = NvidiaDriver, .below = "525"},
     .expected = "525"},
    {.check = "gpu.versions",
     .first = {.component = Cuda, .from = "13", .below = "14"},
     .second = Range{.component = NvidiaDriver, .below = "580"},
     .expected = "580"},
    {.check = "gpu.versions",
     .variant = "cuda_minor",
     .fails = Fails::NewerMinor,
     .first = {.component = Cuda},
     .second = Range{.component = DriverCuda}},
    {.check = "gpu.versions",
     .variant = "b200",
     .first = {.component = NvidiaDriver, .below = "570.133.20"},
     .expected = "570.133.20",
     .where = hasB200},
    {.check = "gpu.versions",
     .variant = "blackwell",
     .first = {.component = NvidiaDriver},
     .where = hasBlackwellProprietary},
    {.check = "gpu.versions",
     .variant = "before_turing",
     .first = {.component = NvidiaDriver},
     .where = hasOldGpuOpen},
    {.check = "gpu.versions",
     .variant = "gdrcopy",
     .first = {.component = Gdrdrv, .below = "2.4.3"},
     .second = Range{.component = NvidiaDriver, .from = "545"},
     .expected = "2.4.3",
     .where = hasOpenModule},
    {.check = "gpu.versions",
     .variant = "gdrapi",
     .fails = Fails::NewerMinor,
     .first = {.component = LibGdrapi},
     .second = Range{.component = Gdrdrv}},
    {.check = "gpu.versions",
     .variant = "amd_pinned",
     .first = {.component = Amdgpu, .below = "6.14.14"},
     .expected = "6.14.14",
     .where = hasAmdAndPorts},
    {.check = "rdma.versions",
     .first = {.component = IonicAbi, .from = "1", .below = "2"},
     .second = Range{.component = LibIonic, .from = "54.0.149", .below = "54.0.150"},
     .expected = "54.0-187"},
    {.check = "rdma.versions",
     .first = {.component = IonicAbi, .from = "4", .below = "5"},
     .second = Range{.component = LibIonic, .from = "54.0.187", .below = "54.0.188"},
     .expected = "54.0-149"},
    {.check = "rdma.versions",
     .variant = "ibgda",
     .first = {.component = IonicBundle, .from = "1.117.1", .below = "1.117.2"},
     .expected = "1.117.5-a-45",
     .where = hasAmdAndPorts},
    {.check = "rdma.versions",
     .variant = "ibgda_bnxt",
     .first = {.component = BnxtRe, .from = "231", .below = "232"},
     .expected = "235.2.86.0",
     .where = hasGpuAndPorts},
    {.check = "rdma.versions",
     .variant = "dmabuf_verbs",
     .first = {.component = RdmaCore, .below = "34"},
     .expected = "34",
     .where = hasGpuAndPorts},
    {.check = "rdma.versions",
     .variant = "nvshmem",
     .first = {.component = RdmaCore, .below = "44"},
     .expected = "44",
     .where = hasNvidiaAndPorts},
    {.check = "rdma.versions",
     .variant = "mlnx_ofed",
     .first = {.component = MlnxOfed},
     .where = hasNewerMellanox},
    {.check = "library.versions",
     .first = {.component = LibraryCuda, .from = "12", .below = "13"},
     .second = Range{.component = NvidiaDriver, .below = "525"},
     .expected = "525"},
    {.check = "library.versions",
     .first = {.component = LibraryCuda, .from = "13", .below = "14"},
     .second = Range{.component = NvidiaDriver, .below = "580"},
     .expected = "580"},
    {.check = "library.versions",
     .variant = "rocm_ipc",
     .first = {.component = Rocm, .from = "6.3", .below = "6.4"},
     .where = hasInTreeAmdgpu},
    {.check = "library.versions",
     .variant = "ucx_dmabuf",
     .first = {.component = Ucx, .below = "1.23"},
     .second = Range{.component = Kernel, .from = "6.1"},
     .expected = "1.23",
     .where = hasAmd},
    {.check = "library.versions",
     .variant = "ucx_ipc",
     .first = {.component = Ucx, .from = "1.21", .below = "1.22"},
     .expected = "1.22",
     .where = hasNvidia},
};

bool isIn(const Version &version, const Range &range) {
    return (range.from.empty() || version >= *Version::parse(range.from)) &&
           (range.below.empty() || version < *Version::parse(range.below));
}

bool failsWith(const Pair &pair, const Version &first, const Version &second) {
    switch (pair.fails) {
    case Fails::InRange:
        return isIn(first, pair.first) && isIn(second, *pair.second);
    case Fails::Unequal:
        return first != second;
    case Fails::NewerMinor:
        return first.major() == second.major() && first.minor() > second.minor();
    }
    return false;
}

/// The versions with which the pair fails; empty: it does not.
std::vector<const Stated *> failing(const Pair &pair, const Components &components) {
    for (const Stated &first : components.of(pair.first.component)) {
        if (!pair.second && isIn(first.version, pair.first))
            return {&first};
        if (!pair.second)
            continue;
        for (const Stated &second : components.of(pair.second->component))
            if (failsWith(pair, first.version, second.version))
                return {&first, &second};
    }
    return {};
}

bool isKnown(const Pair &pair, const Components &components) {
    return !components.of(pair.first.component).empty() &&
           (!pair.second || !components.of(pair.second->component).empty());
}

findings::Finding findingOf(const Pair &pair, const std::vector<const Stated *> &stated) {
    findings::Finding finding(pair.check, pair.variant);
    finding.set("actual", stated.front()->text);
    if (stated.size() > 1)
        finding.set("other", stated[1]->text);
    if (!pair.expected.empty())
        finding.set("expected", pair.expected);
    for (const Stated *each : stated)
        finding.evidence.push_back(each->evidence);
    return finding;
}

/// "NVIDIA driver 580.95.05, CUDA 13.0.1".
std::string listedVersions(const std::set<Component> &compared, const Components &components) {
    std::vector<std::string> names;
    for (const Component component : compared)
        for (const Stated &each : components.of(component))
            names.push_back(fmt::format("{} {}", nameOf(component), each.text));
    return listed(names);
}

Answer judged(const Context &context, std::string_view check, std::string_view decides) {
    const Components components(context);
    std::vector<findings::Finding> broken;
    std::set<Component> compared;
    std::set<std::string_view> variants; // rows of one rule differ in their ranges only
    bool concerns = false;
    for (const Pair &pair : kPairs) {
        if (pair.check != check || (pair.where != nullptr && !pair.where(context)))
            continue;
        concerns = true;
        if (!isKnown(pair, components))
            continue;
        compared.insert(pair.first.component);
        if (pair.second)
            compared.insert(pair.second->component);
        const auto stated = failing(pair, components);
        if (!stated.empty() && variants.insert(pair.variant).second)
            broken.push_back(findingOf(pair, stated));
    }
    if (!concerns)
        return notApplicable("no pair of versions that this program knows concerns this host");
    if (compared.empty()) {
        Answer answer = unknown("no versions that have to fit each other were read", std::string(decides));
        answer.reason = Reason::NotCollected;
        return answer;
    }
    const std::string seen = listedVersions(compared, components);
    if (broken.empty())
        return passed(seen);
    return checks::found(std::move(broken), seen);
}

} // namespace

std::span<const Pair> allPairs() {
    return kPairs;
}

Answer gpuVersions(const Context &context) {
    return judged(context, "gpu.versions", "the versions of driver, CUDA or ROCm, and GDRCopy");
}

Answer rdmaVersions(const Context &context) {
    return judged(context, "rdma.versions",
                  "ibv_devinfo: it lists each NIC, and names a provider library of another ABI");
}

Answer libraryVersions(const Context &context) {
    return judged(context, "library.versions", "the versions of NCCL or RCCL, UCX and the driver");
}

} // namespace fabricscope::checks::versions
