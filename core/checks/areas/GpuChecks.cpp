// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/checks/areas/SettingJudges.h"
#include "core/checks/versions/Pairs.h"
#include "core/nccl/Environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;

constexpr std::uint16_t kNvidia = 0x10de, kAmd = 0x1002;

Finding about(std::string_view rule, std::string_view variant, const std::vector<const Gpu *> &gpus) {
    std::vector<std::string> names;
    for (const Gpu *gpu : gpus)
        names.push_back(gpu->node->name);
    Finding finding(rule, variant);
    finding.set("devices", listed(names)).set("count", names.size());
    finding.place.address = gpus.front()->function->address.toString();
    return finding;
}

/// The tree's finding about the same BAR, by the model, without the size of the memory.
bool hasSmallBar(const Gpu &gpu) {
    return std::any_of(gpu.node->findings.begin(), gpu.node->findings.end(), [](const Finding &finding) {
        return finding.rule == "device.fault" && finding.variant == "bar_small";
    });
}

/// BAR 0 of AMD's GPUs is their memory (amdgpu_vram_mgr, "visible VRAM"). Partitions share it.
Answer largeBar(const Context &context) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<const Gpu *>> small; // BAR, memory
    std::size_t known = 0, all = 0;
    for (const Gpu *gpu : context.ownGpus()) {
        if (gpu->function->vendor.valueOr(0) != kAmd)
            continue;
        ++all;
        const auto bar = std::find_if(gpu->function->bars.begin(), gpu->function->bars.end(),
                                      [](const host::Bar &each) { return each.index == 0; });
        if (gpu->facts == nullptr || !gpu->facts->vram || bar == gpu->function->bars.end())
            continue;
        ++known;
        if (bar->size.value < gpu->facts->vram->value && !hasSmallBar(*gpu))
            small[{bar->size.value, gpu->facts->vram->value}].push_back(gpu);
    }
    std::vector<Finding> findings;
    for (const auto &[sizes, gpus] : small) {
        const bool isAccelerator = gpus.front()->function->classCode.valueOr(0) >> 8 != 0x0300;
        Finding finding = about("gpu.large_bar", isAccelerator ? "accelerator" : "", gpus);
        finding.set("actual", toString(ByteCount{sizes.first}))
            .set("expected", toString(ByteCount{sizes.second}));
        finding.evidence.push_back({"size of BAR 0", toString(ByteCount{sizes.first}), finding.place});
        finding.evidence.push_back(context.quotes.of(gpus.front()->facts->vram.evidence(),
                                                     "mem_info_vram_total", std::to_string(sizes.second)));
        findings.push_back(std::move(finding));
    }
    if (!findings.empty())
        return found(std::move(findings));
    if (all == 0)
        return notApplicable("no AMD GPU of the host's own");
    if (known < all)
        return unknown(
            fmt::format("BAR or memory size of {} was not read", ofAll(all - known, all, "GPU", "GPUs")), {});
    return passed(
        fmt::format("BAR 0 of {} covers {} memory", plural(all, "GPU", "GPUs"), all == 1 ? "its" : "their"));
}

using Model = std::tuple<std::uint16_t, std::uint16_t, std::uint16_t>;

std::map<Model, std::vector<const Gpu *>> byModel(const std::vector<const Gpu *> &gpus) {
    std::map<Model, std::vector<const Gpu *>> models;
    for (const Gpu *gpu : gpus)
        models[{gpu->function->vendor.valueOr(0), gpu->function->device.valueOr(0),
                gpu->function->subsystemDevice.valueOr(0)}]
            .push_back(gpu);
    return models;
}

/// A GPU without a driver is a fault only where others of its model have one.
Answer driver(const Context &context) {
    std::vector<const Gpu *> all;
    for (const Gpu &gpu : context.gpus)
        all.push_back(&gpu);
    std::vector<Finding> findings;
    std::size_t with = 0;
    for (const auto &[model, gpus] : byModel(all)) {
        std::vector<const Gpu *> without;
        std::map<std::string, std::size_t> drivers;
        for (const Gpu *gpu : gpus) {
            if (!gpu->function->driver)
                without.push_back(gpu);
            else
                ++drivers[*gpu->function->driver];
        }
        with += gpus.size() - without.size();
        if (without.empty() || drivers.size() != 1) // of several drivers, one is being changed by hand
            continue;
        Finding finding = about("gpu.no_driver", "", without);
        finding.set("others", gpus.size() - without.size());
        finding.set("driver", HostText(drivers.begin()->first).line(64));
        finding.set("expected", HostText(drivers.begin()->first).line(64)).set("actual", "no driver");
        finding.evidence.push_back({finding.place.address + "/driver", "no such link", finding.place});
        findings.push_back(std::move(finding));
    }
    if (!findings.empty())
        return found(std::move(findings));
    if (with == 0)
        return unknown("no GPU has a driver", "which driver the GPUs are meant to have");
    return passed(
        fmt::format("{} {} a driver", ofAll(with, all.size(), "GPU", "GPUs"), with == 1 ? "has" : "have"));
}

