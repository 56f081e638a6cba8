// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyTooltip.h"

#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/facts/DeviceFacts.h"
#include "widgets/facts/PairingFacts.h"

#include <QStringList>

namespace fabricscope::widgets {

namespace {

constexpr qsizetype kTooltipFacts = 3;

/// Findings first, then facts; one line each.
QStringList factLines(const topology::Topology &topology, const affinity::Judgement *judgement,
                      topology::NodeId node, const DeviceFacts &facts) {
    QStringList lines;
    if (judgement != nullptr)
        for (const PairingCallout &finding : pairingFacts(*judgement, topology, node).callouts)
            lines << finding.title;
    for (const findings::Finding &finding : facts.findings)
        lines << QString::fromStdString(findings::titleWithCost(finding));
    for (const FactSection &section : facts.sections)
        for (const FactRow &row : section.rows)
            if (row.look != FactRow::Look::Missing)
                lines << QStringLiteral("%1: %2").arg(row.label, row.value);
    return lines;
}

QString coloured(const QString &escaped, Token token) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(tokenColour(token).name(), escaped);
}

} // namespace

QString tooltipText(const topology::Topology &topology, const affinity::Judgement *judgement,
                    topology::NodeId node) {
    if (node >= topology.nodes().size())
        return {};
    const DeviceFacts facts = deviceFacts(topology, node);
    QString head = QStringLiteral("<b>%1</b>").arg(facts.name.toHtmlEscaped());
    if (!facts.bdf.isEmpty())
        head += QStringLiteral("&nbsp;&nbsp;<span style=\"font-family:'%1'\">%2</span>")
                    .arg(monoFont(kUiFontSize).family().toHtmlEscaped(), facts.bdf.toHtmlEscaped());
    QStringList lines{head};
    if (facts.model != facts.name)
        lines << coloured(facts.model.toHtmlEscaped(), Token::Text2);
    const QStringList all = factLines(topology, judgement, node, facts);
    for (const QString &line : all.mid(0, kTooltipFacts))
        lines << line.toHtmlEscaped();
    return QStringLiteral("<p style=\"white-space:pre-wrap\">%1</p>").arg(lines.join(QLatin1String("<br>")));
}

QString factsText(const topology::Topology &topology, const affinity::Judgement *judgement,
                  topology::NodeId node) {
    if (node >= topology.nodes().size())
        return {};
    const DeviceFacts facts = deviceFacts(topology, node);
    QStringList lines{facts.bdf.isEmpty() ? facts.name : QStringLiteral("%1  %2").arg(facts.name, facts.bdf)};
    if (facts.model != facts.name)
        lines << facts.model;
    lines << factLines(topology, judgement, node, facts);
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace fabricscope::widgets
