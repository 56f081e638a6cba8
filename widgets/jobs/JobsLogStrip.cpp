// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/JobsLogStrip.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/paint/OpaqueBackground.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/jobs/EmptyNote.h"
#include "widgets/jobs/FindingDelegate.h"
#include "widgets/jobs/JobDelegate.h"
#include "widgets/jobs/LogView.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kTickMs = 1000;
constexpr int kMinForBoth = 640;    ///< px of the design
constexpr qsizetype kMaxHosts = 40; ///< in the menu

/// As menus and buttons show it: with "&" for underlines.
QString asLabel(QString name) {
    return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

JobsLogStrip::JobsLogStrip(JobsModel *jobs, LogModel *log, QWidget *parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_log(log)
    , m_findings(new FindingsModel(this))
    , m_tabs(new QButtonGroup(this))
    , m_hosts(button(tr("All hosts"), "link", this))
    , m_stack(new QStackedWidget(this))
    , m_jobsView(new QListView(this))
    , m_shortLog(new LogView(log, this))
    , m_logView(new LogView(log, this))
    , m_findingsView(new QListView(this))
    , m_tick(new QTimer(this)) {
    setObjectName(QStringLiteral("strip"));
    setOpaqueBackground(this);
    m_shortLog->setAccessibleName(tr("Newest log messages"));
    setUpList(m_findingsView, m_findings, new FindingDelegate(m_findingsView), tr("Findings"));
    new EmptyNote(tr("No findings for the selected host."), m_findingsView);
    new EmptyNote(tr("No log messages yet."), m_logView);
    new EmptyNote(tr("No log messages yet."), m_shortLog);
    for (QWidget *page :
         {makeJobs(), static_cast<QWidget *>(m_logView), static_cast<QWidget *>(m_findingsView)})
        m_stack->addWidget(page);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_stack, 1);
    for (const auto signal : {&QListView::clicked, &QListView::activated})
        connect(m_findingsView, signal, this, [this](const QModelIndex &index) {
            if (const ListedFinding *chosen = m_findings->findingAt(index.row())) {
                const ListedFinding finding = *chosen; // the list is refilled below
                Q_EMIT findingRequested(finding);
            }
        });
    for (QAbstractItemModel *model :
         {static_cast<QAbstractItemModel *>(jobs), static_cast<QAbstractItemModel *>(m_findings)}) {
        for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
            connect(model, signal, this, &JobsLogStrip::updateCounts);
        connect(model, &QAbstractItemModel::dataChanged, this, &JobsLogStrip::updateCounts);
        connect(model, &QAbstractItemModel::modelReset, this, &JobsLogStrip::updateCounts);
    }
    connect(m_findings, &QAbstractItemModel::modelReset, this, &JobsLogStrip::showHostButton);
    m_tick->setInterval(kTickMs);
    connect(m_tick, &QTimer::timeout, this, [this] {
        if (isVisible())
            m_jobsView->viewport()->update();
        else
            m_tick->stop();
    });
    updateCounts();
}

QWidget *JobsLogStrip::makeHeader() {
    auto *head = new QWidget(this);
    head->setObjectName(QStringLiteral("stripHead"));
    head->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(head, 30);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(6, 0, 12, 0);
    row->setSpacing(4);
    const struct {
        Tab tab;
        QString name;
    } tabs[] = {{Jobs, tr("Jobs")}, {Log, tr("Log")}, {Findings, tr("Findings")}};
    for (const auto &[tab, name] : tabs) {
        auto *each = new TabButton(name, head);
        m_tabs->addButton(each, tab);
        row->addWidget(each);
    }
    m_tabs->button(Jobs)->setChecked(true);
    row->addStretch(1);
    m_hosts->setObjectName(QStringLiteral("logHosts"));
    m_hosts->setMenu(new QMenu(m_hosts));
    connect(m_hosts->menu(), &QMenu::aboutToShow, this, &JobsLogStrip::fillHosts);
    row->addWidget(m_hosts);
    row->addSpacing(8);
    auto *hide = button(tr("Hide (Ctrl+J)"), "link", head);
    hide->setAccessibleName(tr("Hide jobs and log"));
    connect(hide, &QPushButton::clicked, this, &JobsLogStrip::hideRequested);
    row->addWidget(hide);
    connect(m_tabs, &QButtonGroup::idClicked, this, [this](int id) { setTab(static_cast<Tab>(id)); });
    m_hosts->hide();
    return head;
}

QWidget *JobsLogStrip::makeJobs() {
    setUpList(m_jobsView, m_jobs, new JobDelegate(m_jobsView), tr("Jobs"));
    new EmptyNote(tr("No running jobs."), m_jobsView);
    m_jobsView->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *cancel = new QAction(tr("Cancel job"), m_jobsView);
    cancel->setShortcut(QKeySequence::Delete);
    cancel->setShortcutContext(Qt::WidgetShortcut);
    connect(cancel, &QAction::triggered, this, [this] {
        const QModelIndex index = m_jobsView->currentIndex();
        if (index.isValid())
            Q_EMIT cancelRequested(index.data(JobsModel::EntryRole).toULongLong());
    });
    m_jobsView->addAction(cancel);
    auto *both = new QSplitter(Qt::Horizontal, this);
    both->setHandleWidth(1);
    both->addWidget(m_jobsView);
    both->addWidget(m_shortLog);
    both->setStretchFactor(0, 11);
    both->setStretchFactor(1, 9);
    both->setSizes({550, 450});
    return both;
}

void JobsLogStrip::setUpList(QListView *list, QAbstractItemModel *model, QAbstractItemDelegate *delegate,
                             const QString &name) {
    list->setModel(model);
    list->setItemDelegate(delegate);
    list->setUniformItemSizes(true);
    list->setMouseTracking(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setAccessibleName(name);
}

void JobsLogStrip::setTab(Tab tab) {
    m_tabs->button(tab)->setChecked(true);
    m_stack->setCurrentIndex(tab);
    showHostButton();
}

void JobsLogStrip::showHostButton() {
    const std::vector<FindingHost> &hosts = m_findings->hosts();
    const bool isLog = tab() == Log;
    m_hosts->setVisible(isLog || (tab() == Findings && hosts.size() > 1));
    const auto only = std::find_if(hosts.begin(), hosts.end(), [this](const FindingHost &host) {
        return host.id == m_findings->shownOnly();
    });
    const QString name = isLog ? m_logView->host() : only != hosts.end() ? only->name : QString();
    m_hosts->setText(name.isEmpty() ? tr("All hosts") : asLabel(name));
    m_hosts->setAccessibleName(isLog ? tr("Filter log by host") : tr("Filter findings by host"));
}

JobsLogStrip::Tab JobsLogStrip::tab() const {
    return static_cast<Tab>(m_stack->currentIndex());
}

TabButton *JobsLogStrip::tabButton(Tab tab) const {
    return qobject_cast<TabButton *>(m_tabs->button(tab));
}

void JobsLogStrip::fillHosts() {
    m_hosts->menu()->clear();
    if (tab() == Log)
        fillLogHosts();
    else
        fillFindingHosts();
}

void JobsLogStrip::addHost(const QString &text, bool chosen, const std::function<void()> &choose) {
    QAction *action = m_hosts->menu()->addAction(text);
    action->setCheckable(true);
    action->setChecked(chosen);
    connect(action, &QAction::triggered, this, [this, choose] {
        choose();
        showHostButton();
    });
}

void JobsLogStrip::fillLogHosts() {
    QSet<QString> seen;
    for (int row = 0; row < m_log->rowCount(); ++row)
        seen.insert(m_log->at(row).host);
    QStringList hosts(seen.begin(), seen.end());
    hosts.removeAll(QString());
    hosts.sort();
    const auto add = [&](const QString &text, const QString &host) {
        addHost(text, m_logView->host() == host, [this, host] { m_logView->setHost(host); });
    };
    add(tr("All hosts"), {});
    m_hosts->menu()->addSeparator();
    for (const QString &host : hosts.mid(0, kMaxHosts))
        add(asLabel(host), host);
}

void JobsLogStrip::fillFindingHosts() {
    const auto add = [&](const QString &text, quint64 host) {
        addHost(text, m_findings->shownOnly() == host, [this, host] { m_findings->showOnly(host); });
    };
    add(tr("All hosts"), 0);
    m_hosts->menu()->addSeparator();
    const std::vector<FindingHost> &hosts = m_findings->hosts();
    for (std::size_t at = 0; at < std::min<std::size_t>(hosts.size(), kMaxHosts); ++at)
        add(asLabel(hosts[at].name), hosts[at].id);
}

void JobsLogStrip::updateCounts() {
    tabButton(Jobs)->setCount(m_jobs->rowCount());
    tabButton(Findings)->setCount(m_findings->count());
    if (m_jobs->running() == 0)
        m_tick->stop();
    else if (isVisible() && !m_tick->isActive())
        m_tick->start();
}

void JobsLogStrip::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    updateCounts();
}

/// If both would be cut, the jobs get the whole width: the log has its own tab, too.
void JobsLogStrip::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    m_shortLog->setVisible(width() >= scaledToUi(kMinForBoth));
}

} // namespace fabricscope::widgets
