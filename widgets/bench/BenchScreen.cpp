// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchScreen.h"

#include "core/layout/bench/BenchPictureList.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/BenchStatus.h"
#include "widgets/bench/BenchColumns.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QDateTime>
#include <QEvent>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

using Look = BenchHeader::Look;
using Part = BenchPartsBar::Part;

constexpr int kTurnMs = 100, kClockMs = 1000;
constexpr int kMinWidth = 480;
constexpr double kPictureWidth = 960, kPictureHeight = 560;

} // namespace

BenchScreen::BenchScreen(QWidget *parent)
    : QWidget(parent)
    , m_clock([] { return QDateTime::currentMSecsSinceEpoch(); })
    , m_turn(new QTimer(this))
    , m_clockTick(new QTimer(this))
    , m_side(new BenchSide(this))
    , m_head(new BenchHeader(this))
    , m_parts(new BenchPartsBar(this))
    , m_stack(new CurrentPageStack(this))
    , m_statePage(new BenchStatePage(this))
    , m_results(new BenchResults(this))
    , m_runPanel(new BenchRunPanel(this))
    , m_foot(new QWidget(this))
    , m_footer(new ElidedLabel({}, Token::Text2, this))
    , m_facts(new BenchFacts(this)) {
    build();
    connectSignals();
    apply();
}

void BenchScreen::build() {
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(m_results);
    m_stack->addWidget(m_runPanel);
    applyFont(m_footer, 12);
    m_foot->setObjectName(QStringLiteral("sidebarFoot"));
    m_foot->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(m_foot, 30);
    auto *footerRow = new QHBoxLayout(m_foot);
    footerRow->setContentsMargins(16, 0, 16, 0);
    footerRow->addWidget(m_footer, 1);
    auto *middle = new QVBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_head);
    middle->addWidget(m_parts);
    middle->addWidget(m_stack, 1);
    middle->addWidget(m_foot);
    const auto content = [this] {
        return BenchColumns::Content{m_selection.hasRuns(), hasFacts()};
    };
    m_columns = new BenchColumns({m_side, m_facts, m_stack, m_parts}, content, this);
    m_columns->arrange(middle);
    setMinimumWidth(kMinWidth);
    m_turn->setSingleShot(true);
    m_turn->setInterval(kTurnMs);
    m_clockTick->setInterval(kClockMs);
}

void BenchScreen::connectSignals() {
    connect(m_turn, &QTimer::timeout, this, [this] {
        if (isVisible())
            settle();
    });
    connect(m_clockTick, &QTimer::timeout, this, &BenchScreen::showHeader);
    connect(m_parts, &BenchPartsBar::partRequested, this, &BenchScreen::showPart);
    connect(m_head, &BenchHeader::chartRequested, this, &BenchScreen::showChart);
    connect(m_head, &BenchHeader::exportRequested, this, &BenchScreen::exportRequested);
    connect(m_head->viewSwitch(), &SegmentedControl::changed, this, [this] { showPicture(false); });
    connect(m_head->newRunButton(), &QPushButton::clicked, this, [this] { showRunPanel(true); });
    connect(m_head->twoHostsButton(), &QPushButton::clicked, this, &BenchScreen::twoHostsRequested);
    connect(m_head->stopButton(), &QPushButton::clicked, this, &BenchScreen::stop);
    connect(m_runPanel, &BenchRunPanel::cancelled, this, [this] { showRunPanel(false); });
    connect(m_statePage, &BenchStatePage::openLogRequested, this, &BenchScreen::openLogRequested);
    connect(m_statePage, &BenchStatePage::newRunRequested, this, [this] { showRunPanel(true); });
    connect(m_statePage, &BenchStatePage::newestRequested, this, &BenchScreen::earlierRunRequested);
    connect(m_results, &BenchResults::statusMessageRequested, this, &BenchScreen::statusMessageRequested);
    connect(m_results, &BenchResults::exportRequested, this, &BenchScreen::exportRequested);
    connect(m_side, &BenchSide::runSelected, this, [this](int run) {
        returnToResults();
        showRun(run);
    });
    connect(m_side, &BenchSide::statusMessageRequested, this, &BenchScreen::statusMessageRequested);
    connect(m_side, &BenchSide::stopRuleRequested, this, &BenchScreen::stopRuleRequested);
    connect(m_side, &BenchSide::stopLimitsRequested, this, &BenchScreen::stopLimitsRequested);
    connect(m_side, &BenchSide::compareRequested, this, &BenchScreen::compareRequested);
    connect(m_side, &BenchSide::hostOfLogRequested, this, &BenchScreen::hostOfLogRequested);
    connect(m_side, &BenchSide::earlierRunRequested, this, [this](const QString &id) {
        returnToResults();
        Q_EMIT earlierRunRequested(id);
    });
    connect(m_side, &BenchSide::earlierHostRequested, this, &BenchScreen::earlierHostRequested);
    connect(m_side, &BenchSide::moreEarlierRequested, this, &BenchScreen::moreEarlierRequested);
    connect(m_facts, &BenchFacts::placeRequested, this, [this](const findings::Place &place) {
        returnToResults();
        showPlace(place);
    });
    connect(m_facts, &BenchFacts::matrixRequested, this, [this](int matrix) {
        returnToResults();
        showChart(m_selection.chartOfMatrix(static_cast<std::size_t>(matrix)));
    });
}

