// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/ActionRegistry.h"

#include "widgets/common/text/ToolTip.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

namespace fabricscope::app::window {

namespace {

void collect(const QList<QAction *> &actions, const QString &path, std::vector<ActionRegistry::Entry> &into) {
    for (QAction *action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        const QString name = plainText(action->text());
        if (const QMenu *menu = action->menu<QMenu *>())
            collect(menu->actions(), path.isEmpty() ? name : QStringLiteral("%1, %2").arg(path, name), into);
        else
            into.push_back({action, name, path, action->shortcut().toString(QKeySequence::PortableText)});
    }
}

} // namespace

QString plainText(const QString &menuText) {
    QString text = menuText;
    return text.remove(QLatin1Char('&')).remove(QChar(0x2026));
}

ActionRegistry::ActionRegistry(QMenuBar *bar, QObject *parent) : QObject(parent), m_bar(bar) {
    for (int index = 0; index < kMenus; ++index) {
        QMenu *menu = bar->addMenu(menuTitle(static_cast<MenuId>(index)));
        menu->setToolTipsVisible(true);
        m_menus[static_cast<std::size_t>(index)] = menu;
    }
    for (const ActionRow &row : actionRows())
        addRow(row);
    update({});
}

QMenu *ActionRegistry::submenu(QMenu *menu, const QString &title) {
    for (const QAction *action : menu->actions())
        if (QMenu *existing = action->menu<QMenu *>(); existing != nullptr && existing->title() == title)
            return existing;
    QMenu *made = menu->addMenu(title);
    made->setToolTipsVisible(true);
    return made;
}

void ActionRegistry::addRow(const ActionRow &row) {
    QMenu *menu = this->menu(row.menu);
    if (row.beginsGroup)
        menu->addSeparator();
    if (*row.submenu != '\0')
        menu = submenu(menu, QCoreApplication::translate("Actions", row.submenu));
    QAction *action = menu->addAction(actionText(row));
    action->setShortcut(QKeySequence(QLatin1String(row.keys), QKeySequence::PortableText));
    if (row.isKeyOfWidget)
        action->setShortcutContext(Qt::WidgetShortcut);
    action->setCheckable(row.isCheckable);
    m_actions[static_cast<std::size_t>(row.id)] = action;
}

void ActionRegistry::bind(ActionId id, std::function<void()> does) {
    m_bound[static_cast<std::size_t>(id)] = true;
    connect(action(id), &QAction::triggered, this, [does = std::move(does)] { does(); });
}

QMenu *ActionRegistry::menuOf(ActionId id) const {
    return qobject_cast<QMenu *>(action(id)->parent());
}

void ActionRegistry::update(const WindowState &state) {
    for (const ActionRow &row : actionRows()) {
        const auto why = whyNot(row.need, state);
        QAction *action = this->action(row.id);
        action->setEnabled(!why && m_bound[static_cast<std::size_t>(row.id)]);
        action->setToolTip(widgets::plainToolTip(why.value_or(QString())));
    }
}

std::vector<ActionRegistry::Entry> ActionRegistry::entries() const {
    std::vector<Entry> entries;
    collect(m_bar->actions(), {}, entries);
    return entries;
}

} // namespace fabricscope::app::window
