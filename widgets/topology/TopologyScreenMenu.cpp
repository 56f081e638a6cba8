// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Actions on the picture of TopologyScreen, by key and by its context menu.
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/PictureClipboard.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QMenu>

#include <iterator>

namespace fabricscope::widgets {

void TopologyScreen::makeActions() {
    QList<QAction *> actions;
    const auto add = [this, &actions](const QString &text, const QKeySequence &keys, auto does) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, does);
        actions << action;
    };
    // With the same names as in the window's menus.
    const QKeySequence kCopyKeys[] = {QKeySequence::Copy, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)};
    for (const CopyAs form : kCopyForms) {
        const auto number = static_cast<std::size_t>(form);
        add(form == CopyAs::Text ? tr("Copy as text") : tr("Copy picture as %1").arg(copyName(form)),
            number < std::size(kCopyKeys) ? kCopyKeys[number] : QKeySequence(), [this, form] { copy(form); });
    }
    add(tr("As a tree or table"), QKeySequence(Qt::Key_F4), [this] { setTreeShown(!treeShown()); });
    add(tr("IOMMU group tags"), QKeySequence(Qt::Key_G), [this] { m_toolbar->groupTags()->toggle(); });
    add(tr("Pairing ribbons"), QKeySequence(Qt::SHIFT | Qt::Key_P),
        [this] { m_toolbar->ribbons()->toggle(); });
    add(tr("Fit the selection"), QKeySequence(Qt::Key_F), [this] { m_view->fitSelection(); });
    add(tr("Unfold all"), {}, [this] {
        m_options.folds.setAllOpen(true);
        foldsChanged();
    });
    add(tr("Reset folding"), {}, [this] {
        m_options.folds.reset();
        foldsChanged();
    });
    addActions(actions.mid(0, std::size(kCopyForms) + 1)); // single letters are the tree's own, to find names
    m_view->addActions(actions);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &where) { showMenu(m_view->viewport()->mapToGlobal(where)); });
    m_toolbar->setCopyActions(actions.mid(0, std::size(kCopyForms)));
}

void TopologyScreen::setDeviceActions(const QList<QAction *> &actions) {
    m_deviceActions = actions;
}

/// Actions for the selected device come first.
void TopologyScreen::showMenu(const QPoint &where) {
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (selected())
        for (QAction *action : m_deviceActions)
            if (action->isEnabled())
                menu->addAction(action);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addActions(m_view->actions());
    menu->popup(where);
}

} // namespace fabricscope::widgets
