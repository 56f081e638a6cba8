// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stitch/StitchScreen.h"

#include "core/layout/StitchExamination.h"
#include "core/layout/StitchLayout.h"
#include "widgets/common/Controls.h"
#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/SaveText.h"
#include "widgets/common/Theme.h"
#include "widgets/common/UiSize.h"
#include "widgets/stitch/StitchFileView.h"
#include "widgets/stitch/StitchList.h"
#include "widgets/stitch/StitchPanel.h"
#include "widgets/stitch/StitchSentence.h"
#include "widgets/stitch/StitchToolbar.h"
#include "widgets/stitch/StitchView.h"
#include "widgets/topology/StatePage.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

using layout::StitchId;

namespace {

constexpr int kPanelWidth = 408, kPanelNeeds = 1060, kLeastWidth = 480; ///< of the design
constexpr int kLegendAir = 4, kDelayMs = 60;
constexpr std::size_t kMostInMenu = 64;

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

} // namespace

/// What the curves mean; stays below the picture while that is scrolled.
class StitchScreen::Legend : public QWidget {
public:
    explicit Legend(QWidget *parent) : QWidget(parent) {}
    void setList(layout::DisplayList list) {
        m_list = std::move(list);
        setFixedHeight(static_cast<int>(std::ceil(m_list.height * uiScale())) + kLegendAir);
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), resolved(m_list.background, currentTheme()));
        painter.scale(uiScale(), uiScale());
        DisplayListOptions options;
        options.theme = currentTheme();
        paintDisplayList(painter, m_list, options);
    }

private:
    layout::DisplayList m_list;
};

StitchScreen::StitchScreen(QWidget *parent)
    : QWidget(parent)
    , m_toolbar(new StitchToolbar(this))
    , m_sentence(new StitchSentence(this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new StatePage(this))
    , m_view(new StitchView(this))
    , m_rows(new StitchList(this))
    , m_legend(new Legend(this))
    , m_rule(rule(this))
    , m_panel(new StitchPanel(this))
    , m_layoutTimer(new QTimer(this)) {
    build();
    connectSignals();
    showState();
}

StitchScreen::~StitchScreen() = default;

void StitchScreen::build() {
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_rows);
    m_rule->setFixedHeight(QWIDGETSIZE_MAX);
    m_rule->setMinimumHeight(0);
    m_rule->setFixedWidth(1);
    fixWidth(m_panel, kPanelWidth);
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_sentence);
    left->addWidget(m_stack, 1);
    left->addWidget(m_legend);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addLayout(left, 1);
    body->addWidget(m_rule);
    body->addWidget(m_panel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addLayout(body, 1);
    setMinimumWidth(kLeastWidth);
    m_layoutTimer->setSingleShot(true);
    m_layoutTimer->setInterval(kDelayMs);
}

void StitchScreen::connectSignals() {
    connect(m_layoutTimer, &QTimer::timeout, this, &StitchScreen::layOut);
    connect(m_statePage, &StatePage::actionWanted, this, &StitchScreen::connectWanted);
    connect(m_toolbar, &StitchToolbar::hostWanted, this, &StitchScreen::hostWanted);
    connect(m_toolbar, &StitchToolbar::guestWanted, this, &StitchScreen::guestWanted);
    connect(m_toolbar->generateButton(), &QPushButton::clicked, this, &StitchScreen::generate);
    connect(m_toolbar->verifyButton(), &QPushButton::clicked, this, &StitchScreen::verify);
    connect(m_toolbar->copyButton(), &QPushButton::clicked, this, &StitchScreen::copyWanted);
    connect(m_panel, &StitchPanel::saveWanted, this, [this](const QString &name, const QByteArray &bytes) {
        const QString done = saveText(this, tr("Save the NCCL file here; nothing is written to a machine"),
                                      name, tr("NCCL topology files (*.xml);;All files (*)"), bytes);
        if (!done.isEmpty())
            Q_EMIT said(done);
    });
    connect(m_view, &StitchView::chosen, this, &StitchScreen::rowChosen);
    connect(m_view, &StitchView::opened, this, &StitchScreen::openRow);
    connect(m_view, &StitchView::menuWanted, this, &StitchScreen::popUpMenu);
    connect(m_rows, &StitchList::chosen, this, [this](quint32 row) {
        m_view->select(row);
        rowChosen(row);
    });
    connect(m_rows, &StitchList::opened, this, &StitchScreen::openRow);
    connect(m_rows, &StitchList::menuWanted, this, &StitchScreen::popUpMenu);
}

bool StitchScreen::hasPicture() const {
    return m_content.examination != nullptr &&
           (m_content.examination->guest != nullptr || !m_content.examination->table.hostRows().empty());
}

const layout::StitchTable *StitchScreen::table() const {
    return hasPicture() ? &m_content.examination->table : nullptr;
}

