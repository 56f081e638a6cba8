// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/bench/plan/Binder.h"
#include "core/bench/plan/DmaBuf.h"
#include "core/bench/run/SoftwareNics.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::bench {

namespace {

std::string gpuFlag(bool amd) {
    return amd ? "--use_rocm" : "--use_cuda";
}

} // namespace

void Binder::pinTo(std::optional<NumaNode> node, const std::string &device) {
    if (m_facts.topology.host().numaNodes.size() == 1) {
        leave("numactl", "the host has one NUMA node");
        return;
    }
    if (!node) {
        leave("numactl", fmt::format("the NUMA node of {} is unknown{}: not pinned", device,
                                     m_fabric.guest ? ", as in most VMs" : ""));
        return;
    }
    std::vector<std::string> &words = m_bound.spec.command.words;
    const std::string number = std::to_string(node->value);
    words.insert(words.begin(), {"numactl", "-N", number, "-m", number});
    m_bound.filled.push_back({fmt::format("numactl -N {0} -m {0}", number), true,
                              fmt::format("{} is on NUMA node {}", device, number)});
}

/// The requested NIC, else the one nearest to the first GPU by hardware, else the first that is up.
std::optional<std::size_t> Binder::chooseNic() {
    const auto usable = [&](std::size_t nic) {
        return m_fabric.nics[nic].rdma && m_fabric.nics[nic].state == host::NicEntry::State::Active;
    };
    if (m_request.nic)
        return m_request.nic;
    const auto &ideal = m_facts.examination.judgement.ideal;
    if (!m_bound.gpus.empty() && m_bound.gpus.front() < ideal.size())
        for (const std::size_t nic : ideal[m_bound.gpus.front()])
            if (usable(nic))
                return nic;
    if (!m_bound.gpus.empty())
        find("binding.no_nearest").set("gpu", m_fabric.gpus[m_bound.gpus.front()].name);
    for (std::size_t nic = 0; nic < m_fabric.nics.size(); ++nic)
        if (usable(nic) && m_fabric.nics[nic].isCandidate())
            return nic;
    return std::nullopt;
}

Result<> Binder::addGid(const std::string &nic) {
    const host::RdmaPort *port = portOf(nic);
    const GidChoice choice = port != nullptr ? gidOf(*port) : GidChoice{std::nullopt, "its port is unknown"};
    if (choice.index)
        return set("-x", std::to_string(*choice.index), choice.why);
    leave("-x", choice.why);
    return {};
}

/// The GPU by its number in the program, and how its memory is registered.
Result<> Binder::addGpuMemory() {
    if (!m_request.gpuMemory || m_bound.gpus.empty()) {
        leave("--use_rocm, --use_cuda", m_bound.gpus.empty() ? "no GPU selected" : "host memory requested");
        return {};
    }
    const affinity::Gpu &gpu = m_fabric.gpus[m_bound.gpus.front()];
    const std::string flag = gpuFlag(isAmd());
    if (const std::string why = whyUnusable(m_bound.gpus.front());
        m_request.hostMemoryFallback && !why.empty()) {
        leave(flag, fmt::format("{}: {}, so host memory is used", gpu.name, why));
        m_bound.gpus.clear();
        return {};
    }
    const auto table = host::gpuTable(m_facts.topology.host(), [&] {
        std::vector<host::EnvironmentEntry> entries;
        for (const EnvironmentValue &value : m_request.environment)
            entries.push_back({value.name, value.value});
        return entries;
    }());
    const std::uint32_t partition = gpu.numbers ? gpu.numbers->partition.value_or(0) : 0;
    const host::GpuEntry *entry = gpu.bdf ? table.find(*gpu.bdf, partition) : nullptr;
    if (entry == nullptr || !entry->visible) {
        find("binding.gpu_number", entry != nullptr && entry->hidden ? "hidden" : "")
            .set("gpu", gpu.name)
            .set("flag", flag);
        return {};
    }
    if (auto done = set(flag, numberText(entry->visible),
                        fmt::format("{} ({}): {}", gpu.name, gpu.busIdText, entry->visible->rule));
        !done)
        return done;
    const std::string dmabuf = flag + "_dmabuf";
    const DmaBufNeed need = dmaBufNeed(m_facts.topology);
    const bool absent =
        m_facts.support != nullptr && !m_facts.support->flags.empty() && !m_facts.support->hasFlag(dmabuf);
    if (need.needed != true || absent) {
        leave(dmabuf, absent && need.needed == true ? "not supported by this build" : need.why);
        return {};
    }
    return set(dmabuf, {}, need.why);
}

