// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::workspace {
struct Hypothesis;
}

namespace fabricscope::widgets {

class Chip;

/// Below the matrices: the effect of the user's moves, with undo. While a NIC is dragged, the effect of
/// dropping it.
class WhatIfStrip : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfStrip(QWidget *parent = nullptr);
    /// What the moves lead to; it is visible as long as one can be undone. nullptr: nothing is judged.
    void setMoves(const workspace::Hypothesis *hypothesis, int moves, bool canUndo, bool canRedo);
    void setPreview(const QString &sentence); ///< empty: nothing is dragged
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton *undoButton() const { return m_undo; }
    [[nodiscard]] QPushButton *redoButton() const { return m_redo; }
    [[nodiscard]] QPushButton *resetButton() const { return m_reset; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showText();
    QString m_sentence, m_preview;
    int m_moves = 0;
    Chip *m_badge;
    QLabel *m_text;
    QPushButton *m_undo;
    QPushButton *m_redo;
    QPushButton *m_reset;
};

} // namespace fabricscope::widgets
