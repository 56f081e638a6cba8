// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/FlowRow.h"

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

FlowRow::FlowRow(int gap, int lineGap) : m_gap(gap), m_lineGap(lineGap) {
    setContentsMargins(0, 0, 0, 0);
}

FlowRow::~FlowRow() = default;

void FlowRow::addItem(QLayoutItem *item) {
    m_items.emplace_back(item);
}

QLayoutItem *FlowRow::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem *FlowRow::takeAt(int index) {
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

template<class Place> int FlowRow::arrange(const QRect &rect, Place place) const {
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = 0, y = 0, height = 0;
    std::vector<std::pair<QLayoutItem *, QRect>> line;
    const auto endLine = [&] {
        for (auto &[item, where] : line)
            place(*item, where.translated(0, (height - where.height()) / 2));
        line.clear();
    };
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size(std::min(item->sizeHint().width(), std::max(room.width(), 1)),
                         item->sizeHint().height());
        if (x > 0 && x + size.width() > room.width()) {
            endLine();
            y += height + m_lineGap;
            x = height = 0;
        }
        line.emplace_back(item.get(), QRect(room.topLeft() + QPoint(x, y), size));
        x += size.width() + m_gap;
        height = std::max(height, size.height());
    }
    endLine();
    return y + height + rect.height() - room.height();
}

int FlowRow::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), [](QLayoutItem &, const QRect &) {});
}

QSize FlowRow::sizeHint() const {
    QSize size;
    for (const auto &item : m_items)
        if (!item->isEmpty())
            size = {size.width() + (size.width() > 0 ? m_gap : 0) + item->sizeHint().width(),
                    std::max(size.height(), item->sizeHint().height())};
    return size.grownBy(contentsMargins());
}

QSize FlowRow::minimumSize() const {
    QSize size;
    for (const auto &item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowRow::setGeometry(const QRect &rect) {
    QLayout::setGeometry(rect);
    arrange(rect, [](QLayoutItem &item, const QRect &place) { item.setGeometry(place); });
}

} // namespace fabricscope::widgets
