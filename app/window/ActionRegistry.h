// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ActionTable.h"

#include <QObject>
#include <QPointer>

#include <array>
#include <functional>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;

namespace fabricscope::app::window {

/// The actions of the window: made out of the table, put into their menus, enabled by what the window shows.
/// Search, keyboard map and menus all ask here, so that none of them can differ from the others.
class ActionRegistry : public QObject {
    Q_OBJECT
public:
    /// Fills the menu bar. An action that nothing is bound to is disabled.
    explicit ActionRegistry(QMenuBar *bar, QObject *parent = nullptr);

    void bind(ActionId id, std::function<void()> does);
    [[nodiscard]] QAction *action(ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    [[nodiscard]] QMenu *menu(MenuId id) const { return m_menus[static_cast<std::size_t>(id)]; }
    /// The menu, or its submenu, that holds this action.
    [[nodiscard]] QMenu *menuOf(ActionId id) const;
    /// Enables what can be done now; the tool tips of the others explain why not.
    void update(const WindowState &state);

    /// All entries of the menus, also those added elsewhere.
    struct Entry {
        QPointer<QAction> action;
        QString name; ///< without "&" and "…"
        QString menu; ///< "View, Screen"
        QString keys; ///< as people write them here; may be empty
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

/// "&Save capture…" is "Save capture": for lists that are read, not pressed.
[[nodiscard]] QString plainText(const QString &menuText);

} // namespace fabricscope::app::window
