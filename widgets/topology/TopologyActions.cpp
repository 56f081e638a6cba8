// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyActions.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/PictureClipboard.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QMenu>

#include <iterator>

namespace fabricscope::widgets {

TopologyActions::TopologyActions(TopologyToolbar &toolbar, TopologyView &view, QWidget *screen)
    : QObject(screen), m_view(view) {
    QList<QAction *> actions;
    const auto add = [this, &actions, screen](const QString &text, const QKeySequence &keys, auto does) {
        auto *action = new QAction(text, screen);
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
            number < std::size(kCopyKeys) ? kCopyKeys[number] : QKeySequence(),
            [this, form] { Q_EMIT copyRequested(form); });
    }
    add(tr("As a tree or table"), QKeySequence(Qt::Key_F4), [this] { Q_EMIT treeRequested(); });
    add(tr("IOMMU group tags"), QKeySequence(Qt::Key_G), [&toolbar] { toolbar.groupTags()->toggle(); });
    add(tr("Pairing ribbons"), QKeySequence(Qt::SHIFT | Qt::Key_P),
        [&toolbar] { toolbar.ribbons()->toggle(); });
    add(tr("Fit the selection"), QKeySequence(Qt::Key_F), [&view] { view.fitSelection(); });
    add(tr("Unfold all"), {}, [this] { Q_EMIT unfoldRequested(); });
    add(tr("Reset folding"), {}, [this] { Q_EMIT foldResetRequested(); });
    screen->addActions(
        actions.mid(0, std::size(kCopyForms) + 1)); // single letters are the tree's own, to find names
    view.addActions(actions);
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &where) { showMenu(m_view.viewport()->mapToGlobal(where)); });
    toolbar.setCopyActions(actions.mid(0, std::size(kCopyForms)));
}

/// Actions for the selected device come first.
void TopologyActions::showMenu(const QPoint &where) {
    auto *menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_view.selected())
        for (QAction *action : m_deviceActions)
            if (action->isEnabled())
                menu->addAction(action);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addActions(m_view.actions());
    menu->popup(where);
}

} // namespace fabricscope::widgets
