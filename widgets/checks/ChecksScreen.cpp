// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/ChecksScreen.h"

#include "widgets/checks/CheckDetailPanel.h"
#include "widgets/checks/ChecksDelegate.h"
#include "widgets/checks/ChecksModel.h"
#include "widgets/checks/SiteFileStrip.h"
#include "widgets/common/controls/ContentWithPanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FilterChips.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/StatePage.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

using present::ChecksFilter;
using present::ChecksGrouping;

namespace {

constexpr int kEmptyPage = 0, kContentPage = 1;
constexpr std::size_t kMostNotChecked = 6; ///< named
constexpr int kLeastList = 400;            ///< px of the design

} // namespace

ChecksScreen::ChecksScreen(QWidget *parent)
    : QWidget(parent)
    , m_chips(new FilterChips(this))
    , m_grouping(new QComboBox(this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new StatePage(this))
    , m_view(new QListView(this))
    , m_model(new ChecksModel(this))
    , m_empty(label({}, "secondary", 13, this))
    , m_notChecked(label({}, "caption", 12, this))
    , m_unusedMutes(label({}, "caption", 12, this))
    , m_site(new SiteFileStrip(this))
    , m_siteButton(button(tr("Site file…"), "link", this))
    , m_detail(new CheckDetailPanel(this)) {
    build();
    connectSignals();
    setHosts({});
}

/// The list is destroyed with its selection, of which it would report the end.
ChecksScreen::~ChecksScreen() {
    m_view->selectionModel()->disconnect(this);
}

QWidget *ChecksScreen::buildBar() {
    auto *bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(bar, 44);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    auto *scroll = new QScrollArea(bar); // seven chips do not fit everywhere
    scroll->setWidget(m_chips);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    setScaledFixedHeight(scroll, FilterChips::kRowHeight);
    row->addWidget(scroll, 1);
    m_grouping->addItem(tr("Fleet group"), static_cast<int>(ChecksGrouping::FleetGroup));
    m_grouping->addItem(tr("Host"), static_cast<int>(ChecksGrouping::Host));
    m_grouping->addItem(tr("Topic"), static_cast<int>(ChecksGrouping::Topic));
    m_grouping->setAccessibleName(tr("Group the rows by"));
    row->addWidget(m_grouping);
    return bar;
}

QWidget *ChecksScreen::buildFooter() {
    auto *foot = new QWidget(this);
    auto *column = new QVBoxLayout(foot);
    column->setContentsMargins(14, 6, 14, 8);
    column->setSpacing(4);
    m_notChecked->setWordWrap(true);
    column->addWidget(m_notChecked);
    m_unusedMutes->setTextFormat(Qt::PlainText);
    m_unusedMutes->setWordWrap(true);
    m_unusedMutes->hide();
    column->addWidget(m_unusedMutes);
    QStringList hints = {tr("Up, Down: move"), tr("Enter: show the device"), tr("E: evidence"),
                         tr("M: mute with a reason")};
    for (QString &hint : hints) // a line breaks between them only
        hint.replace(QLatin1Char(' '), QChar::Nbsp);
    QLabel *keys = label(hints.join(QStringLiteral("    ")), "caption", 11.5, foot);
    keys->setWordWrap(true);
    m_siteButton->setAccessibleName(tr("Open a site file"));
    auto *last = new QHBoxLayout;
    last->addWidget(keys, 1);
    last->addWidget(m_siteButton, 0, Qt::AlignBottom);
    column->addLayout(last);
    return foot;
}

void ChecksScreen::build() {
    m_view->setModel(m_model);
    m_view->setItemDelegate(new ChecksDelegate(m_view));
    m_view->setMouseTracking(true);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Checks"));
    m_view->installEventFilter(this);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(14, 14, 14, 0);
    m_empty->setAlignment(Qt::AlignTop);
    auto *lists = new QWidget(this);
    auto *left = new QVBoxLayout(lists);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    left->addWidget(buildBar());
    left->addWidget(m_site);
    left->addWidget(m_empty);
    left->addWidget(m_view, 1);
    left->addWidget(buildFooter());
    m_columns = new ContentWithPanel(
        lists, m_detail, {kLeastList, CheckDetailPanel::kWidth, CheckDetailPanel::kLeastWidth}, this);
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(m_columns);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
}

void ChecksScreen::connectSignals() {
    connect(m_statePage, &StatePage::actionRequested, this, &ChecksScreen::connectRequested);
    connect(m_chips, &FilterChips::chosen, this, [this](int id) {
        const auto before = selected();
        m_model->setFilter(static_cast<ChecksFilter>(id));
        showList(before);
    });
    connect(m_grouping, &QComboBox::activated, this, [this] {
        const auto before = selected();
        m_model->setGrouping(static_cast<ChecksGrouping>(m_grouping->currentData().toInt()));
        showList(before);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &current) { showRow(current.row()); });
    connect(m_view, &QListView::customContextMenuRequested, this, [this](const QPoint &where) {
        if (!m_view->indexAt(where).isValid())
            return;
        if (QMenu *menu = rowMenu())
            menu->popup(m_view->viewport()->mapToGlobal(where));
    });
    connect(m_siteButton, &QPushButton::clicked, this, &ChecksScreen::siteFileRequested);
    // Queued: the panel is filled again, and its button with it.
    connect(m_detail, &CheckDetailPanel::muteRequested, this, &ChecksScreen::mute, Qt::QueuedConnection);
    connect(m_detail, &CheckDetailPanel::unmuteRequested, this, &ChecksScreen::unmute, Qt::QueuedConnection);
    connect(m_view, &QListView::activated, this, &ChecksScreen::openDevice);
    connect(m_detail, &CheckDetailPanel::deviceRequested, this, &ChecksScreen::openDevice);
    connect(m_detail, &CheckDetailPanel::evidenceRequested, this, &ChecksScreen::openEvidence);
}

std::optional<ChecksScreen::Selected> ChecksScreen::selected() const {
    const present::ChecksRow *row = m_model->rowAt(m_view->currentIndex().row());
    if (row == nullptr)
        return std::nullopt;
    return Selected{m_model->hosts()[row->host].id, *row};
}

void ChecksScreen::setHosts(std::vector<present::CheckedHost> hosts) {
    const auto before = selected();
    const bool isEmpty = hosts.empty();
    m_model->setHosts(std::move(hosts));
    if (isEmpty)
        m_statePage->showEmpty(tr("Nothing to check"), tr("Connect to hosts or open captures to check them."),
                               tr("Connect…"));
    m_stack->setCurrentIndex(isEmpty ? kEmptyPage : kContentPage);
    showList(before);
    Q_EMIT listed();
}

void ChecksScreen::showList(const std::optional<Selected> &before) {
    showChips();
    const auto &missing = list().notChecked;
    QStringList names;
    for (std::size_t i = 0; i < std::min(missing.size(), kMostNotChecked); ++i)
        names += toQString(missing[i]);
    if (missing.size() > kMostNotChecked)
        names += tr("and %1 more").arg(missing.size() - kMostNotChecked);
    m_notChecked->setText(tr("Not checked: %1").arg(names.join(QStringLiteral(", "))));
    m_notChecked->setVisible(!missing.empty());
    const bool hasRows = m_model->rowCount() > 0;
    m_empty->setText(m_model->filter() == ChecksFilter::Open
                         ? tr("Nothing is open: no error and no warning was found.")
                         : tr("No row of this kind."));
    m_empty->setVisible(!hasRows);
    m_view->setVisible(hasRows);
    int row = before ? m_model->rowOf(before->host, before->row) : -1;
    if (row < 0)
        row = m_model->firstRow();
    m_view->setCurrentIndex(m_model->index(row));
    showRow(row);
}

void ChecksScreen::showChips() {
    std::vector<FilterChips::Entry> entries;
    for (std::size_t i = 0; i < present::kChecksFilters; ++i) {
        const auto filter = static_cast<ChecksFilter>(i);
        if (filter == ChecksFilter::Muted && list().counts[i] == 0 && m_model->filter() != filter)
            continue; // most sites mute nothing
        entries.push_back(
            {static_cast<int>(i), toQString(titleOf(filter)), static_cast<int>(list().counts[i])});
    }
    m_chips->setEntries(entries);
}

void ChecksScreen::showRow(int row) {
    const present::ChecksRow *found = m_model->rowAt(row);
    if (found == nullptr)
        m_detail->showNothing();
    else
        m_detail->show(present::detailOf(*found, m_model->hosts()));
    Q_EMIT selectionChanged();
}

void ChecksScreen::setSiteFile(const SiteFileContent &content) {
    m_site->setContent(content);
}

void ChecksScreen::setUnusedMutes(const QStringList &mutes) {
    m_unusedMutes->setText(tr("Mutes that match no finding: %1").arg(mutes.join(QStringLiteral(", "))));
    m_unusedMutes->setVisible(!mutes.isEmpty());
}

bool ChecksScreen::canMute() const {
    return m_detail->detail() && m_detail->detail()->canMute;
}

QMenu *ChecksScreen::rowMenu() {
    const auto &detail = m_detail->detail();
    if (!detail)
        return nullptr;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, bool isPossible, auto &&function) {
        QAction *action = menu->addAction(text);
        action->setEnabled(isPossible);
        connect(action, &QAction::triggered, this, function);
    };
    add(tr("&Show in Topology"), true, [this] { openDevice(); });
    add(tr("Show &evidence"), !detail->evidence.empty(), [this] { openEvidence(0); });
    add(tr("&Copy as Markdown"), true, [this] { m_detail->copyMarkdown(); });
    menu->addSeparator();
    add(tr("&Mute…"), detail->canMute, [this] { mute(); });
    add(detail->muted.empty() && !detail->muteEnded.empty() ? tr("&Remove the mute") : tr("&Unmute"),
        detail->canUnmute, [this] { unmute(); });
    return menu;
}

