// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetSidebar.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/OpaqueBackground.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/fleet/EmptyFleet.h"
#include "widgets/fleet/FleetDelegate.h"
#include "widgets/fleet/FleetFilter.h"
#include "widgets/fleet/FleetFooter.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

enum Page { kEmpty, kRows, kNoMatch };

FleetRow kindOf(const QModelIndex &index) {
    return index.data(FleetModel::RowRole).value<FleetRow>();
}

QString keyOf(const QModelIndex &index) {
    return index.data(FleetModel::KeyRole).toString();
}

quint64 idOf(const QModelIndex &index) {
    return index.data(FleetModel::IdRole).toULongLong();
}

} // namespace

FleetSidebar::FleetSidebar(FleetModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(new FleetFilter(this))
    , m_stack(new QStackedWidget(this))
    , m_view(new QTreeView(this))
    , m_noMatch(label({}, "caption", 12, this))
    , m_foot(new FleetFooter(this)) {
    setObjectName(QStringLiteral("sidebar"));
    setOpaqueBackground(this);
    m_filter->setSourceModel(model);
    buildView();
    connectModel();
    m_noMatch->setWordWrap(true);
    m_noMatch->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
    m_noMatch->setMargin(16);
    m_stack->addWidget(new EmptyFleet(m_stack));
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_noMatch);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_stack, 1);
    column->addWidget(m_foot);
    m_foot->setSums(m_model->sums());
    applyExpansion(); // of the existing rows
    showStack();
}

void FleetSidebar::buildView() {
    m_view->setModel(m_filter);
    m_view->setItemDelegate(new FleetDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setIndentation(0);
    m_view->setMouseTracking(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Fleet"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_view->setDragDropMode(QAbstractItemView::DragDrop);
    m_view->setDefaultDropAction(Qt::MoveAction);
    m_view->setExpandsOnDoubleClick(false);
    m_view->viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // eventFilter() paints the area below the rows
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    connect(m_view, &QWidget::customContextMenuRequested, this, &FleetSidebar::menuAt);
    connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) { remember(index, true); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex &index) { remember(index, false); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) {
                const quint64 id = idOf(index);
                if (m_updating)
                    return;
                if (id != 0) {
                    m_chosen = id;
                    Q_EMIT chosen(id);
                }
                Q_EMIT currentRowChanged();
            });
}

void FleetSidebar::connectModel() {
    connect(m_model, &FleetModel::aboutToUpdate, this, [this] { m_updating = true; });
    connect(m_model, &FleetModel::updated, this, [this] {
        applyExpansion();
        restoreCurrent();
        m_updating = false;
        Q_EMIT currentRowChanged();
        m_foot->setSums(m_model->sums());
        showStack();
    });
}

// What is open

void FleetSidebar::remember(const QModelIndex &index, bool open) {
    if (m_applying || m_updating || !m_filter->text().isEmpty())
        return;
    const bool fold = kindOf(index) == FleetRow::Fold;
    QSet<QString> &changed = fold ? m_opened : m_closed;
    if (open == fold)
        changed.insert(keyOf(index));
    else
        changed.remove(keyOf(index));
}

void FleetSidebar::applyExpansion(const QModelIndex &parent) {
    const bool wasApplying = std::exchange(m_applying, true);
    for (int row = 0; row < m_filter->rowCount(parent); ++row) {
        const QModelIndex index = m_filter->index(row, 0, parent);
        if (!m_filter->hasChildren(index))
            continue;
        const QString key = keyOf(index);
        const bool open = kindOf(index) == FleetRow::Fold ? m_opened.contains(key) : !m_closed.contains(key);
        m_view->setExpanded(index, open || !m_filter->text().isEmpty());
        applyExpansion(index);
    }
    m_applying = wasApplying;
}

void FleetSidebar::toggle(const QModelIndex &index) {
    m_view->setExpanded(index, !m_view->isExpanded(index));
}

