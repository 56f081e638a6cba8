// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Identity, ownership, BARs, SR-IOV and power of one PCI function.
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// PCI Code and ID Assignment Specification, base classes; one line each.
constexpr std::pair<int, const char *> kBaseClasses[] = {
    {0x01, "storage"},
    {0x02, "network"},
    {0x03, "display"},
    {0x04, "multimedia"},
    {0x05, "memory"},
    {0x06, "bridge"},
    {0x07, "serial"},
    {0x08, "system"},
    {0x0c, "serial bus"},
    {0x0d, "wireless"},
    {0x11, "signal processing"},
    {0x12, "accelerator"},
    {0x13, "instrumentation"},
};

QString className(std::uint32_t classCode) {
    const int base = static_cast<int>(classCode >> 16) & 0xFF;
    const auto *known = std::find_if(std::begin(kBaseClasses), std::end(kBaseClasses),
                                     [base](const auto &entry) { return entry.first == base; });
    const QString code = QStringLiteral("0x") + hex(classCode, 6);
    return known == std::end(kBaseClasses) ? code : code + QLatin1String(", ") + QLatin1String(known->second);
}

FactRow idPair(const QString &label, const host::Fact<std::uint16_t> &vendor,
               const host::Fact<std::uint16_t> &device) {
    if (!vendor || !device)
        return unknownRow(label);
    return row(label, hex(*vendor, 4) + QLatin1Char(':') + hex(*device, 4), vendor.evidence());
}

FactRow numaRow(const host::PciFunction &function) {
    const QString label = FactText::tr("NUMA node");
    if (function.numaNode && *function.numaNode < 0) {
        FactRow unknown = unknownRow(label);
        unknown.value = FactText::tr("unknown (numa_node = −1)");
        unknown.evidence = function.numaNode.evidence();
        return unknown;
    }
    return factRow(label, function.numaNode, [](int node) { return QString::number(node); });
}

/// OAM and HIP: AMD's tool numbers the module and the device.
FactRow modulesRow(const topology::Topology &topology, const topology::Node &node) {
    if (!node.gpu || *node.gpu >= topology.host().gpus.size())
        return {};
    const host::GpuFacts &gpu = topology.host().gpus[*node.gpu];
    if (gpu.oam && gpu.hipIndex)
        return row(FactText::tr("OAM, HIP"), QStringLiteral("%1, %2").arg(*gpu.oam).arg(*gpu.hipIndex),
                   gpu.oam.evidence());
    if (gpu.oam)
        return row(FactText::tr("OAM"), QString::number(*gpu.oam), gpu.oam.evidence());
    return gpu.hipIndex ? row(FactText::tr("HIP"), QString::number(*gpu.hipIndex), gpu.hipIndex.evidence())
                        : FactRow{};
}

FactRow groupRow(const topology::Topology &topology, const host::PciFunction &function) {
    const QString label = FactText::tr("IOMMU group");
    if (!function.iommuGroup)
        return unknownRow(label);
    QString value = QStringLiteral("g%1").arg(function.iommuGroup->value);
    const auto &all = topology.host().functions;
    const auto others = std::count_if(all.begin(), all.end(), [&](const auto &other) {
        return other.iommuGroup == function.iommuGroup && other.address != function.address;
    });
    value += others == 0   ? FactText::tr(", alone")
             : others == 1 ? FactText::tr(", with 1 other")
                           : FactText::tr(", with %1 others").arg(others);
    return row(label, value, function.iommuGroup.evidence());
}

/// identity, DMA, DMA-FQ; empty if unknown.
FactRow groupTypeRow(const topology::Topology &topology, const host::PciFunction &function) {
    for (const host::IommuGroupFacts &group : topology.host().iommuGroups)
        if (function.iommuGroup && group.group == *function.iommuGroup && group.type)
            return textRow(FactText::tr("Group type"), group.type);
    return {};
}

