// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/bench/plan/Binder.h"
#include "core/bench/plan/DmaBuf.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kLongestHost = 253; ///< of a DNS name

/// Open MPI reads these variables itself, and passes them on.
bool isLaunchersOwn(std::string_view name) {
    return name.starts_with("OMPI_") || name.starts_with("PMIX_") || name.starts_with("PRTE_");
}

/// Names that mpirun accepts as "HOST:RANKS", separated by commas.
bool isMpiHost(std::string_view name) {
    return !name.empty() && name.size() <= kLongestHost && !name.starts_with('-') &&
           name.find_first_of(", :\t\r\n") == std::string_view::npos;
}

} // namespace

/// To use only some of the host's GPUs: by the runtime's numbers.
void Binder::addVisible() {
    if (m_request.gpus.empty())
        return;
    std::string list;
    for (const std::size_t gpu : m_bound.gpus) {
        const auto &numbers = m_fabric.gpus[gpu].numbers;
        if (!numbers || !numbers->runtime) {
            find("binding.gpu_number").set("gpu", m_fabric.gpus[gpu].name);
            return;
        }
        list += (list.empty() ? "" : ",") + numberText(numbers->runtime);
    }
    setVariable(isAmd() ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES", list, "selected GPUs");
}

/// Variables that the library needs for this host's network.
void Binder::addNetworkVariables() {
    const nccl::BootstrapChoice &choice = m_facts.examination.bootstrapChoice;
    if (!choice.better.empty())
        setVariable("NCCL_SOCKET_IFNAME", choice.better, choice.betterWhy);
    else
        leave("NCCL_SOCKET_IFNAME", choice.interface.empty()
                                        ? "the interface that the library uses is unknown"
                                        : fmt::format("the library chooses {}: {}",
                                                      HostText(choice.interface).plain(64), choice.why));
    const DmaBufNeed need = dmaBufNeed(m_facts.topology);
    if (isAmd() && need.needed == true)
        setVariable("NCCL_DMABUF_ENABLE", "1", need.why);
    if (m_request.nodes > 1 || m_request.mpiHosts.size() > 1 || valueOf("RCCL_ENABLE_INTRANET") == "1")
        addNicVariables();
}

/// For a run over NICs: which NICs, and which of their addresses.
void Binder::addNicVariables() {
    std::string candidates, others;
    for (const affinity::Nic &nic : m_fabric.nics)
        if (nic.rdma && nic.state == host::NicEntry::State::Active)
            (nic.isCandidate() ? candidates : others) += ',' + nic.name;
    if (!candidates.empty() && !others.empty())
        setVariable("NCCL_IB_HCA", '=' + candidates.substr(1),
                    fmt::format("{} also has RDMA, but is not a NIC for GPU traffic", others.substr(1)));
    std::set<std::optional<int>> indices;
    for (const affinity::Nic &nic : m_fabric.nics)
        if (nic.rdma && nic.isCandidate() && nic.state == host::NicEntry::State::Active)
            if (const host::RdmaPort *port = portOf(nic.name))
                indices.insert(gidOf(*port).index);
    if (indices.size() == 1 && *indices.begin())
        setVariable("NCCL_IB_GID_INDEX", std::to_string(**indices.begin()),
                    "RoCE v2 with an address, on all NICs of the fabric");
    else
        leave("NCCL_IB_GID_INDEX", indices.size() > 1 ? "the RoCE v2 GID index differs between the NICs"
                                                      : "the GID tables are not in the capture");
}

/// mpirun in front of the program, after all variables are known: ranks on other hosts do not inherit them.
Result<> Binder::addLauncher() {
    const std::size_t count = m_bound.gpus.size();
    const std::vector<std::string> &hosts = m_request.mpiHosts;
    const bool placed = std::all_of(m_bound.gpus.begin(), m_bound.gpus.end(),
                                    [&](std::size_t gpu) { return m_fabric.gpus[gpu].numa.has_value(); });
    const std::string bind = placed ? "numa" : "none";
    std::vector<std::string> front = {"mpirun", "-np",
                                      std::to_string(count * std::max<std::size_t>(hosts.size(), 1))};
    std::string list;
    for (const std::string &host : hosts) {
        if (!isMpiHost(host))
            return failure(fmt::format("'{}' is not a host name for mpirun", HostText(host).plain(64)),
                           m_request.host);
        list += fmt::format("{}{}:{}", list.empty() ? "" : ",", host, count);
    }
    if (!hosts.empty())
        front.insert(front.end(), {"-host", list});
    front.insert(front.end(), {"--bind-to", bind});
    const std::string shown = fmt::format("{}", fmt::join(front, " "));
    for (const EnvironmentValue &value : m_bound.spec.command.environment)
        if (!hosts.empty() && !isLaunchersOwn(value.name))
            front.insert(front.end(), {"-x", value.name});
    std::vector<std::string> &words = m_bound.spec.command.words;
    words.insert(words.begin(), front.begin(), front.end());
    m_bound.filled.push_back(
        {shown, true, placed ? "one rank per GPU" : "one rank per GPU; not pinned: NUMA nodes unknown"});
    return {};
}

Result<> Binder::bindCollective() {
    const std::size_t count = m_bound.gpus.size();
    if (count == 0) {
        find("binding.no_gpu");
        return {};
    }
    addVisible();
    addNetworkVariables();
    if (m_request.oneRankPerGpu) {
        if (auto done = set("-g", "1", "one GPU per rank"); !done)
            return done;
        return addLauncher();
    }
    leave("numactl", "one process drives GPUs of all NUMA nodes");
    return set("-g", std::to_string(count), "GPUs of the host");
}

} // namespace fabricscope::bench
