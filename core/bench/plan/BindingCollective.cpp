// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/BindingCollective.h"

#include "core/base/HostText.h"
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

/// To use only some of the host's GPUs: by the runtime's numbers.
void addVisible(Proposal &run) {
    if (run.request.gpus.empty())
        return;
    std::string list;
    for (const std::size_t gpu : run.bound.gpus) {
        const auto &numbers = run.fabric.gpus[gpu].numbers;
        if (!numbers || !numbers->runtime) {
            run.find("binding.gpu_number").set("gpu", run.fabric.gpus[gpu].name);
            return;
        }
        list += (list.empty() ? "" : ",") + numberText(numbers->runtime);
    }
    run.setVariable(run.isAmd() ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES", list, "selected GPUs");
}

/// For a run over NICs: which NICs, and which of their addresses.
void addNicVariables(Proposal &run) {
    std::string candidates, others;
    for (const affinity::Nic &nic : run.fabric.nics)
        if (nic.rdma && nic.state == host::NicEntry::State::Active)
            (nic.isCandidate() ? candidates : others) += ',' + nic.name;
    if (!candidates.empty() && !others.empty())
        run.setVariable("NCCL_IB_HCA", '=' + candidates.substr(1),
                        fmt::format("{} also has RDMA, but is not a NIC for GPU traffic", others.substr(1)));
    std::set<std::optional<int>> indices;
    for (const affinity::Nic &nic : run.fabric.nics)
        if (nic.rdma && nic.isCandidate() && nic.state == host::NicEntry::State::Active)
            if (const host::RdmaPort *port = run.portOf(nic.name))
                indices.insert(gidOf(*port).index);
    if (indices.size() == 1 && *indices.begin())
        run.setVariable("NCCL_IB_GID_INDEX", std::to_string(**indices.begin()),
                        "RoCE v2 with an address, on all NICs of the fabric");
    else
        run.leave("NCCL_IB_GID_INDEX", indices.size() > 1 ? "the RoCE v2 GID index differs between the NICs"
                                                          : "the GID tables are not in the capture");
}

/// Variables that the library needs for this host's network.
void addNetworkVariables(Proposal &run) {
    const nccl::BootstrapChoice &choice = run.facts.examination.bootstrapChoice;
    if (!choice.better.empty())
        run.setVariable("NCCL_SOCKET_IFNAME", choice.better, choice.betterWhy);
    else
        run.leave("NCCL_SOCKET_IFNAME", choice.interface.empty()
                                            ? "the interface that the library uses is unknown"
                                            : fmt::format("the library chooses {}: {}",
                                                          HostText(choice.interface).plain(64), choice.why));
    const DmaBufNeed need = dmaBufNeed(run.facts.topology);
    if (run.isAmd() && need.needed == true)
        run.setVariable("NCCL_DMABUF_ENABLE", "1", need.why);
    if (run.request.nodes > 1 || run.request.mpiHosts.size() > 1 ||
        run.valueOf("RCCL_ENABLE_INTRANET") == "1")
        addNicVariables(run);
}

/// mpirun in front of the program, after all variables are known: ranks on other hosts do not inherit them.
Result<> addLauncher(Proposal &run) {
    const std::size_t count = run.bound.gpus.size();
    const std::vector<std::string> &hosts = run.request.mpiHosts;
    const bool placed = std::all_of(run.bound.gpus.begin(), run.bound.gpus.end(),
                                    [&](std::size_t gpu) { return run.fabric.gpus[gpu].numa.has_value(); });
    const std::string bind = placed ? "numa" : "none";
    std::vector<std::string> front = {"mpirun", "-np",
                                      std::to_string(count * std::max<std::size_t>(hosts.size(), 1))};
    std::string list;
    for (const std::string &host : hosts) {
        if (!isMpiHost(host))
            return failure(fmt::format("'{}' is not a host name for mpirun", HostText(host).plain(64)),
                           run.request.host);
        list += fmt::format("{}{}:{}", list.empty() ? "" : ",", host, count);
    }
    if (!hosts.empty())
        front.insert(front.end(), {"-host", list});
    front.insert(front.end(), {"--bind-to", bind});
    const std::string shown = fmt::format("{}", fmt::join(front, " "));
    for (const EnvironmentValue &value : run.bound.spec.command.environment)
        if (!hosts.empty() && !isLaunchersOwn(value.name))
            front.insert(front.end(), {"-x", value.name});
    std::vector<std::string> &words = run.bound.spec.command.words;
    words.insert(words.begin(), front.begin(), front.end());
    run.bound.filled.push_back(
        {shown, true, placed ? "one rank per GPU" : "one rank per GPU; not pinned: NUMA nodes unknown"});
    return {};
}

} // namespace

Result<> bindCollective(Proposal &run) {
    const std::size_t count = run.bound.gpus.size();
    if (count == 0) {
        run.find("binding.no_gpu");
        return {};
    }
    addVisible(run);
    addNetworkVariables(run);
    if (run.request.oneRankPerGpu) {
        if (auto done = run.set("-g", "1", "one GPU per rank"); !done)
            return done;
        return addLauncher(run);
    }
    run.leave("numactl", "one process drives GPUs of all NUMA nodes");
    return run.set("-g", std::to_string(count), "GPUs of the host");
}

} // namespace fabricscope::bench
