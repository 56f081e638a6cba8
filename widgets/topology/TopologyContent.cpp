// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyContent.h"

#include <QObject>
#include <QStringList>

namespace fabricscope::widgets {

ViewState stateOf(const TopologyContent &content) {
    if (!content.topology) {
        if (content.error)
            return ViewState::Error;
        return content.loading ? ViewState::Loading : ViewState::Empty;
    }
    if (content.stale)
        return ViewState::Stale;
    return content.topology->host().missing.empty() && !content.loading ? ViewState::Ready
                                                                        : ViewState::Partial;
}

std::optional<MissingFacts> missingFacts(const topology::Topology &topology) {
    const auto &missing = topology.host().missing;
    if (missing.empty())
        return std::nullopt;
    constexpr qsizetype kNamed = 4;
    QStringList names;
    MissingFacts facts;
    bool hasSudoersLine = false;
    for (const host::Missing &entry : missing) {
        const QString name = QString::fromStdString(entry.what);
        if (!names.contains(name))
            names << name;
        // The line for sudoers before any other remedy, since it gives the most data.
        if (facts.remedy.isEmpty() || (entry.isSudoersLine && !hasSudoersLine))
            facts.remedy = QString::fromStdString(entry.remedy);
        hasSudoersLine = hasSudoersLine || entry.isSudoersLine;
    }
    const auto more = names.size() - kNamed;
    facts.what = QObject::tr("Not read: %1").arg(QStringList(names.mid(0, kNamed)).join(QLatin1String("; ")));
    if (more > 0)
        facts.what += QObject::tr("; and %1 more").arg(more);
    return facts;
}

} // namespace fabricscope::widgets