using Modes = std::map<std::string, std::vector<const Gpu *>>;

/// The value of most GPUs.
Modes::const_iterator mostOf(const Modes &modes) {
    return std::max_element(modes.begin(), modes.end(), [](const auto &left, const auto &right) {
        return left.second.size() < right.second.size();
    });
}

/// Findings about each group of GPUs that deviates from the majority; none where there is none.
std::vector<Finding> deviations(const Context &context, std::string_view rule, const Modes &modes,
                                host::Fact<std::string> host::GpuFacts::*fact, std::string_view name) {
    std::vector<Finding> findings;
    const auto most = mostOf(modes);
    for (auto at = modes.begin(); modes.size() > 1 && at != modes.end(); ++at) {
        if (at == most)
            continue;
        Finding finding = about(rule, "", at->second);
        finding.set("actual", HostText(at->first).line(128)).set("expected", HostText(most->first).line(128));
        for (const Gpu *gpu : {at->second.front(), most->second.front()})
            finding.evidence.push_back(context.quotes.of((gpu->facts->*fact).evidence(),
                                                         gpu->node->name + " " + std::string(name),
                                                         *(gpu->facts->*fact)));
        findings.push_back(std::move(finding));
    }
    return findings;
}

Answer vbios(const Context &context) {
    std::vector<Finding> findings;
    std::size_t known = 0;
    for (const auto &[model, gpus] : byModel(context.ownGpus())) {
        Modes versions;
        for (const Gpu *gpu : gpus)
            if (gpu->facts != nullptr && gpu->facts->vbios)
                versions[*gpu->facts->vbios].push_back(gpu);
        for (const auto &[version, members] : versions)
            known += members.size();
        for (Finding &finding :
             deviations(context, "gpu.vbios", versions, &host::GpuFacts::vbios, "vbios_version"))
            findings.push_back(std::move(finding));
    }
    if (findings.empty() && known < context.ownGpus().size())
        return unknown(
            fmt::format("the VBIOS of {} was not read",
                        ofAll(context.ownGpus().size() - known, context.ownGpus().size(), "GPU", "GPUs")),
            {});
    return found(std::move(findings), known == 1
                                          ? std::string("one GPU, with one VBIOS version")
                                          : fmt::format("{} GPUs have one VBIOS version per model", known));
}

std::string modeOf(const host::GpuFacts &facts) {
    return facts.memoryPartition ? *facts.computePartition + "/" + *facts.memoryPartition
                                 : *facts.computePartition;
}

Answer partition(const Context &context) {
    Modes modes;
    std::size_t gpus = 0, partitions = 0;
    for (const Gpu *gpu : context.ownGpus()) {
        if (gpu->facts == nullptr || !gpu->facts->computePartition)
            continue;
        ++gpus;
        const auto &children = gpu->node->children;
        const auto own = std::count_if(children.begin(), children.end(), [&](topology::NodeId child) {
            return context.topology.node(child).kind == topology::NodeKind::Partition;
        });
        partitions += own > 0 ? static_cast<std::size_t>(own) : 1;
        modes[modeOf(*gpu->facts)].push_back(gpu);
    }
    if (modes.empty())
        return notApplicable("the GPUs are held for VMs");
    auto findings =
        deviations(context, "gpu.partition", modes, &host::GpuFacts::computePartition, "compute partition");
    const auto &[mode, members] = *mostOf(modes);
    if (modes.size() == 1 && partitions > gpus) {
        Finding finding = about("gpu.partition", "all", members);
        finding.set("actual", HostText(mode).line(64)).set("count", partitions).set("gpus", gpus);
        finding.evidence.push_back(context.quotes.of(members.front()->facts->computePartition.evidence(),
                                                     "current_compute_partition", mode));
        findings.push_back(std::move(finding));
    }
    return found(std::move(findings),
                 fmt::format("{} in {}", plural(gpus, "GPU", "GPUs"), HostText(mode).line(64)));
}

