// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

class Callout;

/// A finding of a run. Expanded, it shows its evidence, with links to it, and the commands to paste.
class BenchFindingBox : public QWidget {
    Q_OBJECT
public:
    BenchFindingBox(findings::Finding finding, QWidget *parent);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    /// nullptr if there are no details.
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
