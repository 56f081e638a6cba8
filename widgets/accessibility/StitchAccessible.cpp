// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessibility/StitchAccessible.h"

#include "widgets/stitch/StitchView.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

QAccessibleInterface *stitchFactory(const QString &, QObject *object) {
    if (auto *view = qobject_cast<StitchView *>(object))
        return new StitchAccessible(view);
    return nullptr;
}

} // namespace

StitchAccessible::StitchAccessible(StitchView *view)
    : AreasAccessible(view, QAccessible::List, QAccessible::ListItem, view->accessibleName()), m_view(view) {}

const layout::DisplayList *StitchAccessible::list() const {
    return &m_view->list();
}

QRect StitchAccessible::viewRect(const layout::Area &area) const {
    return m_view->viewRect(area.node);
}

const layout::Area *StitchAccessible::areaUnder(const QPoint &inView) const {
    const auto &areas = m_view->list().areas;
    const auto found = std::find_if(areas.rbegin(), areas.rend(), [&](const layout::Area &area) {
        return viewRect(area).contains(inView);
    });
    return found != areas.rend() ? &*found : nullptr;
}

std::optional<std::uint32_t> StitchAccessible::selected() const {
    return m_view->selected();
}

void StitchAccessible::choose(std::uint32_t area) const {
    m_view->choose(area);
}

void installStitchAccessibility() {
    static bool installed = false;
    if (!installed)
        QAccessible::installFactory(stitchFactory);
    installed = true;
}

} // namespace fabricscope::widgets