/// Each option is inserted before the earlier ones, so that the NIC comes first.
Result<> Binder::bindNic(std::size_t nic) {
    const affinity::Nic &chosen = m_fabric.nics[nic];
    m_bound.nics = {nic};
    if (chosen.state == host::NicEntry::State::Down || chosen.state == host::NicEntry::State::Disabled)
        find("binding.nic_down").set("nic", chosen.name);
    if (auto done = addGid(chosen.name); !done)
        return done;
    if (auto done = addGpuMemory(); !done)
        return done;
    std::string why = "requested";
    if (!m_request.nic && !m_bound.gpus.empty())
        why = fmt::format("{} to {}", topology::toString(m_fabric.reach(m_bound.gpus.front(), nic)),
                          m_fabric.gpus[m_bound.gpus.front()].name);
    if (auto done = set("-d", chosen.name, why); !done)
        return done;
    pinTo(chosen.numa, chosen.name);
    return {};
}

/// A device in software cannot access GPU memory; its location is that of the card below it.
Result<> Binder::bindSoftware(const SoftwareNic &software) {
    const affinity::Nic &nic = software.nic;
    if (nic.state == host::NicEntry::State::Down || nic.state == host::NicEntry::State::Disabled)
        find("binding.nic_down").set("nic", nic.name);
    if (auto done =
            software.isIwarp ? set("-R", {}, "iWARP requires the RDMA connection manager") : addGid(nic.name);
        !done)
        return done;
    m_bound.gpus.clear();
    leave("--use_rocm, --use_cuda",
          fmt::format("{} is {} (software) and cannot access GPU memory", nic.name, software.words));
    if (auto done = set("-d", nic.name, software.words + ": in software, on the CPU"); !done)
        return done;
    pinTo(nic.numa, nic.name);
    return {};
}

Result<> Binder::bindPerftest() {
    if (m_request.nic && *m_request.nic >= m_fabric.nics.size())
        return failure(fmt::format("the host has no NIC number {}", *m_request.nic), m_request.host);
    if (m_request.gpus.empty() && m_bound.gpus.size() > 1)
        m_bound.gpus.resize(1); // one GPU per process
    const std::string &requested = m_request.softwareNic;
    if (requested.empty())
        if (const auto nic = chooseNic())
            return bindNic(*nic);
    for (const SoftwareNic &software : softwareNics(m_facts.topology))
        if (requested.empty() ? software.nic.state == host::NicEntry::State::Active
                              : software.nic.name == requested)
            return bindSoftware(software);
    if (!requested.empty())
        return failure(
            fmt::format("the host has no software RDMA device '{}'", HostText(requested).plain(64)),
            m_request.host);
    find("binding.no_nic");
    return addGpuMemory();
}

Result<PerftestEnds> bindPerftestPair(const BindingRequest &server, const BindingFacts &serverFacts,
                                      const BindingRequest &client, const BindingFacts &clientFacts, int port,
                                      const std::string &address) {
    constexpr int kMaxPort = 65535;
    if (port < 1 || port > kMaxPort || address.empty() || address.starts_with('-'))
        return failure("a perftest pair needs a TCP port and the server's address", server.host);
    const auto withPort = [port](BindingRequest request) {
        request.options.push_back({"-p", std::to_string(port)});
        return request;
    };
    auto first = bindRun(withPort(server), serverFacts);
    if (!first)
        return tl::unexpected(first.error());
    auto second = bindRun(withPort(client), clientFacts);
    if (!second)
        return tl::unexpected(second.error());
    second->spec.command.words.push_back(address);
    return PerftestEnds{std::move(*first), std::move(*second)};
}

} // namespace fabricscope::bench
