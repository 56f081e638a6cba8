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
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::widgets {

using layout::StitchId;

namespace {

constexpr int kPanelWidth = 408, kPanelNeeds = 1060, kLeastWidth = 480; ///< of the design
constexpr int kLegendAir = 4, kDelayMs = 60;

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
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_sentence);
    left->addWidget(m_stack, 1);
    left->addWidget(m_legend);
    auto *body = m_body = new QHBoxLayout;
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
    m_view->installEventFilter(this);
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
    connect(m_panel, &StitchPanel::pictureWanted, this, &StitchScreen::leavePanel);
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
    m_isOther = m_isOther || content.examination != m_content.examination;
    m_content = content;
    m_isDue = true;
    m_toolbar->setContent(content);
    if (isVisible())
        showContent();
}

/// Not while nobody looks: each host that is read leads here, and it takes as long as a frame.
void StitchScreen::showContent() {
    if (!std::exchange(m_isDue, false))
        return;
    if (std::exchange(m_isOther, false)) {
        m_panel->setExamination(m_content.examination);
        measurePicture();
        m_rows->setExamination(hasPicture() ? m_content.examination : nullptr);
        layOut();
    }
    if (const auto wanted = std::exchange(m_wantedNode, std::nullopt))
        selectNode(*wanted);
    showState();
}

void StitchScreen::showEvent(QShowEvent *event) {
    showContent();
    QWidget::showEvent(event);
}

// States

bool StitchScreen::showStatePage() {
    const TopologyContent &shown = m_content.shown;
    if (hasPicture())
        return false;
    if (!shown.topology && shown.error)
        m_statePage->showEmpty(shown.error->title, tr("Topology tells where it stopped, and what to do."));
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
    const bool panel = !page && hasPanel(), alone = panel && isPanelAlone();
    m_stack->setCurrentWidget(page        ? static_cast<QWidget *>(m_statePage)
                              : m_asTable ? static_cast<QWidget *>(m_rows)
                                          : m_view);
    m_panel->setMinimumWidth(alone ? 1 : scaledToUi(kPanelWidth));
    m_panel->setMaximumWidth(alone ? QWIDGETSIZE_MAX : scaledToUi(kPanelWidth));
    m_panel->setAlone(alone);
    m_body->setStretch(0, alone ? 0 : 1); // it would take its share without anything in it
    m_body->setStretch(2, alone ? 1 : 0);
    // What goes goes first: together they may be wider than the window.
    const std::pair<QWidget *, bool> parts[] = {{m_stack, !alone},
                                                {m_sentence, !page && !alone},
                                                {m_legend, !page && !m_asTable && !alone},
                                                {m_panel, panel},
                                                {m_rule, panel && !alone}};
    for (const bool shows : {false, true})
        for (const auto &[part, isSeen] : parts)
            if (isSeen == shows)
                part->setVisible(isSeen);
    m_toolbar->setVisible(m_content.shown.topology != nullptr);
    if (const bool hides = hidesPanel(); std::exchange(m_hidesPanel, hides) != hides)
        Q_EMIT panelMoved();
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
    const bool beside = hasPanel() && !isPanelAlone();
    return width() - (beside ? scaledToUi(kPanelWidth) + m_rule->width() : 0);
}

void StitchScreen::measurePicture() {
    m_leastPicture =
        hasPicture() ? layout::leastStitchWidth(m_content.examination->table, windowMeasure()) : 0;
}

bool StitchScreen::hasPanel() const {
    return hasPicture() && m_content.examination->guest && m_panelWanted.value_or(hasRoomForPanel());
}

bool StitchScreen::isPanelAlone() const {
    return width() - scaledToUi(kPanelWidth) - m_rule->width() -
               m_view->verticalScrollBar()->sizeHint().width() <
           static_cast<int>(std::ceil(m_leastPicture * uiScale()));
}

bool StitchScreen::hidesPanel() const {
    return hasPicture() && m_content.examination->guest && !hasPanel();
}

void StitchScreen::setPanelWanted(std::optional<bool> wanted) {
    if (m_panelWanted == wanted)
        return;
    m_panelWanted = wanted;
    showState();
    layOut();
}

/// A person did something that shows there.
void StitchScreen::openPanel() {
    if (!hidesPanel())
        return;
    setPanelWanted(true);
    Q_EMIT panelChosen(true);
}

void StitchScreen::leavePanel() {
    setPanelWanted(std::nullopt);
    Q_EMIT panelChosen(std::nullopt);
    m_stack->currentWidget()->setFocus();
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
        measurePicture();
        showState();
        m_layoutTimer->start();
    }
    return QWidget::event(event);
}

/// It is not as high as the screen left it where it was hidden meanwhile, and may need a scroll bar's width.
bool StitchScreen::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_view && event->type() == QEvent::Resize)
        m_layoutTimer->start();
    return QWidget::eventFilter(watched, event);
}

void StitchScreen::settle() {
    showContent();
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
    if (m_isDue) {
        m_wantedNode = node;
        return;
    }
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

void StitchScreen::openRow(std::uint32_t row) {
    if (const auto id = StitchId::decoded(row))
        Q_EMIT topologyWanted(id->guest ? m_content.guest.id : m_content.host.id, id->node);
}

} // namespace fabricscope::widgets