void ChecksScreen::mute() {
    const present::ChecksRow *row = m_model->rowAt(m_view->currentIndex().row());
    if (row == nullptr || !canMute())
        return;
    if (const findings::Finding *finding = present::findingOf(*row, m_model->hosts()))
        Q_EMIT muteRequested(m_model->hosts()[row->host].id, *finding);
}

void ChecksScreen::unmute() {
    const present::ChecksRow *row = m_model->rowAt(m_view->currentIndex().row());
    if (row == nullptr || !m_detail->detail() || !m_detail->detail()->canUnmute)
        return;
    const present::CheckedHost &host = m_model->hosts()[row->host];
    if (const findings::Finding *finding = present::findingOf(*row, m_model->hosts()))
        Q_EMIT unmuteRequested(host.id, toQString(host.report->results[*row->result].check->id), *finding);
}

void ChecksScreen::selectHost(quint64 id) {
    const auto &hosts = m_model->hosts();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const present::ChecksRow *found = m_model->rowAt(row);
            found != nullptr && hosts[found->host].id == id) {
            m_view->setCurrentIndex(m_model->index(row));
            return m_view->scrollTo(m_model->index(row));
        }
}

const present::ChecksList &ChecksScreen::list() const {
    return m_model->list();
}

QString ChecksScreen::verdict() const {
    const auto count = [this](ChecksFilter filter) {
        return static_cast<int>(list().counts[static_cast<std::size_t>(filter)]);
    };
    return tr("%1 open, %2 passed, %3 unknown")
        .arg(count(ChecksFilter::Open))
        .arg(count(ChecksFilter::Passed))
        .arg(count(ChecksFilter::Unknown));
}

