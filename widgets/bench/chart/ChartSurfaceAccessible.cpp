// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/ChartSurfaceAccessible.h"

#include "widgets/bench/chart/ChartSurface.h"

namespace fabricscope::widgets {

namespace {

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *surface = qobject_cast<ChartSurface *>(object);
    return surface != nullptr ? new ChartSurfaceAccessible(surface) : nullptr;
}

} // namespace

ChartSurfaceAccessible::ChartSurfaceAccessible(ChartSurface *surface)
    : AreasAccessible(surface, QAccessible::Chart, QAccessible::ListItem, {}) // its name is the view's own
    , m_surface(surface) {}

const draw::DisplayList *ChartSurfaceAccessible::list() const {
    return &m_surface->list();
}

QRect ChartSurfaceAccessible::viewRect(const draw::Area &area) const {
    return m_surface->viewRect(area.node);
}

const draw::Area *ChartSurfaceAccessible::areaUnder(const QPoint &inView) const {
    return m_surface->areaUnder(inView);
}

std::optional<std::uint32_t> ChartSurfaceAccessible::selected() const {
    return m_surface->selected();
}

void ChartSurfaceAccessible::choose(std::uint32_t area) const {
    m_surface->choose(area);
}

void installChartSurfaceAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace fabricscope::widgets