/// Whether the library uses DMA-BUF on this host, by its environment or by default.
bool usesDmaBuf(const Context &context) {
    std::optional<std::string> value;
    for (const host::NcclSetting &setting : context.host.ncclSettings)
        if (setting.name == nccl::nameOf(nccl::Variable::DmaBufEnable) && setting.value)
            value = *setting.value;
    if (value)
        return *value != "0";
    const nccl::Version *library =
        context.subject.examination != nullptr ? context.subject.examination->decisions.library : nullptr;
    return library != nullptr && library->dmaBufByDefault;
}

/// From kernel 6.8 on there is no peer memory for AMD: its absence is normal, and DMA-BUF is used instead.
Answer peerMemory(const Context &context) {
    const bench::DmaBufNeed need = bench::dmaBufNeed(context.topology);
    if (!need.needed)
        return unknown(need.why, "the kernel's release and log (lsmod, dmesg)");
    if (!*need.needed)
        return passed(need.why);
    const bool isUsed = usesDmaBuf(context);
    if (need.works != false && isUsed)
        return passed(need.why + ", and the library uses DMA-BUF");
    if (need.works != false &&
        (context.subject.examination == nullptr || context.subject.examination->decisions.library == nullptr))
        return unknown(need.why + ", and the library is not known", "which version of NCCL or RCCL is used");
    Finding finding("gpu.peer_memory", need.works == false ? "" : "off");
    finding.set("reason", need.why);
    finding.set("library", context.hasGpu(kAmd) ? "RCCL" : "NCCL");
    if (need.works != false) {
        finding.set("actual", "NCCL_DMABUF_ENABLE not set").set("expected", "NCCL_DMABUF_ENABLE=1");
        finding.commands = {"export NCCL_DMABUF_ENABLE=1"};
    }
    if (context.host.kernel)
        finding.evidence.push_back(
            context.quotes.of(context.host.kernel.evidence(), "uname -r", *context.host.kernel));
    for (const host::KernelMessage &message : context.host.kernelMessages)
        if (message.text.find("ib_register_peer_memory_client") != std::string::npos)
            finding.evidence.push_back(context.quotes.of(message.evidence, "kernel log", message.text));
    return found({std::move(finding)});
}

