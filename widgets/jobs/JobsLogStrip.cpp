// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/JobsLogStrip.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/TabButton.h"
#include "widgets/common/Theme.h"
#include "widgets/jobs/JobDelegate.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// A line of the log: time faint, text in mono.
class LogDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, tokenColour(Token::AccentBg));
        painter->setFont(monoFont(11));
        const int column = index.column();
        painter->setPen(tokenColour(column == LogModel::Text   ? Token::Text
                                    : column == LogModel::Host ? Token::Text2
                                                               : Token::Text3));
        const QRect rect = option.rect.adjusted(column == LogModel::Time ? 14 : 4, 0, -4, 0);
        const QString text = index.data().toString().simplified();
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
        painter->restore();
    }
};

} // namespace

JobsLogStrip::JobsLogStrip(JobsModel *jobs, LogModel *log, QWidget *parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_log(log)
    , m_jobsTab(new TabButton(tr("Jobs"), this))
    , m_logTab(new TabButton(tr("Log"), this))
    , m_tabs(new QButtonGroup(this))
    , m_stack(new QStackedWidget(this))
    , m_jobsView(new QListView(this))
    , m_shortLog(makeLogView(true))
    , m_logView(makeLogView(false)) {
    setObjectName(QStringLiteral("strip"));
    setAttribute(Qt::WA_StyledBackground);
    auto *head = new QWidget(this);
    head->setObjectName(QStringLiteral("stripHead"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setFixedHeight(30);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(6, 0, 12, 0);
    row->setSpacing(4);
    m_tabs->addButton(m_jobsTab, Jobs);
    m_tabs->addButton(m_logTab, Log);
    m_jobsTab->setChecked(true);
    row->addWidget(m_jobsTab);
    row->addWidget(m_logTab);
    row->addStretch(1);
    auto *hide = button(tr("Ctrl+J hides"), "link", head);
    hide->setAccessibleName(tr("Hide jobs and log"));
    connect(hide, &QPushButton::clicked, this, &JobsLogStrip::hideWanted);
    row->addWidget(hide);

    m_jobsView->setModel(jobs);
    m_jobsView->setItemDelegate(new JobDelegate(m_jobsView));
    m_jobsView->setUniformItemSizes(true);
    m_jobsView->setMouseTracking(true);
    m_jobsView->setFrameShape(QFrame::NoFrame);
    m_jobsView->setAccessibleName(tr("Jobs"));
    m_jobsView->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *cancel = new QAction(tr("Cancel job"), m_jobsView);
    cancel->setShortcut(QKeySequence::Delete);
    cancel->setShortcutContext(Qt::WidgetShortcut);
    connect(cancel, &QAction::triggered, this, [this] {
        const QModelIndex index = m_jobsView->currentIndex();
        if (index.isValid())
            Q_EMIT cancelWanted(index.data(JobsModel::EntryRole).toULongLong());
    });
    m_jobsView->addAction(cancel);

    auto *both = new QSplitter(Qt::Horizontal, m_stack);
    both->setHandleWidth(1);
    both->addWidget(m_jobsView);
    both->addWidget(m_shortLog);
    both->setStretchFactor(0, 57);
    both->setStretchFactor(1, 43);
    both->setSizes({570, 430});
    m_stack->addWidget(both);
    m_stack->addWidget(m_logView);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 1, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QButtonGroup::idClicked, this, [this](int id) { m_stack->setCurrentIndex(id); });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(jobs, signal, this, &JobsLogStrip::updateCounts);
    connect(jobs, &QAbstractItemModel::dataChanged, this, &JobsLogStrip::updateCounts);
    updateCounts();
}

QTableView *JobsLogStrip::makeLogView(bool compact) {
    auto *view = new QTableView(this);
    view->setModel(m_log);
    view->setItemDelegate(new LogDelegate(view));
    view->verticalHeader()->hide();
    view->horizontalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(compact ? 20 : 19);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setTabKeyNavigation(false);
    view->setAccessibleName(compact ? tr("Newest lines of the log") : tr("Log"));
    const QFontMetrics metrics(monoFont(11));
    view->setColumnWidth(LogModel::Time, metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 26);
    view->setColumnWidth(LogModel::Channel, metrics.horizontalAdvance(QStringLiteral("channel")) + 10);
    view->setColumnWidth(LogModel::Host, metrics.averageCharWidth() * (compact ? 13 : 22));
    view->horizontalHeader()->setStretchLastSection(true);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *copy = new QAction(tr("Copy"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this, view] { copyLines(view); });
    view->addAction(copy);
    connect(m_log, &QAbstractItemModel::rowsInserted, view, [view] {
        const QScrollBar *bar = view->verticalScrollBar();
        if (bar->value() >= bar->maximum() - 1)
            QMetaObject::invokeMethod(
                view, [view] { view->scrollToBottom(); }, Qt::QueuedConnection);
    });
    return view;
}

void JobsLogStrip::setTab(Tab tab) {
    m_tabs->button(tab)->setChecked(true);
    m_stack->setCurrentIndex(tab);
}

JobsLogStrip::Tab JobsLogStrip::tab() const {
    return static_cast<Tab>(m_stack->currentIndex());
}

void JobsLogStrip::updateCounts() {
    m_jobsTab->setCount(m_jobs->rowCount());
}

void JobsLogStrip::copyLines(const QTableView *view) const {
    QModelIndexList rows = view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : rows)
        lines << m_log->line(row.row());
    if (!lines.isEmpty())
        copyText(lines.join(QLatin1Char('\n')));
}

} // namespace fabricscope::widgets
