// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/areas/AreasAccessible.h"

#include "widgets/common/paint/DisplayListPainter.h"

#include <QAbstractScrollArea>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// One area. Deleted by `owner`, and valid while its view exists.
class AreaAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AreaAccessible(const AreasAccessible *owner, std::uint32_t area) : m_owner(owner), m_area(area) {}

    [[nodiscard]] std::uint32_t area() const { return m_area; }
    [[nodiscard]] bool isValid() const override { return found() != nullptr; }
    [[nodiscard]] QObject *object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *parent() const override {
        return QAccessible::queryAccessibleInterface(m_owner->view());
    }
    [[nodiscard]] QAccessibleInterface *child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return m_owner->areaRole(); }
    void setText(QAccessible::Text, const QString &) override {}
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        const draw::Area *area = found();
        return kind == QAccessible::Name && area != nullptr ? QString::fromStdString(area->label) : QString();
    }
    [[nodiscard]] QRect rect() const override {
        const draw::Area *area = found();
        if (area == nullptr)
            return {};
        const QRect inView = m_owner->viewRect(*area);
        return {m_owner->view()->viewport()->mapToGlobal(inView.topLeft()), inView.size()};
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = m_owner->isValid() && m_owner->selected() == m_area;
        state.focused = state.selected && m_owner->view()->hasFocus();
        return state;
    }
    void *interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override {
        return isValid() ? QStringList{pressAction()} + m_owner->moreActions(m_area) : QStringList();
    }
    void doAction(const QString &action) override {
        if (!isValid())
            return;
        if (action == pressAction())
            m_owner->choose(m_area);
        else
            m_owner->performAction(m_area, action);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    [[nodiscard]] const draw::Area *found() const {
        return m_owner->isValid() ? m_owner->found(m_area) : nullptr;
    }
    const AreasAccessible *m_owner;
    std::uint32_t m_area;
};

} // namespace

AreasAccessible::AreasAccessible(QAbstractScrollArea *view, QAccessible::Role role,
                                 QAccessible::Role areaRole, const QString &name)
    : QAccessibleWidget(view, role, name), m_areaRole(areaRole) {}

AreasAccessible::~AreasAccessible() {
    for (const auto &[area, id] : m_areas)
        QAccessible::deleteAccessibleInterface(id);
}

QAbstractScrollArea *AreasAccessible::view() const {
    return static_cast<QAbstractScrollArea *>(widget());
}

QStringList AreasAccessible::moreActions(std::uint32_t) const {
    return {};
}

void AreasAccessible::performAction(std::uint32_t, const QString &) const {}

const draw::Area *AreasAccessible::found(std::uint32_t area) const {
    const draw::DisplayList *shown = list();
    return shown != nullptr ? widgets::areaOf(*shown, area) : nullptr;
}

int AreasAccessible::childCount() const {
    const draw::DisplayList *shown = list();
    return shown != nullptr ? static_cast<int>(shown->areas.size()) : 0;
}

QAccessibleInterface *AreasAccessible::areaOf(std::uint32_t area) const {
    if (const auto known = m_areas.find(area); known != m_areas.end())
        return QAccessible::accessibleInterface(known->second);
    auto *made = new AreaAccessible(this, area);
    m_areas.emplace(area, QAccessible::registerAccessibleInterface(made));
    return made;
}

QAccessibleInterface *AreasAccessible::child(int index) const {
    return index >= 0 && index < childCount() ? areaOf(list()->areas[static_cast<std::size_t>(index)].node)
                                              : nullptr;
}

QAccessibleInterface *AreasAccessible::childAt(int x, int y) const {
    const draw::Area *area = areaUnder(view()->viewport()->mapFromGlobal(QPoint(x, y)));
    return area != nullptr ? areaOf(area->node) : nullptr;
}

QAccessibleInterface *AreasAccessible::focusChild() const {
    const auto area = selected();
    return area ? areaOf(*area) : nullptr;
}

int AreasAccessible::indexOfChild(const QAccessibleInterface *child) const {
    const auto *area = dynamic_cast<const AreaAccessible *>(child);
    const draw::DisplayList *shown = list();
    if (area == nullptr || shown == nullptr)
        return -1;
    const auto &areas = shown->areas;
    const auto found = std::find_if(areas.begin(), areas.end(), [&](const draw::Area &candidate) {
        return candidate.node == area->area();
    });
    return found == areas.end() ? -1 : static_cast<int>(found - areas.begin());
}

} // namespace fabricscope::widgets
