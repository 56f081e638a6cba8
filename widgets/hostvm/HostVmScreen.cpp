// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmScreen.h"

#include "core/layout/hostvm/HostVmLayout.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/SaveText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/hostvm/HostVmFileView.h"
#include "widgets/hostvm/HostVmLegend.h"
#include "widgets/hostvm/HostVmList.h"
#include "widgets/hostvm/HostVmPanel.h"
#include "widgets/hostvm/HostVmRowMenu.h"
#include "widgets/hostvm/HostVmSentence.h"
#include "widgets/hostvm/HostVmToolbar.h"
#include "widgets/hostvm/HostVmView.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace fabricscope::widgets {

using present::HostVmId;

namespace {

constexpr int kPanelWidth = 408, kMinWidthForPanel = 1060, kMinWidth = 480; ///< of the design
constexpr int kDelayMs = 60;

} // namespace

HostVmScreen::HostVmScreen(QWidget *parent)
    : QWidget(parent)
    , m_toolbar(new HostVmToolbar(this))
    , m_sentence(new HostVmSentence(this))
    , m_stack(new QStackedWidget(this))
    , m_statePage(new HostVmStatePage(this))
    , m_view(new HostVmView(this))
    , m_rows(new HostVmList(this))
    , m_legend(new HostVmLegend(this))
    , m_rule(rule(this))
    , m_panel(new HostVmPanel(this))
    , m_layoutTimer(new QTimer(this)) {
    build();
    connectSignals();
    showState();
}

void HostVmScreen::build() {
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
    setMinimumWidth(kMinWidth);
    m_layoutTimer->setSingleShot(true);
    m_layoutTimer->setInterval(kDelayMs);
}

void HostVmScreen::connectSignals() {
    connect(m_layoutTimer, &QTimer::timeout, this, &HostVmScreen::relayout);
    m_view->installEventFilter(this);
    connect(m_statePage, &StatePage::actionRequested, this, &HostVmScreen::connectRequested);
    connect(m_toolbar, &HostVmToolbar::hostRequested, this, &HostVmScreen::hostRequested);
    connect(m_toolbar, &HostVmToolbar::guestRequested, this, &HostVmScreen::guestRequested);
    connect(m_toolbar->generateButton(), &QPushButton::clicked, this, &HostVmScreen::generate);
    connect(m_toolbar->verifyButton(), &QPushButton::clicked, this, &HostVmScreen::verify);
    connect(m_toolbar->copyButton(), &QPushButton::clicked, this, &HostVmScreen::copyRequested);
    connect(m_panel, &HostVmPanel::saveRequested, this, [this](const QString &name, const QByteArray &bytes) {
        const QString done = saveText(this, tr("Save the NCCL file locally"), name,
                                      tr("NCCL topology files (*.xml);;All files (*)"), bytes);
        if (!done.isEmpty())
            Q_EMIT statusMessageRequested(done);
    });
    connect(m_panel, &HostVmPanel::pictureRequested, this, &HostVmScreen::closePanel);
    connect(m_view, &HostVmView::chosen, this, &HostVmScreen::rowChosen);
    connect(m_view, &HostVmView::opened, this, &HostVmScreen::openRow);
    connect(m_view, &HostVmView::menuRequested, this, &HostVmScreen::popUpMenu);
    connect(m_rows, &HostVmList::chosen, this, [this](quint32 row) {
        m_view->select(row);
        rowChosen(row);
    });
    connect(m_rows, &HostVmList::opened, this, &HostVmScreen::openRow);
    connect(m_rows, &HostVmList::menuRequested, this, &HostVmScreen::popUpMenu);
}

bool HostVmScreen::hasPicture() const {
    return m_content.examination != nullptr &&
           (m_content.examination->guest != nullptr || !m_content.examination->table.hostRows().empty());
}

const present::HostVmTable *HostVmScreen::table() const {
    return hasPicture() ? &m_content.examination->table : nullptr;
}