QList<quint64> FleetSidebar::collapsedGroups() const {
    QList<quint64> groups;
    for (const FleetGroup &group : m_model->groups())
        if (m_closed.contains(m_model->indexOfGroup(group.id).data(FleetModel::KeyRole).toString()))
            groups << group.id;
    return groups;
}

void FleetSidebar::setCollapsedGroups(const QList<quint64> &groups) {
    m_closed.clear();
    m_opened.clear();
    for (const quint64 group : groups)
        m_closed.insert(keyOf(m_model->indexOfGroup(group)));
    applyExpansion();
}

// What is chosen

void FleetSidebar::setFilter(const QString &text) {
    m_updating = true;
    m_filter->setText(text);
    applyExpansion();
    restoreCurrent();
    m_updating = false;
    Q_EMIT currentRowChanged();
    showStack();
}

void FleetSidebar::restoreCurrent() {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(m_chosen));
    if (index.isValid() && m_view->currentIndex() != index)
        m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
}

void FleetSidebar::setCurrent(quint64 id) {
    m_chosen = id;
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(id));
    if (!index.isValid() || m_view->currentIndex() == index)
        return;
    // Selects only this row, even while Ctrl is held for the shortcut.
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_view->scrollTo(index);
}

quint64 FleetSidebar::current() const {
    return idOf(m_view->currentIndex());
}

QList<quint64> FleetSidebar::selectedIds() const {
    QList<quint64> ids;
    for (const QModelIndex &index : m_view->selectionModel()->selectedIndexes())
        if (const quint64 id = idOf(index))
            ids << id;
    return ids;
}

bool FleetSidebar::isUnconnectedVm() const {
    return kindOf(m_view->currentIndex()) == FleetRow::Guest;
}

void FleetSidebar::edit(quint64 id) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(id));
    if (!index.isValid())
        return;
    m_view->scrollTo(index);
    m_view->edit(index);
}

void FleetSidebar::editGroup(quint64 group) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOfGroup(group));
    if (!index.isValid())
        return;
    m_view->scrollTo(index);
    m_view->edit(index);
}

// Mouse and keys

/// A press that folds and selects nothing: anywhere on a group or a fold, on the chevron of a host.
bool FleetSidebar::pressed(const QPoint &point) {
    const QModelIndex index = m_view->indexAt(point);
    if (!index.isValid() || !m_filter->hasChildren(index))
        return false;
    const FleetRow kind = kindOf(index);
    const bool whole = kind == FleetRow::Group || kind == FleetRow::Fold;
    if (!whole && !FleetDelegate::chevronRect(m_view->visualRect(index), kind).contains(point))
        return false;
    toggle(index);
    return true;
}

bool FleetSidebar::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Paint)
        QPainter(m_view->viewport())
            .fillRect(static_cast<QPaintEvent *>(event)->rect(), tokenColour(Token::Panel));
    if (watched == m_view->viewport() &&
        (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier &&
            pressed(mouse->pos()))
            return true;
    }
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const QModelIndex index = m_view->currentIndex();
        if (key == Qt::Key_Delete && !selectedIds().isEmpty()) {
            Q_EMIT removeRequested(selectedIds());
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && index.isValid() &&
            idOf(index) == 0 && m_filter->hasChildren(index)) {
            toggle(index);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FleetSidebar::menuAt(const QPoint &point) {
    const QModelIndex index = m_view->indexAt(point);
    const QPoint where = m_view->viewport()->mapToGlobal(point);
    if (const quint64 id = idOf(index))
        Q_EMIT contextMenuRequested(id, where);
    else if (!index.isValid() || kindOf(index) == FleetRow::Group)
        Q_EMIT groupMenuRequested(index.data(FleetModel::GroupRole).toULongLong(), where);
}

void FleetSidebar::showStack() {
    m_noMatch->setText(tr("No host matches “%1”").arg(m_filter->text()));
    m_stack->setCurrentIndex(m_model->rowCount() == 0    ? kEmpty
                             : m_filter->rowCount() == 0 ? kNoMatch
                                                         : kRows);
}

} // namespace fabricscope::widgets
