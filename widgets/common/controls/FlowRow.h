// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace fabricscope::widgets {

/// Widgets in a row, at their preferred widths; those that do not fit continue below.
class FlowRow : public QLayout {
public:
    /// Gaps in px, between widgets of a line and between lines.
    FlowRow(int gap, int lineGap);
    ~FlowRow() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    /// Calls `place` with each visible item and its place; returns the height.
    template<class Place> int arrange(const QRect &rect, Place place) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_gap, m_lineGap;
};

} // namespace fabricscope::widgets
