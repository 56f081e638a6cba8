// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace fabricscope::formats {

template<class T> std::string shownFact(const host::Fact<T> &fact) {
    return fact ? fmt::format("{}", *fact) : std::string("?");
}

/// What was read, without its places.
inline std::vector<std::string> hostFacts(const host::Host &host) {
    std::vector<std::string> out{
        shownFact(host.kernel),     shownFact(host.commandLine),
        shownFact(host.osName),     shownFact(host.vendor),
        shownFact(host.product),    shownFact(host.cpuModel),
        shownFact(host.cpuFamily),  shownFact(host.architecture),
        shownFact(host.cpuThreads), fmt::format("memory {}", host.memory ? host.memory->value : 0)};
    for (const auto &f : host.functions)
        out.push_back(fmt::format("{} {} {} {} {} {} {}", f.address.toString(), shownFact(f.classCode),
                                  shownFact(f.vendor), shownFact(f.device), shownFact(f.numaNode),
                                  f.currentSpeed ? f.currentSpeed->generation() : 0, shownFact(f.driver)));
    for (const auto &g : host.gpus)
        out.push_back(
            fmt::format("{} {} {}", g.address.toString(), shownFact(g.model), shownFact(g.uniqueId)));
    for (const auto &l : host.gpuLinks)
        out.push_back(fmt::format("{} {} {}", l.from.toString(), l.to.toString(), l.count.value_or(-1)));
    for (const auto &n : host.numaNodes)
        out.push_back(fmt::format("node {} {} {}", n.node.value, shownFact(n.cpus),
                                  n.distances ? fmt::format("{}", fmt::join(*n.distances, " ")) : "?"));
    for (const auto &n : host.netInterfaces)
        out.push_back(fmt::format("{} {} {} {} {}", n.name, shownFact(n.mac), shownFact(n.operstate),
                                  shownFact(n.mtu), fmt::join(n.addresses, " ")));
    for (const auto &d : host.rdmaDevices) {
        out.push_back(fmt::format("{} {} {}", d.name, shownFact(d.firmware), shownFact(d.hcaType)));
        for (const auto &p : d.ports)
            out.push_back(fmt::format("port {} {} {} {}", p.number, shownFact(p.state),
                                      shownFact(p.linkLayer), shownFact(p.netdev)));
    }
    for (const auto &m : host.deviceMatrices)
        for (const auto &row : m.rows)
            out.push_back(fmt::format("{} {} {} {} {}", m.tool, row.name, row.device,
                                      fmt::join(row.cells, ","), shownFact(row.cpus)));
    for (const auto &m : host.kernelMessages)
        out.push_back(fmt::format("{} {} {}", static_cast<int>(m.kind), m.text, m.count));
    for (const host::ToolFact &fact : host.toolFacts)
        out.push_back(fmt::format("{} {} {} {}", fact.tool, fact.device, fact.name, fact.value));
    for (const host::ToolFault &fault : host.toolFaults)
        out.push_back(fmt::format("{} {} {} {}", fault.kind, fault.device, fault.count, fault.detail));
    for (const host::VmProcess &vm : host.vms) {
        out.push_back(fmt::format("VM {} {} {} {}", vm.pid, vm.name, vm.vmm, shownFact(vm.vcpus)));
        for (const host::Address &device : vm.devices)
            out.push_back(device.toString());
    }
    out.push_back(fmt::format("{} NCCL files", host.ncclFiles.size()));
    return out;
}

} // namespace fabricscope::formats