/// include/linux/ioport.h
constexpr std::uint64_t kIo = 0x100, kPrefetch = 0x2000, kWide = 0x100000;

QString barName(const host::Bar &bar) {
    if (bar.index < 6)
        return QStringLiteral("BAR%1").arg(bar.index);
    if (bar.index == 6)
        return QStringLiteral("ROM");
    if (bar.index <= 12)
        return QStringLiteral("VF BAR%1").arg(bar.index - 7);
    return FactText::tr("window %1").arg(bar.index - 13);
}

QString barKind(const host::Bar &bar) {
    if ((bar.flags & kIo) != 0)
        return FactText::tr("I/O");
    QString kind = (bar.flags & kWide) != 0 ? QStringLiteral("64-bit") : QStringLiteral("32-bit");
    if ((bar.flags & kPrefetch) != 0)
        kind += QStringLiteral(" pref");
    return kind;
}

} // namespace

FactSection identitySection(const topology::Topology &topology, const topology::Node &node,
                            const host::PciFunction &function) {
    FactSection section{FactText::tr("Identity"), {}, {}, {}, {}};
    section.rows.push_back(idPair(FactText::tr("Vendor, device"), function.vendor, function.device));
    if (function.subsystemVendor || function.subsystemDevice)
        section.rows.push_back(
            idPair(FactText::tr("Subsystem"), function.subsystemVendor, function.subsystemDevice));
    section.rows.push_back(factRow(FactText::tr("Class"), function.classCode, className));
    if (function.revision)
        section.rows.push_back(factRow(FactText::tr("Revision"), function.revision,
                                       [](std::uint8_t revision) { return hex(revision, 2); }));
    if (const FactRow modules = modulesRow(topology, node); !modules.value.isEmpty())
        section.rows.push_back(modules);
    section.rows.push_back(numaRow(function));
    section.rows.push_back(groupRow(topology, function));
    if (const FactRow type = groupTypeRow(topology, function); !type.value.isEmpty())
        section.rows.push_back(type);
    if (function.localCpus)
        section.rows.push_back(textRow(FactText::tr("Local CPUs"), function.localCpus));
    if (function.rare->slotLabel)
        section.rows.push_back(textRow(FactText::tr("Slot"), function.rare->slotLabel));
    const auto nvme = topology.host().nvmeModels.find(function.address.toString());
    if (nvme != topology.host().nvmeModels.end())
        section.rows.push_back(textRow(FactText::tr("Drive"), nvme->second));
    if (function.config && function.config->serialNumber)
        section.rows.push_back(row(FactText::tr("Serial number"), hex(*function.config->serialNumber, 16),
                                   function.configEvidence));
    if (node.dead)
        section.rows.push_back(
            row(FactText::tr("Config space"),
                FactText::tr("all ones: no response (fell off the bus, in reset or in D3cold)"),
                function.configEvidence, FactRow::Look::Error));
    return section;
}

FactSection ownershipSection(const topology::Topology &topology, const topology::Node &node,
                             const host::PciFunction &function) {
    FactSection section{FactText::tr("Ownership"), {}, {}, {}, {}};
    if (function.driver) {
        FactRow driver = textRow(FactText::tr("Driver"), function.driver);
        if (*function.driver == "vfio-pci")
            driver.glyph = draw::Glyph::Lock;
        section.rows.push_back(driver);
    } else {
        FactRow none = unknownRow(FactText::tr("Driver"));
        none.value = FactText::tr("none or unknown");
        section.rows.push_back(none);
    }
    const auto &vms = topology.host().vms;
    const auto vm = std::find_if(vms.begin(), vms.end(), [&](const host::VmProcess &candidate) {
        return std::find(candidate.devices.begin(), candidate.devices.end(), function.address) !=
               candidate.devices.end();
    });
    if (vm != vms.end()) {
        const QString name = vm->name.empty() ? FactText::tr("process %1").arg(vm->pid) : toQString(vm->name);
        section.rows.push_back(row(FactText::tr("Owner"), name + QLatin1String(", ") + toQString(vm->vmm),
                                   vm->evidence, FactRow::Look::Plain));
    } else if (node.owner) {
        section.rows.push_back(row(FactText::tr("Owner"),
                                   *node.owner == "vfio-pci" ? FactText::tr("bound to vfio-pci, no VM known")
                                                             : toQString(*node.owner),
                                   function.driver.evidence(), FactRow::Look::Plain));
    } else {
        const auto &virtualization = topology.host().virtualization;
        const bool isVm = virtualization && *virtualization != "none";
        section.rows.push_back(row(FactText::tr("Owner"),
                                   isVm ? FactText::tr("this VM") : FactText::tr("this host"),
                                   function.driver.evidence(), FactRow::Look::Plain));
    }
    if (function.physfn)
        section.rows.push_back(
            factRow(FactText::tr("VF of"), function.physfn,
                    [&](const pci::Address &address) { return shortBdf(topology, address); }));
    return section;
}

