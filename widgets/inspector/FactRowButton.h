// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/DeviceFacts.h"

#include <QAbstractButton>

namespace fabricscope::widgets {

/// One fact of the inspector, 20 px high: label, value, glyph. A click (or Enter) shows its evidence; the
/// context menu and Ctrl+C copy the value.
class FactRowButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit FactRowButton(const FactRow &row, QWidget *parent = nullptr);
    [[nodiscard]] const FactRow &row() const { return m_row; }
    /// The same fact, updated.
    void setRow(const FactRow &row);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 20}; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

Q_SIGNALS:
    void rawTextRequested(); ///< a double click, or the menu: the lines in their section

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void notifyAccessibility();
    [[nodiscard]] QRect valueRect() const;
    FactRow m_row;
};

/// The bits of ACS in a row; wraps if there is no space.
class ChipRow : public QAbstractButton {
    Q_OBJECT
public:
    explicit ChipRow(std::vector<FactChip> chips, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// The position of each chip at this width, and the total height.
    [[nodiscard]] std::vector<QRect> places(int width) const;
    std::vector<FactChip> m_chips;
};

} // namespace fabricscope::widgets
