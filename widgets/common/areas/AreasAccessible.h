// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QAccessibleWidget>

#include <cstdint>
#include <map>
#include <optional>

class QAbstractScrollArea;

namespace fabricscope::widgets {

/// Makes a view that paints a display list accessible: each area of the list is a child with name, position
/// and selection state; the default action selects it.
class AreasAccessible : public QAccessibleWidget {
public:
    AreasAccessible(QAbstractScrollArea *view, QAccessible::Role role, QAccessible::Role areaRole,
                    const QString &name);
    ~AreasAccessible() override;

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface *child(int index) const override;
    [[nodiscard]] QAccessibleInterface *childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface *focusChild() const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface *child) const override;

    /// What is painted; nullptr where nothing is.
    [[nodiscard]] virtual const draw::DisplayList *list() const = 0;
    [[nodiscard]] virtual QRect viewRect(const draw::Area &area) const = 0; ///< in the viewport
    [[nodiscard]] virtual const draw::Area *areaUnder(const QPoint &inView) const = 0;
    [[nodiscard]] virtual std::optional<std::uint32_t> selected() const = 0;
    virtual void choose(std::uint32_t area) const = 0;
    /// Further actions of an area, with display names.
    [[nodiscard]] virtual QStringList moreActions(std::uint32_t area) const;
    virtual void performAction(std::uint32_t area, const QString &action) const;

    [[nodiscard]] virtual const draw::Area *found(std::uint32_t area) const;
    [[nodiscard]] QAbstractScrollArea *view() const;
    [[nodiscard]] QAccessible::Role areaRole() const { return m_areaRole; }

private:
    [[nodiscard]] QAccessibleInterface *areaOf(std::uint32_t area) const;
    QAccessible::Role m_areaRole;
    mutable std::map<std::uint32_t, QAccessible::Id> m_areas;
};

} // namespace fabricscope::widgets