void ChecksScreen::openDevice() {
    const present::ChecksRow *row = m_model->rowAt(m_view->currentIndex().row());
    if (row == nullptr)
        return;
    const present::CheckedHost &host = m_model->hosts()[row->host];
    if (const findings::Finding *finding = present::findingOf(*row, m_model->hosts()))
        Q_EMIT deviceRequested(host.id, *finding);
    else
        Q_EMIT hostRequested(host.id);
}

void ChecksScreen::openEvidence(std::size_t index) {
    const auto &detail = m_detail->detail();
    const present::ChecksRow *row = m_model->rowAt(m_view->currentIndex().row());
    if (row != nullptr && detail && index < detail->evidence.size())
        Q_EMIT evidenceRequested(m_model->hosts()[row->host].id, detail->evidence[index],
                                 toQString(detail->title));
}

bool ChecksScreen::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<const QKeyEvent *>(event);
        if (key->key() == Qt::Key_E && key->modifiers() == Qt::NoModifier) {
            openEvidence(0);
            return true;
        }
        if (key->key() == Qt::Key_M && key->modifiers() == Qt::NoModifier) {
            mute();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChecksScreen::showDetail(bool shown) {
    m_columns->setPanelShown(shown);
}

bool ChecksScreen::isDetailShown() const {
    return !m_detail->isHidden();
}

} // namespace fabricscope::widgets
