// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Facts by purpose of a function: network and RDMA, GPU.
#include "core/host/SoftwareRdma.h"
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

void addInterface(FactSection &section, const host::NetInterface &interface) {
    section.rows.push_back(
        row(FactText::tr("Interface"), toQString(interface.name), interface.mac.evidence()));
    section.rows.push_back(textRow(FactText::tr("MAC"), interface.mac));
    section.rows.push_back(textRow(FactText::tr("State"), interface.operstate));
    section.rows.push_back(factRow(FactText::tr("Speed"), interface.speedMbits, [](std::int64_t megabits) {
        return megabits >= 1000 ? QStringLiteral("%1 Gb/s").arg(static_cast<double>(megabits) / 1000)
                                : QStringLiteral("%1 Mb/s").arg(megabits);
    }));
    section.rows.push_back(
        factRow(FactText::tr("MTU"), interface.mtu, [](std::int64_t mtu) { return QString::number(mtu); }));
}

void addPort(FactSection &section, const host::RdmaPort &port) {
    section.rows.push_back(
        factRow(FactText::tr("Port %1").arg(port.number), port.state, [&](const std::string &state) {
            return toQString(state) +
                   (port.linkLayer ? QLatin1String(", ") + toQString(*port.linkLayer) : QString());
        }));
    section.rows.push_back(factRow(FactText::tr("Rate"), port.rate, [](GigabitsPerSecond rate) {
        return QStringLiteral("%1 Gb/s").arg(rate.value);
    }));
    constexpr std::size_t kListed = 4;
    for (std::size_t index = 0; index < std::min(kListed, port.gids.size()); ++index) {
        const host::RdmaPort::Gid &gid = port.gids[index];
        section.rows.push_back(row(FactText::tr("GID %1").arg(gid.index),
                                   toQString(gid.gid) + QLatin1String("  ") + toQString(gid.type),
                                   port.state.evidence()));
    }
}

} // namespace

FactSection networkSection(const topology::Topology &topology, const topology::Node &,
                           const host::PciFunction &function) {
    FactSection section{FactText::tr("Network and RDMA"), {}, {}, {}, {}};
    for (const host::NetInterface &interface : topology.host().netInterfaces)
        if (interface.device == function.address)
            addInterface(section, interface);
    for (const host::RdmaDevice &device : topology.host().rdmaDevices) {
        if (device.device != function.address)
            continue;
        section.rows.push_back(
            row(FactText::tr("RDMA device"), toQString(device.name), device.nodeGuid.evidence()));
        section.rows.push_back(textRow(FactText::tr("Node GUID"), device.nodeGuid));
        section.rows.push_back(textRow(FactText::tr("Firmware"), device.firmware));
        for (const host::RdmaPort &port : device.ports)
            addPort(section, port);
    }
    for (const host::SoftwareRdma &software : host::softwareRdma(topology.host()))
        if (software.interface != nullptr && software.interface->device == function.address) {
            section.rows.push_back(
                row(FactText::tr("RDMA in software"),
                    toQString(software.device->name) + QLatin1String(", ") + toQString(software.kind),
                    software.device->nodeGuid.evidence()));
            for (const host::RdmaPort &port : software.device->ports)
                addPort(section, port);
        }
    return section;
}

FactSection gpuSection(const topology::Topology &topology, const topology::Node &node,
                       const host::PciFunction &) {
    FactSection section{FactText::tr("GPU"), {}, {}, {}, {}};
    const host::Host &host = topology.host();
    if (!node.gpu || *node.gpu >= host.gpus.size())
        return section;
    const host::GpuFacts &gpu = host.gpus[*node.gpu];
    section.rows.push_back(textRow(FactText::tr("Unique id"), gpu.uniqueId));
    section.rows.push_back(factRow(FactText::tr("Memory"), gpu.vram,
                                   [](ByteCount bytes) { return toQString(toString(bytes)); }));
    if (gpu.computePartition || gpu.memoryPartition)
        section.rows.push_back(row(FactText::tr("Partition"),
                                   toQString(gpu.computePartition.valueOr("?")) + QLatin1Char('/') +
                                       toQString(gpu.memoryPartition.valueOr("?")),
                                   gpu.computePartition.evidence()));
    if (gpu.vbios)
        section.rows.push_back(textRow(FactText::tr("VBIOS"), gpu.vbios));
    if (gpu.xgmiHive)
        section.rows.push_back(factRow(FactText::tr("XGMI hive"), gpu.xgmiHive, [](std::uint64_t hive) {
            return QStringLiteral("0x") + hex(hive, 1);
        }));
    int peers = 0;
    const topology::PeerLink *first = nullptr;
    for (const topology::PeerLink &link : topology.peerLinks())
        if (link.from == node.id || link.to == node.id) {
            ++peers;
            first = first != nullptr ? first : &link;
        }
    if (first != nullptr) {
        const bool xgmi = first->kind == host::GpuLink::Kind::Xgmi;
        QString value = peers == 1 ? FactText::tr("to 1 GPU") : FactText::tr("to %1 GPUs").arg(peers);
        if (first->bandwidth)
            value += FactText::tr(", %1 each").arg(toQString(toString(*first->bandwidth)));
        section.rows.push_back(
            row(xgmi ? QStringLiteral("XGMI") : QStringLiteral("NVLink"), value,
                host.gpuLinks.empty() ? host::EvidenceRef{} : host.gpuLinks.front().evidence));
    }
    return section;
}

} // namespace fabricscope::widgets
