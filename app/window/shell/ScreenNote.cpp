// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/ScreenNote.h"

#include "app/window/session/HostSession.h"
#include "app/window/shell/ModeBar.h"
#include "core/affinity/Examine.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

QString translated(const char *text) {
    return QCoreApplication::translate("ScreenNote", text);
}

/// The text for the basis of the pairs, one per line.
constexpr struct {
    affinity::Basis basis;
    const char *text;
} kBases[] = {
    {affinity::Basis::Ideal, QT_TRANSLATE_NOOP("ScreenNote", "%1 pairs, nearest by hardware")},
    {affinity::Basis::Library,
     QT_TRANSLATE_NOOP("ScreenNote", "%1 pairs, as the library is expected to choose")},
    {affinity::Basis::File, QT_TRANSLATE_NOOP("ScreenNote", "%1 pairs, from the NCCL file")},
    {affinity::Basis::Run, QT_TRANSLATE_NOOP("ScreenNote", "%1 pairs, used by a run")},
};

QString affinityNote(const affinity::Judgement &judgement) {
    const affinity::Basis leading = judgement.leading();
    const auto pairs =
        std::count_if(judgement.pairs.begin(), judgement.pairs.end(),
                      [&](const affinity::Pair &pair) { return pair.basis == leading && pair.nic; });
    for (const auto &[basis, text] : kBases)
        if (basis == leading && pairs > 0)
            return translated(text).arg(pairs);
    return {};
}

} // namespace

QString screenNote(Screen screen, const HostSession *host, const QString &verdict, bool hasMoves) {
    if (screen == Screen::Compare || screen == Screen::Checks)
        return verdict;
    if (host == nullptr)
        return QStringLiteral("fabricscope " FABRICSCOPE_VERSION);
    if (screen != Screen::Topology && screen != Screen::Affinity)
        return {};
    if (host->link == widgets::HostLink::Unreachable)
        return QCoreApplication::translate("ScreenNote", "No live data for %1").arg(host->name());
    if (hasMoves && screen == Screen::Affinity)
        return translated(QT_TRANSLATE_NOOP("ScreenNote", "what-if: pairs as you moved them"));
    const auto judgement = host->judgement();
    return judgement && screen == Screen::Affinity ? affinityNote(*judgement) : QString();
}

FailedHosts failedHosts(const std::vector<std::unique_ptr<HostSession>> &sessions) {
    constexpr int kMaxNamed = 12;
    FailedHosts failed;
    int count = 0, offline = 0;
    QSet<QString> kinds;
    QStringList names;
    for (const auto &session : sessions) {
        if (session->link != widgets::HostLink::Unreachable)
            continue;
        ++count;
        const bool isGone = !session->failure || isOffline(*session->failure);
        offline += isGone ? 1 : 0;
        const QString kind = session->failure ? summaryText(*session->failure) : QString();
        kinds.insert(kind);
        if (names.size() < kMaxNamed)
            names << QStringLiteral("%1: %2").arg(session->name(), kind);
    }
    if (count == 0)
        return failed;
    if (count > names.size())
        names << translated("and %1 more").arg(count - names.size());
    failed.names = names.join(QLatin1Char('\n'));
    failed.text = offline == count    ? translated("%1 unreachable").arg(count)
                  : kinds.size() == 1 ? QStringLiteral("%1 %2").arg(count).arg(*kinds.cbegin())
                                      : translated("%1 not connected").arg(count);
    return failed;
}

} // namespace fabricscope::app::window
