// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QSet>
#include <QWidget>

class QPushButton;

namespace fabricscope::widgets {

class ElidedLabel;

/// Above what a host shows, where that is partial: what is missing, and the one line that would give it.
class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    /// Shown where something is missing of this host, was not put away, and may not still come.
    void setContent(const TopologyContent &content);
    /// Puts it away for this host.
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