void BenchScreen::setContent(BenchContent next) {
    m_pending = std::move(next);
    if (m_turn->isActive() || (!isVisible() && content().id == m_pending->id && content().id != 0))
        return;
    apply();
}

void BenchScreen::apply() {
    if (m_pending)
        m_turn->start();
    const bool grows = m_selection.update(std::exchange(m_pending, std::nullopt));
    m_side->setContent(content(), now());
    showState();
    showHeader();
    showPicture(grows);
    fitColumns();
    if (!grows)
        Q_EMIT this->shown();
}

void BenchScreen::showState() {
    const bench::BenchView *shown = view();
    // The head is not about a run that is being selected; a running one can be stopped there. At its end the
    // head stays: else the form would move up below a pointer that aims at Stop.
    m_headerAboveForm = m_isChoosing && (m_headerAboveForm || (shown != nullptr && shown->isRunning()));
    m_head->setVisible(shown != nullptr && (!m_isChoosing || m_headerAboveForm));
    m_statePage->setContent(content(), {shown, hasPicture(), canRun(), now()});
    showPage();
}

bool BenchScreen::canRun() const {
    return m_runPanel->hostBox()->count() != 0;
}

void BenchScreen::showHeader() {
    const bench::BenchView *shown = view();
    if (shown == nullptr || !shown->isRunning() || !isVisible())
        m_clockTick->stop();
    else if (!m_clockTick->isActive())
        m_clockTick->start();
    if (shown == nullptr)
        return;
    m_head->setView(*shown, now());
    m_head->setCharts(m_selection.titles(), chart());
    m_head->setHasPicture(hasPicture());
    m_footer->setText(toQString(present::footerOf(*shown)));
    showPage(); // without words no foot
}

void BenchScreen::showPicture(bool grows) {
    const bench::BenchView *shown = view();
    const present::BenchChart *chart = m_selection.chart();
    const bool isMatrix = chart != nullptr && chart->kind == present::BenchChart::Kind::Matrix;
    if (shown != nullptr)
        m_facts->setView(*shown, isMatrix ? std::optional(chart->matrix) : std::nullopt);
    if (shown == nullptr || chart == nullptr)
        return m_results->clear();
    const auto look = static_cast<Look>(m_head->viewSwitch()->current());
    m_results->setChart({*shown, *chart, look, m_selection.identity()}, grows);
}

void BenchScreen::showRun(int index) {
    if (!m_selection.isOtherRun(index))
        return;
    if (m_pending) // the selection refers to the latest content
        apply();
    m_selection.chooseRun(static_cast<std::size_t>(index));
    m_isChoosing = false;
    apply();
}

void BenchScreen::showChart(int index) {
    if (!m_selection.chooseChart(index))
        return;
    showHeader();
    showPicture(false);
    fitColumns();
    Q_EMIT shown();
}

