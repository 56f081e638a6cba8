// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessibility/AreasAccessible.h"

namespace fabricscope::widgets {

class AffinityView;

/// The matrices as a screen reader hears them: each cell, GPU and NIC by its full name ("GPU2 to ionic_3:
/// NODE, 63.0 GB/s, assigned, error: mispaired").
class AffinityAccessible : public AreasAccessible {
public:
    explicit AffinityAccessible(AffinityView *view);

    [[nodiscard]] const layout::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const layout::Area &area) const override;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    AffinityView *m_view;
};

/// Once for the program; more calls do nothing.
void installAffinityAccessibility();

} // namespace fabricscope::widgets
