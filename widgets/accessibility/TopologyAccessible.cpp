// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessibility/TopologyAccessible.h"

#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QPointer>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

const TopologyScene *sceneOf(const TopologyView *view) {
    return qobject_cast<const TopologyScene *>(view->scene());
}

class AreaAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AreaAccessible(TopologyView *view, std::uint32_t node) : m_view(view), m_node(node) {}

    [[nodiscard]] std::uint32_t node() const { return m_node; }
    [[nodiscard]] bool isValid() const override { return m_view && area() != nullptr; }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString &) override {}
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? QString::fromStdString(area()->label) : QString();
    }
    [[nodiscard]] QRect rect() const override {
        if (!isValid())
            return {};
        const layout::Rect &place = area()->rect;
        const QRect inView =
            m_view->mapFromScene(QRectF(place.x, place.y, place.width, place.height)).boundingRect();
        return {m_view->viewport()->mapToGlobal(inView.topLeft()), inView.size()};
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = m_view && m_view->selected() == m_node;
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }
    void *interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString &) override {
        if (isValid())
            m_view->choose(m_node);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    [[nodiscard]] const layout::Area *area() const {
        const TopologyScene *scene = sceneOf(m_view);
        return scene != nullptr ? scene->areaOf(m_node) : nullptr;
    }
    QPointer<TopologyView> m_view;
    std::uint32_t m_node;
};

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *view = qobject_cast<TopologyView *>(object);
    return view != nullptr ? new TopologyAccessible(view) : nullptr;
}

} // namespace

TopologyAccessible::TopologyAccessible(TopologyView *view)
    : QAccessibleWidget(view, QAccessible::List, TopologyView::tr("Topology")), m_view(view) {}

TopologyAccessible::~TopologyAccessible() {
    for (const auto &[node, id] : m_areas)
        QAccessible::deleteAccessibleInterface(id);
}

int TopologyAccessible::childCount() const {
    const TopologyScene *scene = sceneOf(m_view);
    return scene != nullptr ? static_cast<int>(scene->list().areas.size()) : 0;
}

QAccessibleInterface *TopologyAccessible::areaOf(std::uint32_t node) const {
    if (const auto known = m_areas.find(node); known != m_areas.end())
        return QAccessible::accessibleInterface(known->second);
    auto *made = new AreaAccessible(m_view, node);
    m_areas.emplace(node, QAccessible::registerAccessibleInterface(made));
    return made;
}

QAccessibleInterface *TopologyAccessible::child(int index) const {
    return index >= 0 && index < childCount()
               ? areaOf(sceneOf(m_view)->list().areas[static_cast<std::size_t>(index)].node)
               : nullptr;
}

QAccessibleInterface *TopologyAccessible::childAt(int x, int y) const {
    const QPoint inView = m_view->viewport()->mapFromGlobal(QPoint(x, y));
    const TopologyScene *scene = sceneOf(m_view);
    const layout::Area *area = scene != nullptr ? scene->areaAt(m_view->mapToScene(inView)) : nullptr;
    return area != nullptr ? areaOf(area->node) : nullptr;
}

QAccessibleInterface *TopologyAccessible::focusChild() const {
    return m_view->selected() ? areaOf(*m_view->selected()) : nullptr;
}

int TopologyAccessible::indexOfChild(const QAccessibleInterface *child) const {
    const auto *area = dynamic_cast<const AreaAccessible *>(child);
    const TopologyScene *scene = sceneOf(m_view);
    if (area == nullptr || scene == nullptr)
        return -1;
    const auto &areas = scene->list().areas;
    const auto found = std::find_if(areas.begin(), areas.end(), [&](const layout::Area &candidate) {
        return candidate.node == area->node();
    });
    return found == areas.end() ? -1 : static_cast<int>(found - areas.begin());
}

void installAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace fabricscope::widgets
