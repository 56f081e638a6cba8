// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessibility/AffinityAccessible.h"

#include "widgets/affinity/AffinityView.h"
#include "widgets/common/DisplayListPainter.h"

#include <QPointer>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

class CellAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    CellAccessible(AffinityView *view, std::uint32_t area) : m_view(view), m_area(area) {}

    [[nodiscard]] std::uint32_t area() const { return m_area; }
    [[nodiscard]] bool isValid() const override { return m_view && found() != nullptr; }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text, const QString &) override {}
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? QString::fromStdString(found()->label) : QString();
    }
    [[nodiscard]] QRect rect() const override {
        if (!isValid())
            return {};
        const QRect inView = m_view->viewRect(m_area);
        return {m_view->viewport()->mapToGlobal(inView.topLeft()), inView.size()};
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = m_view && m_view->selected() == m_area;
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
            m_view->choose(m_area);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    [[nodiscard]] const layout::Area *found() const {
        return m_view ? widgets::areaOf(m_view->list(), m_area) : nullptr;
    }
    QPointer<AffinityView> m_view;
    std::uint32_t m_area;
};

QAccessibleInterface *factory(const QString &, QObject *object) {
    auto *view = qobject_cast<AffinityView *>(object);
    return view != nullptr ? new AffinityAccessible(view) : nullptr;
}

} // namespace

AffinityAccessible::AffinityAccessible(AffinityView *view)
    : QAccessibleWidget(view, QAccessible::Table, view->accessibleName()), m_view(view) {}

AffinityAccessible::~AffinityAccessible() {
    for (const auto &[area, id] : m_areas)
        QAccessible::deleteAccessibleInterface(id);
}

int AffinityAccessible::childCount() const {
    return static_cast<int>(m_view->list().areas.size());
}

QAccessibleInterface *AffinityAccessible::areaOf(std::uint32_t area) const {
    if (const auto known = m_areas.find(area); known != m_areas.end())
        return QAccessible::accessibleInterface(known->second);
    auto *made = new CellAccessible(m_view, area);
    m_areas.emplace(area, QAccessible::registerAccessibleInterface(made));
    return made;
}

QAccessibleInterface *AffinityAccessible::child(int index) const {
    return index >= 0 && index < childCount()
               ? areaOf(m_view->list().areas[static_cast<std::size_t>(index)].node)
               : nullptr;
}

QAccessibleInterface *AffinityAccessible::childAt(int x, int y) const {
    const QPoint inView = m_view->viewport()->mapFromGlobal(QPoint(x, y));
    for (const layout::Area &area : m_view->list().areas)
        if (m_view->viewRect(area.node).contains(inView))
            return areaOf(area.node);
    return nullptr;
}

QAccessibleInterface *AffinityAccessible::focusChild() const {
    return m_view->selected() ? areaOf(*m_view->selected()) : nullptr;
}

int AffinityAccessible::indexOfChild(const QAccessibleInterface *child) const {
    const auto *cell = dynamic_cast<const CellAccessible *>(child);
    if (cell == nullptr)
        return -1;
    const auto &areas = m_view->list().areas;
    const auto found = std::find_if(areas.begin(), areas.end(), [&](const layout::Area &candidate) {
        return candidate.node == cell->area();
    });
    return found == areas.end() ? -1 : static_cast<int>(found - areas.begin());
}

void installAffinityAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(factory);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace fabricscope::widgets
