// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Fabric.h"
#include "core/affinity/Rails.h"
#include "core/base/HostText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::affinity {

namespace {

using topology::Node;
using topology::NodeId;

/// By device of the guest: its node on the hypervisor; 0, which is the host itself, if
/// unknown.
using Nodes = std::vector<NodeId>;

template<class Devices>
Nodes nodesOf(const Devices &devices, const OnHypervisor &known, const topology::Topology &hypervisor) {
    Nodes nodes(devices.size(), 0);
    for (std::size_t i = 0; i < devices.size(); ++i)
        for (const auto &[guest, onHost] : known.devices)
            if (devices[i].bdf == guest)
                nodes[i] = hypervisor.find(onHost).value_or(0);
    return nodes;
}

bool isAnyKnown(const Nodes &nodes) {
    return std::any_of(nodes.begin(), nodes.end(), [](NodeId node) { return node != 0; });
}

std::optional<pci::LinkRate> linkOf(const Node &node) {
    return node.link ? node.link->rateWith(node.link->width) : std::nullopt;
}

/// A virtual function's path is that of its physical function, which has the link.
Nodes physical(const topology::Topology &hypervisor, Nodes nodes) {
    for (NodeId &id : nodes)
        if (const auto &physfn = hypervisor.node(id).physfn)
            id = hypervisor.find(*physfn).value_or(id);
    return nodes;
}

/// The cable of a virtual function is that of its physical function; the addresses there belong to the
/// hypervisor.
void addSwitches(Nic &nic, const std::vector<std::string> &rails) {
    for (const std::string &rail : rails)
        if (isSwitchRail(rail) && std::find(nic.rails.begin(), nic.rails.end(), rail) == nic.rails.end())
            nic.rails.push_back(rail);
}

} // namespace

bool applyHypervisor(Fabric &guest, const OnHypervisor &known, const topology::Topology &hypervisor) {
    const Nodes gpus = nodesOf(guest.gpus, known, hypervisor), nics = nodesOf(guest.nics, known, hypervisor);
    if (!isAnyKnown(gpus) && !isAnyKnown(nics))
        return false;
    const Nodes physicalGpus = physical(hypervisor, gpus), physicalNics = physical(hypervisor, nics);
    const topology::HardwarePaths paths(hypervisor);
    for (std::size_t gpu = 0; gpu < guest.gpus.size(); ++gpu) {
        if (gpus[gpu] == 0) // node 0 is the host: no device
            continue;
        guest.gpus[gpu].onHypervisor = hypervisor.node(gpus[gpu]).bdf->toString();
        guest.gpus[gpu].link = linkOf(hypervisor.node(physicalGpus[gpu]));
        for (std::size_t nic = 0; nic < guest.nics.size(); ++nic)
            if (nics[nic] != 0)
                guest.gpuNic[gpu * guest.nics.size() + nic] =
                    paths.between(physicalGpus[gpu], physicalNics[nic]);
        for (std::size_t other = 0; other < guest.gpus.size(); ++other)
            if (gpus[other] != 0 &&
                guest.gpuGpu[gpu * guest.gpus.size() + other].word == topology::PathWord::Unknown)
                guest.gpuGpu[gpu * guest.gpus.size() + other] =
                    paths.between(physicalGpus[gpu], physicalGpus[other]);
    }
    guest.upstreamPaths = upstreamPathsOf(hypervisor, physicalGpus, physicalNics);
    const auto rails = railsOf(hypervisor.host());
    for (std::size_t nic = 0; nic < guest.nics.size(); ++nic)
        if (nics[nic] != 0) {
            guest.nics[nic].onHypervisor = hypervisor.node(nics[nic]).bdf->toString();
            guest.nics[nic].link = linkOf(hypervisor.node(physicalNics[nic]));
            if (const auto found = rails.find(*hypervisor.node(physicalNics[nic]).bdf); found != rails.end())
                addSwitches(guest.nics[nic], found->second);
        }
    guest.source = fmt::format(
        "{}, which runs this VM ({})",
        HostText(hypervisor.host().hostname.valueOr(hypervisor.host().id.target)).plain(64), known.how);
    return true;
}

} // namespace fabricscope::affinity
