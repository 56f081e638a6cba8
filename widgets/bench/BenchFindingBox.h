// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/BenchView.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

class Callout;

/// A finding of a run. Opened, it shows its evidence, each leading there, and the commands to paste.
class BenchFindingBox : public QWidget {
    Q_OBJECT
public:
    BenchFindingBox(findings::Finding finding, QWidget *parent);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    /// nullptr: there is nothing more to it.
    [[nodiscard]] QPushButton *opener() const { return m_opener; }

Q_SIGNALS:
    void toggled(bool open);
    void placeRequested(const fabricscope::findings::Place &place);

private:
    [[nodiscard]] QString openerText(bool open) const;
    void addEvidence(QVBoxLayout &column);
    void addCommands(QVBoxLayout &column);

    findings::Finding m_finding;
    Callout *m_callout;
    QPushButton *m_opener = nullptr;
    QWidget *m_body = nullptr; ///< made when it is opened first
};

} // namespace fabricscope::widgets
