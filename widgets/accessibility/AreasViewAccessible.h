// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessibility/AreasAccessible.h"

namespace fabricscope::widgets {

class AreasView;

/// What an AreasView draws, as a screen reader hears it: each area by its whole name ("GPU2 to ionic_3: NODE,
/// 63.0 GB/s, assigned, error: mispaired").
class AreasViewAccessible : public AreasAccessible {
public:
    explicit AreasViewAccessible(AreasView *view);

    [[nodiscard]] const layout::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const layout::Area &area) const override;
    [[nodiscard]] const layout::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    AreasView *m_view;
};

/// Once for the program; more calls do nothing.
void installAreasViewAccessibility();

} // namespace fabricscope::widgets
