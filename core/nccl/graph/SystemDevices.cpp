// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPUs and NICs of the graph.
#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"
#include "core/nccl/graph/SystemBuilder.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

bool SystemBuilder::addGpus(int xml, int parent, float bandwidth) {
    for (const int child : element(xml).children) {
        if (element(child).name != "gpu")
            continue;
        if (element(child).find("rank") == nullptr) {
            warn(child, "", "GPU without a rank: ignored by the library");
            return false;
        }
        addGpu(xml, child, parent, bandwidth);
        if (failed() || !m_version.deviceNodes)
            break;
    }
    return true;
}

// ncclTopoAddGpu, ncclTopoAddGpuSub
void SystemBuilder::addGpu(int pci, int xml, int parent, float bandwidth) {
    GpuFacts facts;
    const auto number = [&](std::string_view attribute) {
        return failed() ? 0 : cInt(needed(xml, attribute));
    };
    facts.rank = number("rank");
    facts.sm = number("sm");
    facts.dev = number("dev");
    facts.gdr = number("gdr") != 0;
    facts.mloPart = cInt(element(xml).value("mlopart").value_or("-1")) != -1;
    facts.assumed = element(xml).assumed;
    if (m_version.fixedSm != 0)
        facts.sm = m_version.fixedSm;
    if (m_version.gpuHasGcn && !failed()) {
        const auto gcn = element(xml).value("gcn");
        if (!gcn)
            return fail(xml, "<gpu> has no gcn", ResultCode::Crash);
        const auto old = std::find_if(m_version.oldGcn.begin(), m_version.oldGcn.end(),
                                      [&](const GcnRow &row) { return row.text == *gcn; });
        facts.gcn = old != m_version.oldGcn.end() ? old->value : *gcn;
        (void)number("arch");
    }
    if (failed())
        return;
    const std::int64_t busId = busIdNumber(element(pci).value("busid").value_or("")) & kLocalIdMask;
    if (!m_version.deviceNodes) {
        const int gpu = create(NodeType::Gpu, busId, pci);
        if (failed())
            return;
        m_system.gpus.push_back(std::move(facts));
        node(gpu).cpu = node(parent).cpu;
        m_deviceOfXml[static_cast<std::size_t>(xml)] = gpu;
        return connectBoth(gpu, parent, LinkType::Pci, bandwidth);
    }
    int device = find(NodeType::Dev, busId);
    if (device < 0) {
        device = create(NodeType::Dev, busId, pci);
        if (failed())
            return;
        node(device).cpu = node(parent).cpu;
        node(device).device = static_cast<int>(m_system.gpus.size()); // which has its facts
        connectBoth(device, parent, LinkType::Pci, bandwidth);
    } else {
        warn(pci, "busid",
             fmt::format("bus id {} appears twice: the library treats both as one GPU",
                         HostText(element(pci).value("busid").value_or("")).plain(64)));
    }
    // Several ranks of one GPU differ by 40 more bits (NCCL_TOPO_GPU_LOCAL_ID).
    const auto same =
        std::count_if(node(device).links.begin(), node(device).links.end(), [this](const Link &link) {
            return link.type == LinkType::Loc && node(link.remote).type == NodeType::Gpu;
        });
    const int gpu = failed() ? -1
                             : create(NodeType::Gpu,
                                      (busId | (static_cast<std::int64_t>(same) << 40)) & kLocalIdMask, pci);
    if (failed())
        return;
    m_system.gpus.push_back(std::move(facts));
    node(gpu).device = device;
    node(gpu).cpu = node(parent).cpu;
    m_deviceOfXml[static_cast<std::size_t>(xml)] = device;
    connectBoth(device, gpu, LinkType::Loc, kLocalBandwidth);
}

// A `nic` below a `cpu`, or a `pci` with one.
void SystemBuilder::addNic(int xml, int parent, std::int64_t id, float bandwidth) {
    const bool isPci = element(xml).name != "nic";
    int nic = find(NodeType::Nic, id & kLocalIdMask);
    const bool isNew = nic < 0;
    if (isNew) {
        nic = create(NodeType::Nic, id & kLocalIdMask, xml);
        if (failed())
            return;
        node(nic).cpu = node(parent).cpu;
        if (!isPci)
            connectBoth(parent, nic, LinkType::Pci, bandwidth);
    } else if (node(nic).cpu != node(parent).cpu) {
        warn(xml, "", "this NIC has the id of one below another CPU: the library places it there");
    }
    int element = xml;
    if (isPci)
        for (const int child : this->element(xml).children)
            if (this->element(child).name == "nic") {
                element = child;
                break;
            }
    if (!failed())
        addNets(element, nic, id);
    if (isNew && isPci && !failed())
        connectBoth(nic, parent, LinkType::Pci, bandwidth);
}

void SystemBuilder::addNets(int xml, int nic, std::int64_t busId) {
    for (const int child : element(xml).children) {
        const XmlNode &net = element(child);
        if (net.name != "net")
            continue;
        if (net.find("dev") == nullptr)
            warn(child, "", "<net> without a dev: ignored by the library");
        else if (!m_version.netMayBeOff || cInt(net.value("net").value_or("1")) != 0)
            addNet(child, nic, busId);
        if (failed())
            return;
    }
}

// ncclTopoAddNet
void SystemBuilder::addNet(int xml, int nic, std::int64_t busId) {
    const XmlNode &net = element(xml);
    const int dev = cInt(net.value("dev").value_or("0"));
    if (find(NodeType::Net, dev & kLocalIdMask) >= 0)
        warn(xml, "dev", fmt::format("dev {} appears twice among the NICs: the library confuses them", dev));
    const int made = create(NodeType::Net, dev & kLocalIdMask, xml);
    if (failed())
        return;
    NetFacts facts;
    facts.dev = dev;
    facts.busId = busId;
    facts.gdr = cInt(net.value("gdr").value_or("0")) != 0;
    m_system.nets.push_back(facts);
    node(made).cpu = node(nic).cpu;
    int speed = cInt(net.value("speed").value_or("0"));
    if (speed <= 0) {
        speed = 10000;
        warn(xml, "speed", "no speed: the library assumes 10 Gb/s");
    }
    connectBoth(nic, made, LinkType::Net, static_cast<float>(speed / 8000.0));
}

} // namespace fabricscope::nccl