void StitchScreen::setContent(const StitchContent &content) {
    const bool same = content.examination == m_content.examination;
    m_content = content;
    m_toolbar->setContent(content);
    if (!same) {
        m_panel->setExamination(content.examination);
        m_rows->setExamination(hasPicture() ? content.examination : nullptr);
        layOut();
    }
    showState();
}

// States

bool StitchScreen::showStatePage() {
    const TopologyContent &shown = m_content.shown;
    if (hasPicture())
        return false;
    if (!shown.topology && shown.error)
        m_statePage->showEmpty(tr("%1 cannot be reached").arg(shown.name),
                               tr("Topology tells where it stopped, and what to do."));
    else if (!shown.topology && shown.loading)
        m_statePage->showLoading(tr("Reading %1").arg(shown.name), shown.steps);
    else if (!shown.topology)
        m_statePage->showEmpty(
            tr("No host yet"),
            tr("Connect to a hypervisor and to a VM on it, or open captures of both, to see "
               "which device of the one is which of the other."),
            tr("Connect…"));
    else if (!m_content.examination)
        m_statePage->showLoading(tr("Looking at %1").arg(shown.name),
                                 {{tr("Which device is which"), LoadStep::State::Running}});
    else
        m_statePage->showEmpty(
            tr("%1 runs no VM").arg(shown.name),
            tr("No VM's process is seen there, and it is no VM itself. Processes of other users "
               "may be hidden: then collecting with sudo shows them."));
    return true;
}

void StitchScreen::showState() {
    const bool page = showStatePage();
    m_stack->setCurrentWidget(page        ? static_cast<QWidget *>(m_statePage)
                              : m_asTable ? static_cast<QWidget *>(m_rows)
                                          : m_view);
    m_sentence->setVisible(!page);
    m_legend->setVisible(!page && !m_asTable);
    m_toolbar->setVisible(m_content.shown.topology != nullptr);
    const bool panel = !page && m_content.examination->guest && m_panelWanted.value_or(hasRoomForPanel());
    m_panel->setVisible(panel);
    m_rule->setVisible(panel);
}

void StitchScreen::layOut() {
    m_layoutTimer->stop();
    if (!hasPicture()) {
        m_list = nullptr;
        m_view->setList(nullptr);
        return;
    }
    const int bar = m_view->verticalScrollBar()->sizeHint().width();
    const int room = roomForPicture();
    const layout::StitchTable &table = m_content.examination->table;
    const auto optionsFor = [this](int px) {
        return layout::StitchOptions{px / uiScale(), windowMeasure(), m_view->height() / uiScale(), {}};
    };
    auto list = std::make_shared<layout::DisplayList>(layout::layoutStitch(table, optionsFor(room)));
    if (list->height * uiScale() > m_view->height()) // with room for the scroll bar
        *list = layout::layoutStitch(table, optionsFor(room - bar));
    m_list = std::move(list);
    m_view->setList(m_list);
    layOutLegend();
    m_sentence->setTable(table);
}

/// Quick, and at once: it cannot be scrolled to what a narrower window cuts off.
void StitchScreen::layOutLegend() {
    if (hasPicture())
        m_legend->setList(layout::layoutStitchLegend(m_content.examination->table,
                                                     {roomForPicture() / uiScale(), windowMeasure(), 0,
                                                      tr("hover a row to isolate its curve").toStdString()}));
}

int StitchScreen::roomForPicture() const {
    const bool panel = m_content.examination->guest && m_panelWanted.value_or(hasRoomForPanel());
    return width() - (panel ? m_panel->width() + m_rule->width() : 0);
}

void StitchScreen::setPanelWanted(std::optional<bool> wanted) {
    if (m_panelWanted == wanted)
        return;
    m_panelWanted = wanted;
    showState();
    layOut();
}

bool StitchScreen::hasRoomForPanel() const {
    return width() >= scaledToUi(kPanelNeeds);
}

void StitchScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    showState();
    layOutLegend();
    m_layoutTimer->start();
}

/// The picture grows with the UI font: it has the room of another width then.
bool StitchScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        showState();
        m_layoutTimer->start();
    }
    return QWidget::event(event);
}

void StitchScreen::settle() {
    if (m_layoutTimer->isActive())
        layOut();
}

void StitchScreen::themeChanged() {
    m_view->viewport()->update();
    update();
}

// Selection

bool StitchScreen::isGuestShown() const {
    return m_content.guest.id != 0 && m_content.guest.id == m_content.shown.host;
}

void StitchScreen::selectNode(std::optional<topology::NodeId> node) {
    const auto wanted = node ? std::optional(StitchId{isGuestShown(), *node}) : std::nullopt;
    const auto chosen = m_view->selected() ? StitchId::decoded(*m_view->selected()) : std::nullopt;
    // The same device, chosen on its other side here: the selection stays where the person is.
    if (wanted && chosen && hasPicture() && table()->other(*chosen) == wanted)
        return;
    m_view->select(wanted ? std::optional(wanted->encoded()) : std::nullopt);
    m_rows->select(m_view->selected());
}

