// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ActionTable.h"

#include <QObject>
#include <QPointer>

#include <array>
#include <functional>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;

namespace fabricscope::app::window {

/// The actions of the window: created from the table, added to their menus, and enabled by the state of the
/// window. Search, keyboard map and menus all use this registry, so they cannot differ.
class ActionRegistry : public QObject {
    Q_OBJECT
public:
    /// Fills the menu bar. An action without a bound function is disabled.
    explicit ActionRegistry(QMenuBar *bar, QObject *parent = nullptr);

    void bind(ActionId id, std::function<void()> does);
    [[nodiscard]] QAction *action(ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    [[nodiscard]] QMenu *menu(MenuId id) const { return m_menus[static_cast<std::size_t>(id)]; }
    /// The menu or submenu that contains this action.
    [[nodiscard]] QMenu *menuOf(ActionId id) const;
    /// Enables the actions that are possible now; the tool tips of the others give the reason.
    void update(const WindowState &state);

    /// A menu entry. entries() returns all of them, including those added elsewhere.
    struct Entry {
        QPointer<QAction> action;
        QString name; ///< without "&" and "…"
        QString menu; ///< "View, Screen"
        QString keys; ///< as displayed; may be empty
    };
    [[nodiscard]] std::vector<Entry> entries() const;

private:
    void addRow(const ActionRow &row);
    [[nodiscard]] QMenu *submenu(QMenu *menu, const QString &title);

    QMenuBar *m_bar;
    std::array<QMenu *, kMenus> m_menus{};
    std::array<QAction *, kActions> m_actions{};
    std::array<bool, kActions> m_bound{};
};

/// "&Save capture…" becomes "Save capture": for lists.
[[nodiscard]] QString plainText(const QString &menuText);

} // namespace fabricscope::app::window
