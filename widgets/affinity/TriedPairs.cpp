// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/TriedPairs.h"

#include <utility>

namespace fabricscope::widgets {

void TriedPairs::add(workspace::WhatIfMove move) {
    workspace::WhatIfMoves moves = shown().current();
    moves.push_back(std::move(move));
    m_histories[m_host].change(std::move(moves));
    changed();
}

void TriedPairs::undo() {
    if (m_histories[m_host].undo())
        changed();
}

void TriedPairs::redo() {
    if (m_histories[m_host].redo())
        changed();
}

void TriedPairs::reset() {
    if (shown().current().empty())
        return;
    m_histories[m_host].change({});
    changed();
}

void TriedPairs::set(quint64 host, const workspace::WhatIfMoves &moves) {
    History &history = m_histories[host];
    if (history.current() == moves)
        return;
    if (history.previous() != nullptr && *history.previous() == moves)
        history.undo();
    else if (history.next() != nullptr && *history.next() == moves)
        history.redo();
    else
        history.change(moves);
    if (host == m_host)
        Q_EMIT shownChanged();
}

void TriedPairs::changed() {
    Q_EMIT shownChanged();
    Q_EMIT changedByUser(m_host);
}

} // namespace fabricscope::widgets