void HostVmScreen::setContent(const HostVmContent &content) {
    m_isOther = m_isOther || content.examination != m_content.examination;
    m_content = content;
    m_isDue = true;
    m_toolbar->setContent(content);
    if (isVisible())
        showContent();
}

/// Not while hidden: this is called for each host that is read, and takes as long as a frame.
void HostVmScreen::showContent() {
    if (!std::exchange(m_isDue, false))
        return;
    if (std::exchange(m_isOther, false)) {
        m_panel->setExamination(m_content.examination);
        measurePicture();
        m_rows->setExamination(hasPicture() ? m_content.examination : nullptr);
        relayout();
    }
    if (const auto requested = std::exchange(m_pendingNode, std::nullopt))
        selectNode(*requested);
    showState();
}

void HostVmScreen::showEvent(QShowEvent *event) {
    showContent();
    QWidget::showEvent(event);
}

// States

void HostVmScreen::showState() {
    const bool page = !hasPicture();
    if (page)
        m_statePage->setContent(m_content);
    const bool panel = !page && hasPanel(), alone = panel && isPanelOnly();
    m_stack->setCurrentWidget(page        ? static_cast<QWidget *>(m_statePage)
                              : m_asTable ? static_cast<QWidget *>(m_rows)
                                          : m_view);
    m_panel->setMinimumWidth(alone ? 1 : scaledToUi(kPanelWidth));
    m_panel->setMaximumWidth(alone ? QWIDGETSIZE_MAX : scaledToUi(kPanelWidth));
    m_panel->setBackVisible(alone);
    m_body->setStretch(0, alone ? 0 : 1); // it would take its share without anything in it
    m_body->setStretch(2, alone ? 1 : 0);
    // Hide first: together they may be wider than the window.
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
        Q_EMIT panelVisibilityChanged();
}

void HostVmScreen::relayout() {
    m_layoutTimer->stop();
    m_view->relayout(table(), availablePictureWidth());
    relayoutLegend();
    if (hasPicture())
        m_sentence->setTable(*table());
}

/// Without animation, so that it cannot be scrolled to a part that a narrower window cuts off.
void HostVmScreen::relayoutLegend() {
    if (hasPicture())
        m_legend->relayout(*table(), availablePictureWidth());
}

int HostVmScreen::availablePictureWidth() const {
    const bool sharesWidth = hasPanel() && !isPanelOnly();
    return width() - (sharesWidth ? scaledToUi(kPanelWidth) + m_rule->width() : 0);
}

void HostVmScreen::measurePicture() {
    m_minimumPictureWidth =
        hasPicture() ? layout::minimumHostVmWidth(m_content.examination->table, windowMeasure()) : 0;
}

bool HostVmScreen::hasPanel() const {
    return hasPicture() && m_content.examination->guest && m_panelRequested.value_or(hasRoomForPanel());
}

bool HostVmScreen::isPanelOnly() const {
    return width() - scaledToUi(kPanelWidth) - m_rule->width() -
               m_view->verticalScrollBar()->sizeHint().width() <
           static_cast<int>(std::ceil(m_minimumPictureWidth * uiScale()));
}

bool HostVmScreen::hidesPanel() const {
    return hasPicture() && m_content.examination->guest && !hasPanel();
}

void HostVmScreen::setPanelShown(std::optional<bool> requested) {
    if (m_panelRequested == requested)
        return;
    m_panelRequested = requested;
    showState();
    relayout();
}

/// Called after an action of the user whose result is shown there.
void HostVmScreen::openPanel() {
    if (!hidesPanel())
        return;
    setPanelShown(true);
    Q_EMIT panelChosen(true);
}

void HostVmScreen::closePanel() {
    setPanelShown(std::nullopt);
    Q_EMIT panelChosen(std::nullopt);
    m_stack->currentWidget()->setFocus();
}

bool HostVmScreen::hasRoomForPanel() const {
    return width() >= scaledToUi(kMinWidthForPanel);
}

void HostVmScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    showState();
    relayoutLegend();
    m_layoutTimer->start();
}

