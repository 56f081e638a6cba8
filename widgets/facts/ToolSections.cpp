// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of tools and the kernel log: for a device, and on the host the rest.
#include "core/host/SystemFacts.h"
#include "core/topology/ToolDevices.h"
#include "core/topology/UnplacedDevices.h"
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// One word per KernelMessage::Kind, in its order.
constexpr const char *kKinds[] = {
    QT_TRANSLATE_NOOP("Inspector", "Link limited"),
    QT_TRANSLATE_NOOP("Inspector", "Bus error"),
    QT_TRANSLATE_NOOP("Inspector", "Link change"),
    QT_TRANSLATE_NOOP("Inspector", "IOMMU"),
    QT_TRANSLATE_NOOP("Inspector", "ACS"),
    QT_TRANSLATE_NOOP("Inspector", "GPU fault"),
    QT_TRANSLATE_NOOP("Inspector", "Device lost"),
    QT_TRANSLATE_NOOP("Inspector", "Driver"),
    QT_TRANSLATE_NOOP("Inspector", "Reset"),
    QT_TRANSLATE_NOOP("Inspector", "NIC fault"),
    QT_TRANSLATE_NOOP("Inspector", "Hardware error"),
};

constexpr std::size_t kListed = 24; ///< lines of a section

void addMore(FactSection &section, std::size_t count) {
    if (count > kListed)
        section.rows.push_back(
            row(FactText::tr("and"), FactText::tr("%1 more").arg(count - kListed), {}, FactRow::Look::Plain));
}

bool isRowOf(const host::DeviceMatrix::Row &row, const host::PciFunction &function) {
    return row.address == function.address;
}

/// "X PIX NODE" combined with the names of the columns: "GPU0 X, NIC0 PIX, NIC1 NODE".
QString cellsText(const host::DeviceMatrix &matrix, const host::DeviceMatrix::Row &cells) {
    QStringList parts;
    for (std::size_t i = 0; i < std::min(cells.cells.size(), matrix.columns.size()); ++i)
        if (!cells.cells[i].empty() && matrix.columns[i] != cells.name)
            parts << toQString(matrix.columns[i]) + QLatin1Char(' ') + toQString(cells.cells[i]);
    return parts.join(QLatin1String(", "));
}

void addMatrixRow(FactSection &section, const host::DeviceMatrix &matrix,
                  const host::DeviceMatrix::Row &matrixRow) {
    const QString cells = cellsText(matrix, matrixRow);
    if (!cells.isEmpty())
        section.rows.push_back(
            row(FactText::tr("%1, %2").arg(toQString(matrix.what), toQString(matrixRow.name)), cells,
                matrixRow.evidence));
    if (matrixRow.cpus)
        section.rows.push_back(textRow(FactText::tr("CPU affinity"), matrixRow.cpus));
    if (matrixRow.numaNodes)
        section.rows.push_back(textRow(FactText::tr("NUMA affinity"), matrixRow.numaNodes));
}

} // namespace

FactSection toolsSection(const topology::Topology &topology, const topology::Node &node,
                         const host::PciFunction &function) {
    FactSection section{FactText::tr("Reported by tools"), {}, {}, {}, {}};
    for (const host::DeviceMatrix &matrix : topology.host().deviceMatrices)
        for (const host::DeviceMatrix::Row &matrixRow : matrix.rows)
            if (isRowOf(matrixRow, function)) {
                section.note = toQString(matrix.tool);
                addMatrixRow(section, matrix, matrixRow);
            }
    if (topology.host().toolFacts.empty())
        return section;
    const topology::ToolDevices devices(topology);
    for (const host::ToolFact &fact : topology.host().toolFacts)
        if (devices.at(fact.device) == node.id)
            section.rows.push_back(row(toQString(fact.name), toQString(fact.value), fact.evidence));
    return section;
}

FactSection kernelLogSection(const topology::Topology &topology, const std::optional<pci::Address> &device) {
    FactSection section{FactText::tr("Kernel log"), {}, {}, {}, {}};
    std::size_t count = 0;
    for (const host::KernelMessage &entry : topology.host().kernelMessages) {
        if (entry.device != device || ++count > kListed)
            continue;
        const auto kind = static_cast<std::size_t>(entry.kind);
        QString value = toQString(entry.text);
        if (entry.count > 1)
            value += FactText::tr(" (%1 times)").arg(entry.count);
        section.rows.push_back(row(kind < std::size(kKinds) ? FactText::tr(kKinds[kind]) : QString(), value,
                                   entry.evidence, FactRow::Look::Mono));
    }
    addMore(section, count);
    section.note = count == 0 ? QString() : QString::number(count);
    return section;
}

FactSection kernelSection(const topology::Topology &topology, const topology::Node &,
                          const host::PciFunction &function) {
    return kernelLogSection(topology, function.address);
}

/// Rows of tables that belong to no known device.
FactSection tablesSection(const topology::Topology &topology) {
    FactSection section{FactText::tr("Reported by tools"), {}, {}, {}, {}};
    std::size_t count = 0;
    for (const host::DeviceMatrix &matrix : topology.host().deviceMatrices)
        for (const host::DeviceMatrix::Row &matrixRow : matrix.rows) {
            if (matrixRow.address && topology.host().function(*matrixRow.address) != nullptr)
                continue; // the device shows it
            const QString cells = cellsText(matrix, matrixRow);
            if (cells.isEmpty() || ++count > kListed)
                continue;
            section.note = toQString(matrix.tool);
            section.rows.push_back(
                row(FactText::tr("%1, %2").arg(toQString(matrix.what), toQString(matrixRow.name)), cells,
                    matrixRow.evidence));
        }
    for (const host::ToolFact &fact :
         topology.host().toolFacts) // where there is no tree, they are in a table
        if (fact.device.empty() && !host::isSystemFact(fact) && !topology::hasNoTree(topology) &&
            ++count <= kListed)
            section.rows.push_back(row(toQString(fact.name), toQString(fact.value), fact.evidence));
    addMore(section, count);
    return section;
}

FactSection settingsSection(const topology::Topology &topology) {
    constexpr std::size_t kMost = 128;
    FactSection section{FactText::tr("Settings and versions"), {}, {}, {}, {}};
    for (const host::ToolFact &fact : topology.host().toolFacts)
        if (fact.device.empty() && host::isSystemFact(fact) && section.rows.size() < kMost)
            section.rows.push_back(row(toQString(fact.name), toQString(fact.value), fact.evidence));
    return section;
}

} // namespace fabricscope::widgets
