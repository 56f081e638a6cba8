// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QSet>
#include <QWidget>

class QPushButton;

namespace fabricscope::widgets {

class ElidedLabel;

/// Above the contents of a host with partial data: what is missing, and the one line that would permit it.
class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    /// Shown if data of this host is missing, unless it was dismissed or the data may still arrive.
    void setContent(const TopologyContent &content);
    /// Dismisses it for this host.
    void dismiss(quint64 host);
    [[nodiscard]] const MissingFacts &missing() const { return m_missing; }

Q_SIGNALS:
    void sudoRequested();
    void dismissed(quint64 host); ///< by the user

private:
    void setMissing(const MissingFacts &missing, bool canCollect);

    MissingFacts m_missing;
    quint64 m_host = 0;
    QSet<quint64> m_dismissed; ///< hosts
    ElidedLabel *m_what;
    ElidedLabel *m_remedy;
    QPushButton *m_copy;
    QPushButton *m_sudo;
};

} // namespace fabricscope::widgets
