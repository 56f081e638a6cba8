// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessibility/AffinityAccessible.h"

#include "widgets/affinity/AffinityView.h"

namespace fabricscope::widgets {

namespace {

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *view = qobject_cast<AffinityView *>(object);
    return view != nullptr ? new AffinityAccessible(view) : nullptr;
}

} // namespace

AffinityAccessible::AffinityAccessible(AffinityView *view)
    : AreasAccessible(view, QAccessible::Table, QAccessible::Cell, view->accessibleName()), m_view(view) {}

const layout::DisplayList *AffinityAccessible::list() const {
    return &m_view->list();
}

QRect AffinityAccessible::viewRect(const layout::Area &area) const {
    return m_view->viewRect(area.node);
}

// Heads of rows stay where they are while cells scroll below them: the view's word counts, not the list's.
const layout::Area *AffinityAccessible::areaUnder(const QPoint &inView) const {
    for (const layout::Area &area : m_view->list().areas)
        if (viewRect(area).contains(inView))
            return &area;
    return nullptr;
}

std::optional<std::uint32_t> AffinityAccessible::selected() const {
    return m_view->selected();
}

void AffinityAccessible::choose(std::uint32_t area) const {
    m_view->choose(area);
}

void installAffinityAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace fabricscope::widgets
