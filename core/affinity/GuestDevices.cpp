// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Fabric.h"
#include "core/affinity/Hypervisor.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace fabricscope::affinity {

namespace {

using topology::Node;
using topology::NodeId;
using topology::NodeKind;

/// One device in the guest and the node that it is on the hypervisor.
using Match = std::vector<NodeId>;

bool sameModel(const host::PciFunction *guest, const host::PciFunction &hypervisor) {
    return guest && guest->vendor == hypervisor.vendor && guest->device == hypervisor.device;
}

/// The guest's devices of one kind in the order of their addresses, the VM's in the order of its command
/// line.
template<class Devices>
std::optional<Match> matched(const Devices &devices, NodeKind kind, const host::Host &guest,
                             const host::VmProcess &vm, const topology::Topology &hypervisor) {
    Match nodes(devices.size(), 0);
    std::vector<std::size_t> order(devices.size()); // by address, as the VMM numbers them
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(!devices[a].bdf, devices[a].bdf) < std::tuple(!devices[b].bdf, devices[b].bdf);
    });
    std::map<int, int> numa; // the hypervisor's node by the guest's
    std::size_t next = 0;
    const auto bdf = [&] {
        return next < order.size() ? devices[order[next]].bdf : std::nullopt;
    };
    for (const auto &address : vm.devices) {
        const auto id = hypervisor.find(address);
        if (!id || hypervisor.node(*id).kind != kind)
            continue;
        const Node &node = hypervisor.node(*id);
        // The guest may have devices of its own among them (virtio): a NIC that was not handed in is passed
        // over.
        while (bdf() && !sameModel(guest.function(*bdf()), hypervisor.host().functions[*node.function]))
            ++next;
        if (!bdf())
            return std::nullopt;
        const auto own = devices[order[next]].numa;
        if (own && node.numa &&
            numa.try_emplace(own->value, node.numa->value).first->second != node.numa->value)
            return std::nullopt; // one node of the guest on two of the hypervisor: the order does not fit
        nodes[order[next]] = *id;
        ++next;
    }
    return nodes;
}

std::optional<pci::LinkRate> linkOf(const Node &node) {
    return node.link ? rateOf(*node.link, node.link->width) : std::nullopt;
}

/// A virtual function's way is its physical one's, which has the link.
NodeId physical(const topology::Topology &hypervisor, NodeId id) {
    const Node &node = hypervisor.node(id);
    return node.physfn ? hypervisor.find(*node.physfn).value_or(id) : id;
}

} // namespace

bool applyHypervisor(Fabric &guest, const host::Host &guestHost, const topology::Topology &hypervisor) {
    const auto running = runningVm(hypervisor.host(), guestHost);
    if (!running)
        return false;
    const host::VmProcess *vm = running->vm;
    const auto gpus = matched(guest.gpus, NodeKind::Gpu, guestHost, *vm, hypervisor);
    const auto nics = matched(guest.nics, NodeKind::Nic, guestHost, *vm, hypervisor);
    if (!gpus || !nics)
        return false;
    const topology::HardwarePaths paths(hypervisor);
    for (std::size_t gpu = 0; gpu < guest.gpus.size(); ++gpu) {
        if ((*gpus)[gpu] == 0) // node 0 is the host: no device
            continue;
        guest.gpus[gpu].onHypervisor = hypervisor.node((*gpus)[gpu]).bdf->toString();
        guest.gpus[gpu].link = linkOf(hypervisor.node((*gpus)[gpu]));
        for (std::size_t nic = 0; nic < guest.nics.size(); ++nic)
            if ((*nics)[nic] != 0)
                guest.gpuNic[gpu * guest.nics.size() + nic] =
                    paths.between((*gpus)[gpu], physical(hypervisor, (*nics)[nic]));
        for (std::size_t other = 0; other < guest.gpus.size(); ++other)
            if ((*gpus)[other] != 0 &&
                guest.gpuGpu[gpu * guest.gpus.size() + other].word == topology::PathWord::Unknown)
                guest.gpuGpu[gpu * guest.gpus.size() + other] = paths.between((*gpus)[gpu], (*gpus)[other]);
    }
    Match ways = *nics;
    for (NodeId &nic : ways)
        nic = physical(hypervisor, nic);
    guest.ways = waysOf(hypervisor, *gpus, ways);
    for (std::size_t nic = 0; nic < guest.nics.size(); ++nic)
        if ((*nics)[nic] != 0) {
            guest.nics[nic].onHypervisor = hypervisor.node((*nics)[nic]).bdf->toString();
            guest.nics[nic].link = linkOf(hypervisor.node(ways[nic]));
        }
    guest.source = fmt::format("{}, which runs this VM ({}): devices in the order of {}'s command line",
                               sanitized(hypervisor.host().hostname.valueOr(hypervisor.host().id.target), 64),
                               running->label(), sanitized(vm->vmm, 64));
    return true;
}

} // namespace fabricscope::affinity
