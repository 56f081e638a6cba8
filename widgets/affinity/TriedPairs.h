// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/History.h"
#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "core/workspace/WhatIfMoves.h"
#endif

#include <QHash>
#include <QObject>

namespace fabricscope::widgets {

/// The pairs that the user tried, by host, with undo. They are hypothetical; nothing is written to a machine.
class TriedPairs : public QObject {
    Q_OBJECT
public:
    using History = workspace::History<workspace::WhatIfMoves>;
    using QObject::QObject;

    /// The host that the screen shows: the functions below are about its moves.
    void show(quint64 host) { m_host = host; }
    [[nodiscard]] const History &shown() { return m_histories[m_host]; }
    void add(workspace::WhatIfMove move);
    void undo();
    void redo();
    void reset();

    /// Of any host.
    [[nodiscard]] const workspace::WhatIfMoves &of(quint64 host) { return m_histories[host].current(); }
    /// As a step of its own, unless it is the previous or the next one.
    void set(quint64 host, const workspace::WhatIfMoves &moves);

Q_SIGNALS:
    void shownChanged();              ///< those of the host shown, by whatever
    void changedByUser(quint64 host); ///< by add(), undo(), redo() or reset()

private:
    void changed();

    QHash<quint64, History> m_histories;
    quint64 m_host = 0;
};

} // namespace fabricscope::widgets
