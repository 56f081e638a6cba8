// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

FactRow unknownRow(const QString &label, bool needsRoot) {
    FactRow made;
    made.label = label;
    made.value = needsRoot ? FactText::tr("needs sudo") : FactText::tr("unknown");
    made.look = FactRow::Look::Missing;
    made.needsRoot = needsRoot;
    return made;
}

FactRow row(const QString &label, const QString &value, host::EvidenceRef evidence, FactRow::Look look) {
    FactRow made;
    made.label = label;
    made.value = value;
    made.look = look;
    made.evidence = evidence;
    return made;
}

FactRow::Look lookOf(const std::optional<findings::Severity> &severity) {
    if (severity == findings::Severity::Error)
        return FactRow::Look::Error;
    return severity == findings::Severity::Warning ? FactRow::Look::Warning : FactRow::Look::Mono;
}

QString capitalized(const std::string &words) {
    QString result = toQString(words);
    if (!result.isEmpty())
        result[0] = result[0].toUpper();
    return result;
}

QString hex(std::uint64_t value, int digits) {
    return QStringLiteral("%1").arg(value, digits, 16, QLatin1Char('0'));
}

const host::PciFunction *portAbove(const topology::Topology &topology, const topology::Node &node) {
    if (!node.parent)
        return nullptr;
    const topology::Node &parent = topology.node(*node.parent);
    const auto &functions = topology.host().functions;
    for (const topology::Port &port : parent.ports)
        if (std::find(port.below.begin(), port.below.end(), node.id) != port.below.end())
            return port.function < functions.size() ? &functions[port.function] : nullptr;
    return parent.function && *parent.function < functions.size() ? &functions[*parent.function] : nullptr;
}

QString shortBdf(const topology::Topology &topology, const pci::Address &address) {
    const auto &functions = topology.host().functions;
    const bool oneDomain =
        std::all_of(functions.begin(), functions.end(),
                    [](const host::PciFunction &function) { return function.address.domain == 0; });
    return toQString(oneDomain ? address.toShortString() : address.toString());
}

} // namespace fabricscope::widgets
