// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/PluginNets.h"

#include "core/base/HostText.h"
#include "core/nccl/bootstrap/InterfaceList.h"
#include "core/pci/Address.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

constexpr std::size_t kMaxIbDevices = 32; // MAX_IB_DEVS

/// ncclIbGetPciPath: ports of one card are one device; with NCCL_IB_MERGE_VFS all functions of a bus are its
/// device 00.
std::string mergedBusId(std::string busId, bool mergeVfs) {
    constexpr std::size_t kDeviceFromEnd = 4; // "dd.f"
    if (busId.size() < kDeviceFromEnd)
        return busId;
    busId.back() = '0';
    if (mergeVfs)
        busId[busId.size() - 3] = busId[busId.size() - 4] = '0';
    return busId;
}

/// Peer memory needs nothing else; some versions must be asked to use DMA-BUF.
void decideGdr(const Machine &machine, const Environment &environment, const Version &version,
               PluginNet &net) {
    const bool forced =
        version.flavor == Flavor::Rccl && environment.number(Variable::ForceEnableGdrdma).value_or(0) == 1;
    const std::int64_t dmaBuf =
        environment.number(Variable::DmaBufEnable).value_or(version.dmaBufByDefault ? 1 : 0);
    if (forced) {
        net.gdr = true;
        net.gdrWhy = "RCCL_FORCE_ENABLE_GDRDMA=1";
    } else if (machine.peerMemory.has == true) { // NOLINT(bugprone-branch-clone): not the same member
        net.gdr = true;
        net.gdrWhy = machine.peerMemory.why;
    } else if (dmaBuf != 0 && machine.dmaBuf.has != false) {
        net.gdr = true;
        net.gdrWhy = machine.dmaBuf.why;
    } else if (dmaBuf == 0 && machine.dmaBuf.has != false && machine.peerMemory.has == false) {
        net.gdrWhy =
            fmt::format("{}, and DMA-BUF {}", machine.peerMemory.why,
                        environment.text(Variable::DmaBufEnable) ? "is disabled by NCCL_DMABUF_ENABLE=0"
                                                                 : "is used only with NCCL_DMABUF_ENABLE=1");
    } else if (!machine.peerMemory.has) {
        net.gdr = true; // no fact contradicts it
        net.gdrWhy = machine.peerMemory.why;
    } else {
        net.gdrWhy = fmt::format("{}, and {}", machine.peerMemory.why, machine.dmaBuf.why);
    }
}

void addSockets(const Machine &machine, const Environment &environment, const Version &version,
                PluginNets &result) {
    result.sockets = true;
    const SocketSearch search =
        findInterfaces(machine.socketAddresses, environment, version, kMaxSocketInterfaces);
    for (const std::size_t entry : search.found) {
        const std::string &name = machine.socketAddresses[entry].interface;
        const auto at = std::find_if(machine.nets.begin(), machine.nets.end(), [&](const MachineNet &net) {
            return net.kind == MachineNet::Kind::Socket && net.name == name;
        });
        if (at == machine.nets.end())
            continue;
        constexpr std::int64_t kUnknownSpeed = 10000; // ncclNetSocketGetSpeed
        constexpr std::int64_t kConnections = 65536;
        PluginNet net;
        net.dev = static_cast<int>(result.nets.size());
        net.name = name;
        net.lookup = at->busId;
        net.isPci = machine.findFolder(net.lookup).has_value();
        net.machineNet = static_cast<std::size_t>(at - machine.nets.begin());
        net.speedMbits = at->speedMbits.value_or(kUnknownSpeed);
        net.port = 0;
        net.guid = static_cast<std::uint64_t>(net.dev);
        net.maxConnections = kConnections;
        net.gdrWhy = "sockets have no GPUDirect RDMA";
        result.nets.push_back(std::move(net));
    }
}

/// Of one kind: by PCI address if the version sorts, else in the order of the machine.
std::vector<std::size_t> rdmaOrder(const Machine &machine, const Version &version) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < machine.nets.size(); ++i)
        if (machine.nets[i].kind == MachineNet::Kind::Rdma)
            order.push_back(i);
    if (version.ibByPciOrder) {
        std::vector<std::optional<pci::Address>> addresses;
        for (const MachineNet &net : machine.nets)
            addresses.push_back(pci::Address::parse(net.busId));
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return addresses[a] < addresses[b]; });
    }
    return order;
}

} // namespace

PluginNets pluginNets(const Machine &machine, const Environment &environment, const Version &version) {
    PluginNets result;
    const InterfaceList hcaFilter(environment.text(Variable::IbHca).value_or(""), kMaxIbDevices);
    const bool filtered = environment.text(Variable::IbHca).value_or("").size() > 1;
    const bool mergeVfs = environment.number(Variable::IbMergeVfs).value_or(1) != 0;
    const std::string socketsOnly = environment.socketsOnly();
    const auto passOver = [&](const MachineNet &net, std::string_view why) {
        constexpr std::size_t kMost = 64;
        if (result.skipped.size() < kMost)
            result.skipped.push_back(
                fmt::format("{} port {}: {}", HostText(net.name).plain(64), net.port, why));
    };
    for (const std::size_t i : rdmaOrder(machine, version)) {
        const MachineNet &port = machine.nets[i];
        if (!socketsOnly.empty()) {
            passOver(port, socketsOnly);
        } else if (!port.usable) {
            passOver(port, "the port is not active");
        } else if (filtered && !hcaFilter.takes(port.name, port.port)) {
            passOver(port, "NCCL_IB_HCA excludes it");
        } else if (result.nets.size() >= kMaxIbDevices) {
            passOver(port, fmt::format("the library uses at most {} devices", kMaxIbDevices));
        } else {
            constexpr std::int64_t kConnections = 131072;
            constexpr std::int64_t kUnknownSpeed = 10000;
            PluginNet net;
            net.dev = static_cast<int>(result.nets.size());
            net.name = port.name;
            net.lookup = version.ibPathOfCard ? mergedBusId(port.busId, mergeVfs) : port.busId;
            net.collapsed = version.ibPathOfCard && net.lookup != mergedBusId(port.busId, false);
            net.isPci = machine.findFolder(net.lookup).has_value();
            net.machineNet = i;
            net.speedMbits = port.speedMbits.value_or(kUnknownSpeed);
            net.port = port.port;
            net.guid = port.guid.value_or(static_cast<std::uint64_t>(net.dev) + 1);
            net.maxConnections = kConnections;
            decideGdr(machine, environment, version, net);
            result.nets.push_back(std::move(net));
        }
    }
    if (result.nets.empty())
        addSockets(machine, environment, version, result);
    return result;
}

} // namespace fabricscope::nccl
