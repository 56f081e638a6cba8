// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/areas/AreasViewAccessible.h"

#include "widgets/common/areas/AreasView.h"

namespace fabricscope::widgets {

namespace {

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *view = qobject_cast<AreasView *>(object);
    return view != nullptr ? new AreasViewAccessible(view) : nullptr;
}

} // namespace

AreasViewAccessible::AreasViewAccessible(AreasView *view)
    : AreasAccessible(view, view->roles().view, view->roles().area, {}) // its name is the view's own
    , m_view(view) {}

const draw::DisplayList *AreasViewAccessible::list() const {
    return &m_view->list();
}

QRect AreasViewAccessible::viewRect(const draw::Area &area) const {
    return m_view->viewRect(area.node);
}

const draw::Area *AreasViewAccessible::areaUnder(const QPoint &inView) const {
    return m_view->areaUnder(inView);
}

std::optional<std::uint32_t> AreasViewAccessible::selected() const {
    return m_view->selected();
}

void AreasViewAccessible::choose(std::uint32_t area) const {
    m_view->choose(area);
}

void installAreasViewAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace fabricscope::widgets
