// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

#include <cstdint>
#include <map>

namespace fabricscope::widgets {

class TopologyView;

/// A topology for screen readers: each area of the display list is a child with its name ("GPU2, 46:00.0,
/// NUMA 0, error: link narrow"), its place, and whether it is selected; the default action selects it.
class TopologyAccessible : public QAccessibleWidget {
public:
    explicit TopologyAccessible(TopologyView *view);
    ~TopologyAccessible() override;

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface *child(int index) const override;
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface *focusChild() const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override;

private:
    [[nodiscard]] QAccessibleInterface *areaOf(std::uint32_t node) const;
    TopologyView *m_view;
    mutable std::map<std::uint32_t, QAccessible::Id> m_areas;
};

/// Once a program.
void installAccessibility();

} // namespace fabricscope::widgets