/// The one device is two rows: the other screens show one side.
void StitchScreen::rowChosen(std::uint32_t row) {
    const auto id = StitchId::decoded(row);
    if (!id || !hasPicture())
        return;
    m_rows->select(row);
    const auto onShown = id->guest == isGuestShown() ? id : table()->other(*id);
    if (onShown)
        Q_EMIT nodeChosen(onShown->node);
    for (const layout::StitchCurve &curve : table()->curves())
        if (curve.says == layout::StitchCurve::Says::File && table()->guestRows()[curve.guest].id == *id)
            m_panel->showLine(curve.line);
}

void StitchScreen::showTable(bool table) {
    m_asTable = table;
    showState();
    (m_asTable ? static_cast<QWidget *>(m_rows) : m_view)->setFocus();
}

void StitchScreen::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_F4 && event->modifiers() == Qt::NoModifier && hasPicture())
        showTable(!m_asTable);
    else
        QWidget::keyPressEvent(event);
}

void StitchScreen::popUpMenu(std::uint32_t row, const QPoint &where) {
    QMenu *menu = menuFor(row);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(where);
}

void StitchScreen::openRow(std::uint32_t row) {
    if (const auto id = StitchId::decoded(row))
        Q_EMIT topologyWanted(id->guest ? m_content.guest.id : m_content.host.id, id->node);
}

// What a person can do

void StitchScreen::generate() {
    setPanelWanted(true);
    m_panel->setTab(StitchPanel::Tab::Expected);
    m_panel->fileView()->setFocus();
    Q_EMIT said(tr("Made from the hardware's pairs; nothing was written"));
}

void StitchScreen::verify() {
    setPanelWanted(true);
    m_panel->setTab(StitchPanel::Tab::File);
    m_panel->showProblem(0);
    if (m_content.examination && m_content.examination->verification)
        Q_EMIT said(text(m_content.examination->verification->sentence()));
}

void StitchScreen::addOverrides(QMenu &menu, const StitchId &guest) {
    const layout::StitchRow *row = table()->row(guest);
    QMenu *hosts = menu.addMenu(tr("%1 is on the host …").arg(text(row->name)));
    const auto now = table()->other(guest);
    const auto offer = [&](const QString &words, qint64 node, bool checked) {
        QAction *action = hosts->addAction(words);
        action->setCheckable(true);
        action->setChecked(checked);
        connect(action, &QAction::triggered, this,
                [this, guest, node] { Q_EMIT overrideWanted(guest.node, node); });
    };
    std::size_t count = 0;
    for (const layout::StitchRow &other : table()->hostRows())
        if (other.kind == row->kind && ++count <= kMostInMenu)
            offer(tr("%1   %2").arg(text(other.name), text(other.address)), other.id.node, now == other.id);
    hosts->addSeparator();
    offer(tr("None of them"), kNoDevice, false);
    const auto &overrides = m_content.examination->stitch.matches;
    const topology::Node &node = m_content.examination->guest->node(guest.node);
    const bool isManual = std::any_of(overrides.begin(), overrides.end(), [&](const stitch::Match &match) {
        return match.guest == node.bdf && !match.proofs.empty() &&
               match.proofs.front().source == stitch::Source::Manual;
    });
    QAction *forget = menu.addAction(tr("Go by evidence again"));
    forget->setEnabled(isManual || (row->alone && m_content.examination->host));
    connect(forget, &QAction::triggered, this,
            [this, guest] { Q_EMIT overrideWanted(guest.node, kByEvidence); });
}

QMenu *StitchScreen::menuFor(std::uint32_t number) {
    auto *menu = new QMenu(this);
    const auto id = StitchId::decoded(number);
    const layout::StitchRow *row = id && hasPicture() ? table()->row(*id) : nullptr;
    if (row == nullptr)
        return menu;
    if (id->guest && m_content.examination->host) {
        addOverrides(*menu, *id);
        menu->addSeparator();
    }
    const quint64 host = id->guest ? m_content.guest.id : m_content.host.id;
    connect(menu->addAction(tr("Show in Topology")), &QAction::triggered, this,
            [this, host, node = id->node] { Q_EMIT topologyWanted(host, node); });
    for (const auto &[words, value] :
         {std::pair(tr("Copy name"), text(row->name)), std::pair(tr("Copy BDF"), text(row->address))})
        connect(menu->addAction(words), &QAction::triggered, this, [this, value = value] {
            copyText(value);
            Q_EMIT said(tr("Copied: %1").arg(value));
        });
    return menu;
}

} // namespace fabricscope::widgets
