// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/areas/AreasAccessible.h"

namespace fabricscope::widgets {

class ChartSurface;

/// The areas of a chart for screen readers: "16M: out of place 101.6 GB/s, baseline 99 to 103".
class ChartSurfaceAccessible : public AreasAccessible {
public:
    explicit ChartSurfaceAccessible(ChartSurface *surface);

    [[nodiscard]] const draw::DisplayList *list() const override;
    [[nodiscard]] QRect viewRect(const draw::Area &area) const override;
    [[nodiscard]] const draw::Area *areaUnder(const QPoint &inView) const override;
    [[nodiscard]] std::optional<std::uint32_t> selected() const override;
    void choose(std::uint32_t area) const override;

private:
    ChartSurface *m_surface;
};

/// Call once per program; further calls have no effect.
void installChartSurfaceAccessibility();

} // namespace fabricscope::widgets
