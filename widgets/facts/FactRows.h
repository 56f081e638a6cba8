// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "widgets/common/text/QtText.h"
#include "widgets/facts/DeviceFacts.h"

#include <QCoreApplication>

#include <optional>

namespace fabricscope::widgets {

/// Builders of rows, shared by the sections of the inspector.
struct FactText {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

/// "unknown", or "needs sudo" for data that only root may read.
[[nodiscard]] FactRow unknownRow(const QString &label, bool needsRoot = false);
[[nodiscard]] FactRow row(const QString &label, const QString &value, host::EvidenceRef evidence = {},
                          FactRow::Look look = FactRow::Look::Mono);

template<class T, class Format>
[[nodiscard]] FactRow factRow(const QString &label, const host::Fact<T> &fact, Format format,
                              FactRow::Look look = FactRow::Look::Mono) {
    if (!fact.known())
        return unknownRow(label);
    const QString value = format(*fact);
    return value.isEmpty() ? unknownRow(label) : row(label, value, fact.evidence(), look);
}

[[nodiscard]] inline FactRow textRow(const QString &label, const host::Fact<std::string> &fact,
                                     FactRow::Look look = FactRow::Look::Mono) {
    return factRow(
        label, fact, [](const std::string &value) { return toQString(value); }, look);
}

/// The look of a value with this finding.
[[nodiscard]] FactRow::Look lookOf(const std::optional<findings::Severity> &severity);
[[nodiscard]] QString capitalized(const std::string &words);

[[nodiscard]] QString hex(std::uint64_t value, int digits);

/// The sections of one PCI function; those that do not apply come back without rows and chips.
[[nodiscard]] FactSection identitySection(const topology::Topology &topology, const topology::Node &node,
                                          const host::PciFunction &function);
[[nodiscard]] FactSection ownershipSection(const topology::Topology &topology, const topology::Node &node,
                                           const host::PciFunction &function);
[[nodiscard]] FactSection linkSection(const topology::Topology &topology, const topology::Node &node,
                                      const host::PciFunction &function);
[[nodiscard]] FactSection acsSection(const topology::Topology &topology, const topology::Node &node,
                                     const host::PciFunction &function);
[[nodiscard]] FactSection barSection(const topology::Topology &topology, const topology::Node &node,
                                     const host::PciFunction &function);
[[nodiscard]] FactSection sriovSection(const topology::Topology &topology, const topology::Node &node,
                                       const host::PciFunction &function);
[[nodiscard]] FactSection networkSection(const topology::Topology &topology, const topology::Node &node,
                                         const host::PciFunction &function);
[[nodiscard]] FactSection gpuSection(const topology::Topology &topology, const topology::Node &node,
                                     const host::PciFunction &function);
[[nodiscard]] FactSection transfersSection(const topology::Topology &topology, const topology::Node &node,
                                           const host::PciFunction &function);
[[nodiscard]] FactSection powerSection(const topology::Topology &topology, const topology::Node &node,
                                       const host::PciFunction &function);
[[nodiscard]] FactSection toolsSection(const topology::Topology &topology, const topology::Node &node,
                                       const host::PciFunction &function);
[[nodiscard]] FactSection kernelSection(const topology::Topology &topology, const topology::Node &node,
                                        const host::PciFunction &function);

/// Sections that are not about a single function.
[[nodiscard]] std::vector<FactSection> hostSections(const topology::Topology &topology);
[[nodiscard]] FactSection numaSection(const topology::Topology &topology, const topology::Node &node);
[[nodiscard]] FactSection portsSection(const topology::Topology &topology, const topology::Node &node);
/// The kernel log about this device; std::nullopt: about none.
[[nodiscard]] FactSection kernelLogSection(const topology::Topology &topology,
                                           const std::optional<pci::Address> &device);
/// All tables of tools, for the host.
[[nodiscard]] FactSection tablesSection(const topology::Topology &topology);
/// Settings of the kernel, services, and versions of software.
[[nodiscard]] FactSection settingsSection(const topology::Topology &topology);

/// The port at the other end of this node's link: a switch's downstream port, or the root port. nullptr if
/// there is none.
[[nodiscard]] const host::PciFunction *portAbove(const topology::Topology &topology,
                                                 const topology::Node &node);
/// The address as the host's pictures show it: without the domain if all devices are in domain 0.
[[nodiscard]] QString shortBdf(const topology::Topology &topology, const pci::Address &address);

} // namespace fabricscope::widgets