/// Selects the row or the cell in its picture; a device is shown by another screen.
void BenchScreen::showPlace(const findings::Place &place) {
    if (!place.address.empty()) {
        if (view() != nullptr && view()->spec)
            Q_EMIT deviceRequested(toQString(view()->spec->host), toQString(place.address));
        return;
    }
    const int index = m_selection.chartOf(place);
    if (index < 0)
        return;
    if (m_head->viewSwitch()->current() == static_cast<int>(Look::Number))
        m_head->viewSwitch()->setCurrent(static_cast<int>(Look::Picture));
    showChart(index);
    if (place.cell)
        chartView()->choose(layout::cellArea(view()->results->matrices[place.cell->matrix], *place.cell));
    else
        rows()->chooseX(static_cast<double>(place.sizeBytes.value_or(0)));
}

void BenchScreen::toggleTable() {
    const bool isTable = m_head->viewSwitch()->current() == static_cast<int>(Look::Table);
    m_head->viewSwitch()->setCurrent(static_cast<int>(isTable ? Look::Picture : Look::Table));
    m_results->focusRows(!isTable);
}

void BenchScreen::showRunPanel(bool requested) {
    if (requested && !m_isChoosing)
        Q_EMIT runPanelOpened();
    m_isChoosing = requested;
    showState();
    if (requested)
        m_runPanel->setFocus();
}

draw::DisplayList BenchScreen::picture(const draw::MeasureText &measure) const {
    const bench::BenchView *shown = view();
    const present::BenchChart *chart = m_selection.chart();
    if (shown == nullptr || chart == nullptr)
        return {};
    layout::ChartOptions options{kPictureWidth, kPictureHeight, measure, {}};
    if (m_results->hasLines())
        options.seen = m_results->lines()->seen();
    return layout::layoutBenchPicture(*shown, *chart, options, now());
}

QString BenchScreen::footer() const {
    return m_footer->text();
}

bool BenchScreen::stop() {
    if (!canStop())
        return false;
    Q_EMIT stopRequested(toQString(view()->state->id));
    return true;
}

// Columns

bool BenchScreen::hasFacts() const {
    return view() != nullptr && !m_facts->isEmpty();
}

bool BenchScreen::hidesFacts() const {
    return hasFacts() && m_facts->isHidden();
}

void BenchScreen::setFactsShown(std::optional<bool> requested) {
    m_columns->requestFacts(requested);
    fitColumns();
}

void BenchScreen::showPart(Part part) {
    m_columns->choosePart(part);
    Q_EMIT factsChosen(m_columns->factsRequested());
    fitColumns();
    if (m_columns->isInMiddle(part))
        m_isChoosing = false;
    showState();
}

/// The selection in it becomes visible.
void BenchScreen::returnToResults() {
    if (m_stack->currentWidget() == m_side || m_stack->currentWidget() == m_facts)
        showPart(Part::Results);
}

void BenchScreen::fitColumns() {
    m_columns->fit(view() != nullptr ? present::allFindings(*view()) : std::vector<findings::Finding>{});
    showPage();
    if (const bool hides = hidesFacts(); std::exchange(m_hidesFacts, hides) != hides)
        Q_EMIT factsVisibilityChanged();
}

void BenchScreen::showPage() {
    const bool hasResults = hasPicture() && !content().loading;
    QWidget *column = m_columns->replacing();
    QWidget *page = column != nullptr ? column : hasResults ? static_cast<QWidget *>(m_results) : m_statePage;
    m_stack->setCurrentWidget(m_isChoosing ? m_runPanel : page);
    const bool hasFooter = view() != nullptr && !m_footer->text().isEmpty();
    m_foot->setVisible(hasFooter && !m_isChoosing && column == nullptr);
}

void BenchScreen::setClock(std::function<qint64()> clock) {
    m_clock = std::move(clock);
    showHeader();
}

void BenchScreen::themeChanged() {
    m_results->restyle();
    update();
}

void BenchScreen::settle() {
    if (m_pending)
        apply();
}

bool BenchScreen::event(QEvent *event) {
    const bool isHandled = QWidget::event(event);
    if ((event->type() == QEvent::Resize || event->type() == QEvent::FontChange) && m_columns != nullptr)
        fitColumns();
    return isHandled;
}

void BenchScreen::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (m_pending)
        apply();
    else
        showHeader();
    Q_EMIT opened();
}

} // namespace fabricscope::widgets
