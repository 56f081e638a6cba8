// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyAccessible.h"

#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

namespace fabricscope::widgets {

namespace {

const TopologyScene *sceneOf(const TopologyView *view) {
    return qobject_cast<const TopologyScene *>(view->scene());
}

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *view = qobject_cast<TopologyView *>(object);
    return view != nullptr ? new TopologyAccessible(view) : nullptr;
}

} // namespace

TopologyAccessible::TopologyAccessible(TopologyView *view)
    : AreasAccessible(view, QAccessible::List, QAccessible::ListItem, TopologyView::tr("Topology"))
    , m_view(view) {}

const draw::DisplayList *TopologyAccessible::list() const {
    const TopologyScene *scene = sceneOf(m_view);
    return scene != nullptr ? &scene->list() : nullptr;
}

QRect TopologyAccessible::viewRect(const draw::Area &area) const {
    const draw::Rect &place = area.rect;
    return m_view->mapFromScene(QRectF(place.x, place.y, place.width, place.height)).boundingRect();
}

const draw::Area *TopologyAccessible::areaUnder(const QPoint &inView) const {
    const TopologyScene *scene = sceneOf(m_view);
    return scene != nullptr ? scene->areaAt(m_view->mapToScene(inView)) : nullptr;
}

std::optional<std::uint32_t> TopologyAccessible::selected() const {
    return m_view->shown();
}

void TopologyAccessible::choose(std::uint32_t area) const {
    m_view->choose(area);
}

QStringList TopologyAccessible::moreActions(std::uint32_t area) const {
    QStringList names{TopologyView::tr("open")};
    if (m_view->foldOf(area) != nullptr)
        names << QAccessibleActionInterface::toggleAction();
    return names;
}

void TopologyAccessible::performAction(std::uint32_t area, const QString &action) const {
    if (action == QAccessibleActionInterface::toggleAction()) {
        m_view->toggleFold(area);
    } else if (action == TopologyView::tr("open")) {
        m_view->choose(area);
        Q_EMIT m_view->opened(area);
    }
}

const draw::Area *TopologyAccessible::found(std::uint32_t area) const {
    const TopologyScene *scene = sceneOf(m_view);
    return scene != nullptr ? scene->areaOf(area) : nullptr;
}

void installAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

void notifySelection(TopologyView &view) {
    QAccessibleEvent focus(&view, QAccessible::Focus);
    if (QAccessibleInterface *areas = QAccessible::queryAccessibleInterface(&view))
        if (const QAccessibleInterface *area = areas->focusChild())
            focus.setChild(areas->indexOfChild(area));
    QAccessible::updateAccessibility(&focus);
}

} // namespace fabricscope::widgets
