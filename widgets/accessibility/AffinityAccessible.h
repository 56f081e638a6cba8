// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

#include <cstdint>
#include <map>

namespace fabricscope::widgets {

class AffinityView;

/// The matrices as a screen reader hears them: each cell, GPU and NIC by its full name ("GPU2 to ionic_3:
/// NODE, 63.0 GB/s, assigned, error: mispaired").
class AffinityAccessible : public QAccessibleWidget {
public:
    explicit AffinityAccessible(AffinityView *view);
    ~AffinityAccessible() override;

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface *child(int index) const override;
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface *focusChild() const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override;

private:
    [[nodiscard]] QAccessibleInterface *areaOf(std::uint32_t area) const;
    AffinityView *m_view;
    mutable std::map<std::uint32_t, QAccessible::Id> m_areas;
};

/// Once for the program; more calls do nothing.
void installAffinityAccessibility();

} // namespace fabricscope::widgets
