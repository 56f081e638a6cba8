// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/BindingPerftest.h"

#include "core/base/HostText.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/bench/run/SoftwareNics.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

std::string gpuFlag(bool amd) {
    return amd ? "--use_rocm" : "--use_cuda";
}

void pinTo(Proposal &run, std::optional<NumaNode> node, const std::string &device) {
    if (run.facts.topology.host().numaNodes.size() == 1) {
        run.leave("numactl", "the host has one NUMA node");
        return;
    }
    if (!node) {
        run.leave("numactl", fmt::format("the NUMA node of {} is unknown{}: not pinned", device,
                                         run.fabric.guest ? ", as in most VMs" : ""));
        return;
    }
    std::vector<std::string> &words = run.bound.spec.command.words;
    const std::string number = std::to_string(node->value);
    words.insert(words.begin(), {"numactl", "-N", number, "-m", number});
    run.bound.filled.push_back({fmt::format("numactl -N {0} -m {0}", number), true,
                                fmt::format("{} is on NUMA node {}", device, number)});
}

/// The requested NIC, else the one nearest to the first GPU by hardware, else the first that is up.
std::optional<std::size_t> chooseNic(Proposal &run) {
    const auto usable = [&](std::size_t nic) {
        return run.fabric.nics[nic].rdma && run.fabric.nics[nic].state == host::NicEntry::State::Active;
    };
    if (run.request.nic)
        return run.request.nic;
    const auto &ideal = run.facts.examination.judgement.ideal;
    if (!run.bound.gpus.empty() && run.bound.gpus.front() < ideal.size())
        for (const std::size_t nic : ideal[run.bound.gpus.front()])
            if (usable(nic))
                return nic;
    if (!run.bound.gpus.empty())
        run.find("binding.no_nearest").set("gpu", run.fabric.gpus[run.bound.gpus.front()].name);
    for (std::size_t nic = 0; nic < run.fabric.nics.size(); ++nic)
        if (usable(nic) && run.fabric.nics[nic].isCandidate())
            return nic;
    return std::nullopt;
}

Result<> addGid(Proposal &run, const std::string &nic) {
    const host::RdmaPort *port = run.portOf(nic);
    const GidChoice choice = port != nullptr ? gidOf(*port) : GidChoice{std::nullopt, "its port is unknown"};
    if (choice.index)
        return run.set("-x", std::to_string(*choice.index), choice.why);
    run.leave("-x", choice.why);
    return {};
}

/// The GPU by its number in the program, and how its memory is registered.
Result<> addGpuMemory(Proposal &run) {
    if (!run.request.gpuMemory || run.bound.gpus.empty()) {
        run.leave("--use_rocm, --use_cuda",
                  run.bound.gpus.empty() ? "no GPU selected" : "host memory requested");
        return {};
    }
    const affinity::Gpu &gpu = run.fabric.gpus[run.bound.gpus.front()];
    const std::string flag = gpuFlag(run.isAmd());
    if (const std::string why = run.whyUnusable(run.bound.gpus.front());
        run.request.hostMemoryFallback && !why.empty()) {
        run.leave(flag, fmt::format("{}: {}, so host memory is used", gpu.name, why));
        run.bound.gpus.clear();
        return {};
    }
    const auto table = host::gpuTable(run.facts.topology.host(), [&] {
        std::vector<host::EnvironmentEntry> entries;
        for (const EnvironmentValue &value : run.request.environment)
            entries.push_back({value.name, value.value});
        return entries;
    }());
    const std::uint32_t partition = gpu.numbers ? gpu.numbers->partition.value_or(0) : 0;
    const host::GpuEntry *entry = gpu.bdf ? table.find(*gpu.bdf, partition) : nullptr;
    if (entry == nullptr || !entry->visible) {
        run.find("binding.gpu_number", entry != nullptr && entry->hidden ? "hidden" : "")
            .set("gpu", gpu.name)
            .set("flag", flag);
        return {};
    }
    if (auto done = run.set(flag, numberText(entry->visible),
                            fmt::format("{} ({}): {}", gpu.name, gpu.busIdText, entry->visible->rule));
        !done)
        return done;
    const std::string dmabuf = flag + "_dmabuf";
    const DmaBufNeed need = dmaBufNeed(run.facts.topology);
    const bool absent = run.facts.support != nullptr && !run.facts.support->flags.empty() &&
                        !run.facts.support->hasFlag(dmabuf);
    if (need.needed != true || absent) {
        run.leave(dmabuf, absent && need.needed == true ? "not supported by this build" : need.why);
        return {};
    }
    return run.set(dmabuf, {}, need.why);
}

/// Each option is inserted before the earlier ones, so that the NIC comes first.
Result<> bindNic(Proposal &run, std::size_t nic) {
    const affinity::Nic &chosen = run.fabric.nics[nic];
    run.bound.nics = {nic};
    if (chosen.state == host::NicEntry::State::Down || chosen.state == host::NicEntry::State::Disabled)
        run.find("binding.nic_down").set("nic", chosen.name);
    if (auto done = addGid(run, chosen.name); !done)
        return done;
    if (auto done = addGpuMemory(run); !done)
        return done;
    std::string why = "requested";
    if (!run.request.nic && !run.bound.gpus.empty())
        why = fmt::format("{} to {}", topology::toString(run.fabric.reach(run.bound.gpus.front(), nic)),
                          run.fabric.gpus[run.bound.gpus.front()].name);
    if (auto done = run.set("-d", chosen.name, why); !done)
        return done;
    pinTo(run, chosen.numa, chosen.name);
    return {};
}

/// A device in software cannot access GPU memory; its location is that of the card below it.
Result<> bindSoftware(Proposal &run, const SoftwareNic &software) {
    const affinity::Nic &nic = software.nic;
    if (nic.state == host::NicEntry::State::Down || nic.state == host::NicEntry::State::Disabled)
        run.find("binding.nic_down").set("nic", nic.name);
    if (auto done = software.isIwarp ? run.set("-R", {}, "iWARP requires the RDMA connection manager")
                                     : addGid(run, nic.name);
        !done)
        return done;
    run.bound.gpus.clear();
    run.leave("--use_rocm, --use_cuda",
              fmt::format("{} is {} (software) and cannot access GPU memory", nic.name, software.words));
    if (auto done = run.set("-d", nic.name, software.words + ": in software, on the CPU"); !done)
        return done;
    pinTo(run, nic.numa, nic.name);
    return {};
}

} // namespace

Result<> bindPerftest(Proposal &run) {
    if (run.request.nic && *run.request.nic >= run.fabric.nics.size())
        return failure(fmt::format("the host has no NIC number {}", *run.request.nic), run.request.host);
    if (run.request.gpus.empty() && run.bound.gpus.size() > 1)
        run.bound.gpus.resize(1); // one GPU per process
    const std::string &requested = run.request.softwareNic;
    if (requested.empty())
        if (const auto nic = chooseNic(run))
            return bindNic(run, *nic);
    for (const SoftwareNic &software : softwareNics(run.facts.topology))
        if (requested.empty() ? software.nic.state == host::NicEntry::State::Active
                              : software.nic.name == requested)
            return bindSoftware(run, software);
    if (!requested.empty())
        return failure(
            fmt::format("the host has no software RDMA device '{}'", HostText(requested).plain(64)),
            run.request.host);
    run.find("binding.no_nic");
    return addGpuMemory(run);
}

} // namespace fabricscope::bench
