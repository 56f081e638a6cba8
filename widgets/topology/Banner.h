// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QWidget>

class QPushButton;

namespace fabricscope::widgets {

class ElidedLabel;

/// Above a partial picture: what is missing, and the one line that would give it.
class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    void setMissing(const MissingFacts &missing, bool canCollect);
    [[nodiscard]] const MissingFacts &missing() const { return m_missing; }

Q_SIGNALS:
    void sudoWanted();
    void dismissed();

private:
    MissingFacts m_missing;
    ElidedLabel *m_what;
    ElidedLabel *m_remedy;
    QPushButton *m_copy;
    QPushButton *m_sudo;
};

} // namespace fabricscope::widgets