FactSection barSection(const topology::Topology &, const topology::Node &,
                       const host::PciFunction &function) {
    FactSection section{FactText::tr("BARs"), {}, {}, {}, {}};
    for (const host::Bar &bar : function.bars) {
        FactRow entry = row(barName(bar), toQString(toString(bar.size)));
        entry.note = barKind(bar);
        entry.lines = {"pci", function.address.toString() + "/resource:"};
        section.rows.push_back(entry);
    }
    section.note = section.rows.empty() ? QString() : QString::number(section.rows.size());
    return section;
}

FactSection sriovSection(const topology::Topology &topology, const topology::Node &,
                         const host::PciFunction &function) {
    FactSection section{FactText::tr("SR-IOV"), {}, {}, {}, {}};
    const bool applies = function.rare->sriovTotalVfs || !function.virtfns.empty() ||
                         (function.config && function.config->sriov);
    if (!applies)
        return section;
    const auto number = [](std::uint32_t value) {
        return QString::number(value);
    };
    section.rows.push_back(factRow(FactText::tr("VFs on"), function.rare->sriovNumVfs, number));
    section.rows.push_back(factRow(FactText::tr("VFs possible"), function.rare->sriovTotalVfs, number));
    constexpr std::size_t kListed = 8;
    for (std::size_t index = 0; index < std::min(kListed, function.virtfns.size()); ++index)
        section.rows.push_back(row(FactText::tr("VF %1").arg(index),
                                   shortBdf(topology, function.virtfns[index]),
                                   function.rare->sriovNumVfs.evidence()));
    if (function.virtfns.size() > kListed)
        section.rows.push_back(row(FactText::tr("and"),
                                   FactText::tr("%1 more").arg(function.virtfns.size() - kListed), {},
                                   FactRow::Look::Plain));
    return section;
}

FactSection powerSection(const topology::Topology &, const topology::Node &,
                         const host::PciFunction &function) {
    FactSection section{FactText::tr("Power and errors"), {}, {}, {}, {}};
    section.rows.push_back(textRow(FactText::tr("Power state"), function.powerState));
    section.rows.push_back(textRow(FactText::tr("Reset"), function.resetMethod));
    const struct {
        QString label;
        const host::Fact<std::uint64_t> &count;
    } errors[] = {
        {FactText::tr("AER correctable"), function.rare->aerCorrectable},
        {FactText::tr("AER non-fatal"), function.rare->aerNonFatal},
        {FactText::tr("AER fatal"), function.rare->aerFatal},
    };
    for (const auto &[label, count] : errors)
        if (count) {
            FactRow entry = factRow(label, count, [](std::uint64_t value) { return QString::number(value); });
            if (*count > 0 && &count != &function.rare->aerCorrectable)
                entry.look = FactRow::Look::Error;
            section.rows.push_back(entry);
        }
    return section;
}

} // namespace fabricscope::widgets