/// The picture grows with the UI font: it is laid out for another width then.
bool HostVmScreen::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        measurePicture();
        showState();
        m_layoutTimer->start();
    }
    return QWidget::event(event);
}

/// Its height may have changed while it was hidden, and it may need space for a scroll bar.
bool HostVmScreen::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_view && event->type() == QEvent::Resize)
        m_layoutTimer->start();
    return QWidget::eventFilter(watched, event);
}

void HostVmScreen::settle() {
    showContent();
    if (m_layoutTimer->isActive())
        relayout();
}

void HostVmScreen::themeChanged() {
    m_view->viewport()->update();
    update();
}

// Selection

void HostVmScreen::selectNode(std::optional<topology::NodeId> node) {
    if (m_isDue) {
        m_pendingNode = node;
        return;
    }
    const auto requested = node ? std::optional(HostVmId{m_content.isGuestShown(), *node}) : std::nullopt;
    const auto chosen = m_view->selected() ? HostVmId::decoded(*m_view->selected()) : std::nullopt;
    // The same device, selected on its other side here: the selection stays on the user's side.
    if (requested && chosen && hasPicture() && table()->other(*chosen) == requested)
        return;
    m_view->select(requested ? std::optional(requested->encoded()) : std::nullopt);
    m_rows->select(m_view->selected());
}

/// The device has two rows here: the other screens show one side.
void HostVmScreen::rowChosen(std::uint32_t row) {
    const auto id = HostVmId::decoded(row);
    if (!id || !hasPicture())
        return;
    m_rows->select(row);
    const auto onShown = id->guest == m_content.isGuestShown() ? id : table()->other(*id);
    if (onShown)
        Q_EMIT nodeChosen(onShown->node);
    for (const present::HostVmCurve &curve : table()->curves())
        if (curve.claimedBy == present::HostVmCurve::ClaimedBy::File &&
            table()->guestRows()[curve.guest].id == *id)
            m_panel->showLine(curve.line);
}

void HostVmScreen::showTable(bool table) {
    m_asTable = table;
    showState();
    (m_asTable ? static_cast<QWidget *>(m_rows) : m_view)->setFocus();
}

void HostVmScreen::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_F4 && event->modifiers() == Qt::NoModifier && hasPicture())
        showTable(!m_asTable);
    else
        QWidget::keyPressEvent(event);
}

void HostVmScreen::openRow(std::uint32_t row) {
    if (const auto id = HostVmId::decoded(row))
        Q_EMIT topologyRequested(id->guest ? m_content.guest.id : m_content.host.id, id->node);
}

// Actions

void HostVmScreen::generate() {
    openPanel();
    m_panel->setTab(HostVmPanel::Tab::Expected);
    m_panel->fileView()->setFocus();
    Q_EMIT statusMessageRequested(tr("Generated from hardware pairs; nothing was written"));
}

void HostVmScreen::verify() {
    openPanel();
    m_panel->setTab(HostVmPanel::Tab::File);
    m_panel->showFinding(0);
    if (m_content.examination && m_content.examination->verification)
        Q_EMIT statusMessageRequested(toQString(m_content.examination->verification->sentence()));
}

QMenu *HostVmScreen::menuFor(std::uint32_t number) {
    const auto id = HostVmId::decoded(number);
    if (!id || !hasPicture())
        return new QMenu(this);
    auto *menu = new HostVmRowMenu(*m_content.examination, *id, this);
    connect(menu, &HostVmRowMenu::overrideRequested, this, &HostVmScreen::overrideRequested);
    connect(menu, &HostVmRowMenu::topologyRequested, this, [this, number] { openRow(number); });
    connect(menu, &HostVmRowMenu::statusMessageRequested, this, &HostVmScreen::statusMessageRequested);
    return menu;
}

void HostVmScreen::popUpMenu(std::uint32_t row, const QPoint &where) {
    QMenu *menu = menuFor(row);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (menu->isEmpty()) // the clicked place has no device
        return menu->deleteLater();
    menu->popup(where);
}

} // namespace fabricscope::widgets