constexpr Check kChecks[] = {
    {.id = "gpu.no_driver",
     .title = "Drivers of GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Functions, Need::Drivers},
     .claims =
         "kernel.driver device.fault/no_driver device.fault/driver_unreachable device.fault/driver_mismatch "
         "device.fault/no_library "
         "device.fault/amd_* device.fault/no_gpus device.fault/no_permission device.fault/nvml "
         "device.fault/nouveau device.fault/unreadable device.fault/no_values device.fault/vgpu_unlicensed "
         "device.fault/compute_prohibited",
     .contradictedBy = "device.dead kernel.gpu_fault/nvidia_init* kernel.gpu_fault/amd_init* kernel.xid/143",
     .judge = driver},
    {.id = "gpu.faults",
     .title = "Faults of GPUs since boot",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Log},
     .claims = "kernel.gpu_fault kernel.xid kernel.sxid device.fault/recovery device.fault/reset_required "
               "device.fault/reset_advised device.fault/service_failed device.fault",
     .contradictedBy = "device.dead device.fault/lost device.fault/unreadable kernel.device_lost kernel.xid "
                       "kernel.reset kernel.driver/ kernel.driver/mismatch kernel.driver/open "
                       "kernel.driver/unsupported kernel.driver/proprietary kernel.driver/bound "
                       "kernel.driver/none_started kernel.bar kernel.iommu kernel.bus_error",
     .seen = "the kernel log has no fault of a GPU"},
    {.id = "gpu.memory",
     .title = "Memory errors of GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::GpuErrors},
     .claims = "device.fault/ecc_* device.fault/sram_threshold device.fault/remap* device.fault/retire* "
               "device.fault/bad_pages* device.fault/repair_pending device.fault/unrepairable "
               "device.fault/no_spare_rows device.fault/inforom",
     .contradictedBy =
         "device.dead kernel.xid/48 kernel.xid/64 kernel.xid/92 kernel.xid/94 kernel.xid/95 kernel.xid/140 "
         "kernel.gpu_fault/bad_pages* kernel.gpu_fault/pages_retired kernel.gpu_fault/poison "
         "kernel.gpu_fault/uncorrectable kernel.gpu_fault/deferred kernel.gpu_fault/aca_*",
     .seen = "the tool's output has no error of the GPUs' memory"},
    {.id = "gpu.clocks",
     .title = "Clocks and temperature of GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::GpuClocks},
     .claims = "device.fault/slowed* device.fault/throttled* device.fault/hot* device.fault/power_limit",
     .contradictedBy = "device.dead kernel.gpu_fault/hot",
     .seen = "the tool's output has no GPU that is hot or held down"},
    {.id = "gpu.links",
     .title = "XGMI and NVLink",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::GpuLinks},
     .claims = "device.fault/nvlink* device.fault/xgmi* device.fault/fabric* device.fault/p2p* peer.unknown",
     .contradictedBy = "device.dead kernel.xid/74 kernel.xid/nvlink kernel.sxid kernel.gpu_fault/xgmi* "
                       "gpu.fabric_manager device.fault/fabric_manager",
     .seen = "the tool's output has no link that is down or slow"},
    {.id = "gpu.partition",
     .title = "Partitions of GPUs",
     .group = Group::Gpu,
     .scope = {.gpuVendor = kAmd},
     .needs = {Need::Partitions},
     .claims = "device.fault/partitioned",
     .contradictedBy = "device.dead",
     .judge = partition},
    {.id = "gpu.mig",
     .title = "MIG mode and pending changes",
     .group = Group::Gpu,
     .scope = {.gpuVendor = kNvidia},
     .needs = {Need::GpuMig},
     .claims = "device.fault/mig_pending",
     .contradictedBy = "device.dead",
     .seen = "no change of the MIG mode is pending"},
    {.id = "gpu.vbios",
     .title = "VBIOS versions of GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Vbios},
     .claims = "device.fault/firmware_differs",
     .contradictedBy = "device.dead",
     .judge = vbios},
    {.id = "gpu.large_bar",
     .title = "Size of the GPUs' BAR",
     .group = Group::Gpu,
     .scope = {.machines = kHosts, .gpuVendor = kAmd},
     .needs = {Need::Bars, Need::Memory},
     .claims = "device.fault/bar_small",
     .contradictedBy = "kernel.bar device.dead",
     .judge = largeBar},
    {.id = "gpu.peer_memory",
     .title = "Access of NICs to GPU memory",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Release},
     .claims = "kernel.driver/peermem kernel.driver/peer_memory",
     .contradictedBy = "gpu.dmabuf_config",
     .judge = peerMemory},
    {.id = "gpu.dmabuf_config",
     .title = "DMA-BUF in the kernel's configuration",
     .group = Group::Gpu,
     .scope = {.gpuVendor = kAmd, .from = {5, 12}, .unless = withoutGpuRdma},
     .judge = settings::dmabufConfig},
    {.id = "gpu.access",
     .title = "Rights of the user on GPU devices",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .judge = settings::deviceAccess},
    {.id = "gpu.fabric_manager",
     .title = "Fabric Manager",
     .group = Group::Gpu,
     .scope = {.machines = kNoContainers, .unless = settings::withoutNvSwitch},
     .claims = "device.fault/fabric_manager device.fault/fabric_manager_off",
     .judge = settings::fabricManager},
    {.id = "gpu.versions",
     .title = "Versions of GPU drivers and of what depends on them",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .judge = versions::gpuVersions},
    {.id = "gpu.persistence",
     .title = "Persistence mode and power limit",
     .group = Group::Gpu,
     .scope = {.gpuVendor = kNvidia},
     .needs = {Need::Elsewhere},
     .decides = "nvidia-smi --query-gpu=persistence_mode,power.limit,power.default_limit --format=csv"},
    {.id = "gpu.in_use",
     .title = "Other users of the GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "the processes on the GPUs (nvidia-smi, amd-smi process) right before a run"},
    {.id = "gpu.memory_bandwidth",
     .title = "Memory bandwidth of GPUs",
     .group = Group::Gpu,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "a run of nvbandwidth, TransferBench or RVS (babel)"},
};

} // namespace

std::span<const Check> gpu() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
