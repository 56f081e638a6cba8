// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchScreen.h"

#include "core/layout/bench/BenchPictureList.h"
#include "core/layout/bench/BigNumberPicture.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/BenchStatus.h"
#include "core/present/bench/MatrixVerdict.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPartsBar.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchRowModel.h"
#include "widgets/bench/BenchRows.h"
#include "widgets/bench/BenchRunPanel.h"
#include "widgets/bench/BenchSide.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/topology/StatePage.h"

#include <QComboBox>
#include <QDateTime>
#include <QEvent>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kTurnMs = 100, kClockMs = 1000;
constexpr int kMinWidth = 480;

QString asSentence(QString words) {
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

constexpr struct {
    BenchScreen::Export form;
    const char *words;
} kExports[] = {
    {BenchScreen::Export::Png, QT_TRANSLATE_NOOP("BenchScreen", "Picture as PNG…")},
    {BenchScreen::Export::Svg, QT_TRANSLATE_NOOP("BenchScreen", "Picture as SVG…")},
    {BenchScreen::Export::Pdf, QT_TRANSLATE_NOOP("BenchScreen", "Picture as PDF…")},
    {BenchScreen::Export::Csv, QT_TRANSLATE_NOOP("BenchScreen", "Rows as CSV…")},
    {BenchScreen::Export::CopyPicture, QT_TRANSLATE_NOOP("BenchScreen", "Copy picture")},
    {BenchScreen::Export::CopyRows, QT_TRANSLATE_NOOP("BenchScreen", "Copy rows")},
};

/// Empty: runs are identified by position.
std::string keyOf(const BenchContent &content) {
    return content.current < content.runs.size() ? content.runs[content.current].key : std::string();
}

QWidget *upright(QWidget *parent) {
    QWidget *line = rule(parent);
    line->setMinimumHeight(0);
    line->setMaximumHeight(QWIDGETSIZE_MAX);
    line->setFixedWidth(1);
    return line;
}

} // namespace

BenchScreen::BenchScreen(QWidget *parent)
    : QWidget(parent)
    , m_clock([] { return QDateTime::currentMSecsSinceEpoch(); })
    , m_turn(new QTimer(this))
    , m_clockTick(new QTimer(this))
    , m_side(new BenchSide(this))
    , m_sideRule(upright(this))
    , m_factsRule(upright(this))
    , m_head(new BenchHeader(this))
    , m_parts(new BenchPartsBar(this))
    , m_stack(new CurrentPageStack(this))
    , m_statePage(new StatePage(this))
    , m_split(new QSplitter(Qt::Vertical, this))
    , m_pictures(new CurrentPageStack(this))
    , m_picture(new BenchPicture(tr("Chart"), BenchPicture::Fit::Room, m_pictures))
    , m_lines(new RunChart(m_pictures))
    , m_rows(new BenchRows(this))
    , m_runPanel(new BenchRunPanel(this))
    , m_foot(new QWidget(this))
    , m_footer(new ElidedLabel({}, Token::Text2, this))
    , m_facts(new BenchFacts(this)) {
    build();
    connectSignals();
    apply();
}

BenchScreen::~BenchScreen() = default;

void BenchScreen::build() {
    m_split->setHandleWidth(1);
    m_pictures->addWidget(m_picture);
    m_pictures->addWidget(m_lines);
    m_split->addWidget(m_pictures);
    m_split->addWidget(m_rows);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({380, 340});
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_pictures->setMinimumHeight(140);
    m_rows->setMinimumHeight(80);
    m_stack->addWidget(m_statePage);
    m_stack->addWidget(m_split);
    m_stack->addWidget(m_runPanel);
    applyFont(m_footer, 12);
    auto *foot = m_foot;
    foot->setObjectName(QStringLiteral("sidebarFoot"));
    foot->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(foot, 30);
    auto *footerRow = new QHBoxLayout(foot);
    footerRow->setContentsMargins(16, 0, 16, 0);
    footerRow->addWidget(m_footer, 1);
    auto *middle = new QVBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_head);
    middle->addWidget(m_parts);
    middle->addWidget(m_stack, 1);
    middle->addWidget(foot);
    auto *all = m_columns = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_side);
    all->addWidget(m_sideRule);
    all->addLayout(middle, 1);
    all->addWidget(m_factsRule);
    all->addWidget(m_facts);
    setMinimumWidth(kMinWidth);
    m_turn->setSingleShot(true);
    m_turn->setInterval(kTurnMs);
    m_clockTick->setInterval(kClockMs);
    for (const auto &[form, words] : kExports) {
        QAction *action = m_head->exportButton()->menu()->addAction(tr(words));
        connect(action, &QAction::triggered, this, [this, form = form] { Q_EMIT exportRequested(form); });
    }
}

void BenchScreen::connectSignals() {
    connect(m_turn, &QTimer::timeout, this, [this] {
        if (m_pending && isVisible())
            apply();
    });
    connect(m_clockTick, &QTimer::timeout, this, &BenchScreen::showHeader);
    connect(m_parts, &BenchPartsBar::partRequested, this, &BenchScreen::showPart);
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
    connect(m_head, &BenchHeader::chartRequested, this, &BenchScreen::showChart);
    connect(m_head->viewSwitch(), &SegmentedControl::changed, this, [this] { showPicture(false); });
    connect(m_head->newRunButton(), &QPushButton::clicked, this, [this] { showRunPanel(true); });
    connect(m_head->twoHostsButton(), &QPushButton::clicked, this, &BenchScreen::twoHostsRequested);
    connect(m_head->stopButton(), &QPushButton::clicked, this, &BenchScreen::stop);
    connect(m_runPanel, &BenchRunPanel::cancelled, this, [this] { showRunPanel(false); });
    connect(m_statePage, &StatePage::actionRequested, this, &BenchScreen::doAction);
    connect(m_picture, &AreasView::chosen, this,
            [this] { Q_EMIT statusMessageRequested(m_picture->areaText()); });
    connectChart();
    connect(m_facts, &BenchFacts::matrixRequested, this, [this](int matrix) {
        returnToResults();
        for (std::size_t index = 0; index < m_charts.size(); ++index)
            if (m_charts[index].kind == present::BenchChart::Kind::Matrix &&
                m_charts[index].matrix == static_cast<std::size_t>(matrix))
                return showChart(static_cast<int>(index));
    });
}

const bench::BenchView *BenchScreen::view() const {
    return m_content.current < m_content.runs.size() ? &m_content.runs[m_content.current] : nullptr;
}

const present::BenchChart *BenchScreen::shownChart() const {
    return m_chart >= 0 && static_cast<std::size_t>(m_chart) < m_charts.size()
               ? &m_charts[static_cast<std::size_t>(m_chart)]
               : nullptr;
}

void BenchScreen::setContent(BenchContent content) {
    m_pending = std::move(content);
    if (m_turn->isActive() || (!isVisible() && m_content.id == m_pending->id && m_content.id != 0))
        return;
    apply();
}

/// The selected run and picture stay while the log or plan is the same, unless it moves on to another run.
void BenchScreen::apply() {
    bool grows = false;
    if (m_pending) {
        const bool same = m_pending->id == m_content.id && !m_content.runs.empty();
        grows = same && m_pending->current == m_content.current && keyOf(*m_pending) == keyOf(m_content);
        m_content = std::move(*m_pending);
        m_pending.reset();
        m_turn->start();
    }
    const bench::BenchView *shown = view();
    const std::vector<present::BenchChart> charts =
        shown != nullptr ? present::chartsOf(*shown) : std::vector<present::BenchChart>{};
    grows = grows && charts == m_charts;
    if (charts.size() < m_charts.size() || !grows)
        m_chart = std::min(m_chart, std::max(0, static_cast<int>(charts.size()) - 1));
    m_charts = charts;
    m_side->setContent(m_content, now());
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
    if (m_content.loading)
        m_statePage->showLoading(tr("Reading %1").arg(m_content.title),
                                 {{tr("Tool output"), LoadStep::State::Running}});
    else if (!m_content.failure.isEmpty())
        m_statePage->showEmpty(tr("Nothing to show"), m_content.failure, tr("Open another log…"));
    else if (shown == nullptr)
        showNothingChosen();
    else if (m_charts.empty() && shown->isRunning())
        m_statePage->showEmpty(tr("No measurements yet"), tr("Waiting for the first row…"));
    else if (m_charts.empty())
        m_statePage->showEmpty(tr("No results"),
                               asSentence(toQString(present::benchStatus(*shown, now()).words)),
                               canRun() ? tr("New run…") : QString());
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
    QStringList titles;
    for (const present::BenchChart &chart : m_charts)
        titles << toQString(chart.title);
    m_head->setView(*shown, now());
    m_head->setCharts(titles, m_chart);
    m_head->setHasPicture(!m_charts.empty());
    m_footer->setText(toQString(present::footerOf(*shown)));
    showPage(); // without words no foot
}

void BenchScreen::showPicture(bool grows) {
    const bench::BenchView *shown = view();
    const present::BenchChart *chart = shownChart();
    using Kind = present::BenchChart::Kind;
    const bool isMatrix = chart != nullptr && chart->kind == Kind::Matrix;
    const bool isWhole = isMatrix || (chart != nullptr && chart->kind == Kind::Library); // its own table
    if (shown != nullptr)
        m_facts->setView(*shown, isMatrix ? std::optional(chart->matrix) : std::nullopt);
    if (shown == nullptr || chart == nullptr) {
        m_picture->setRenderer(nullptr);
        m_rows->setTable({}, false);
        return;
    }
    const auto look = static_cast<BenchHeader::Look>(m_head->viewSwitch()->current());
    m_pictures->setVisible(look != BenchHeader::Look::Table);
    m_pictures->setCurrentWidget(hasLines() ? static_cast<QWidget *>(m_lines) : m_picture);
    m_rows->setVisible(look == BenchHeader::Look::Table || (look == BenchHeader::Look::Picture && !isWhole));
    m_picture->setHeaderHeight(isMatrix && look == BenchHeader::Look::Picture ? layout::kHeatMapNames : 0);
    m_picture->setAccessibleName(toQString(chart->title));
    m_picture->setAccessibleDescription(isMatrix ? toQString(present::matrixVerdict(*shown, chart->matrix))
                                                 : QString());
    if (look == BenchHeader::Look::Number)
        m_picture->setRenderer([view = *shown](double width, double height) {
            return layout::layoutBigNumber(view, width, height, windowMeasure());
        });
    else if (hasLines())
        showLines(*chart);
    else
        m_picture->setRenderer([view = *shown, chart = *chart](double width, double height) {
            return layout::layoutBenchChart(view, chart, {width, height, windowMeasure()});
        });
    m_rows->setTable(present::BenchTable(*shown, *chart), grows);
    selectRowOfPoint();
}

void BenchScreen::showRun(int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= m_content.runs.size() ||
        m_content.current == static_cast<std::size_t>(index))
        return;
    if (m_pending) // the selection refers to the latest content
        apply();
    m_content.current = static_cast<std::size_t>(index);
    m_chart = 0;
    m_isChoosing = false;
    apply();
}

void BenchScreen::showChart(int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= m_charts.size())
        return;
    m_chart = index;
    showHeader();
    showPicture(false);
    fitColumns();
    Q_EMIT shown();
}

void BenchScreen::toggleTable() {
    using Look = BenchHeader::Look;
    const bool isTable = m_head->viewSwitch()->current() == static_cast<int>(Look::Table);
    m_head->viewSwitch()->setCurrent(static_cast<int>(isTable ? Look::Picture : Look::Table));
    (isTable ? m_pictures->currentWidget() : static_cast<QWidget *>(m_rows))->setFocus();
}

void BenchScreen::showRunPanel(bool requested) {
    if (requested && !m_isChoosing)
        Q_EMIT runPanelOpened();
    m_isChoosing = requested;
    showState();
    if (requested)
        m_runPanel->setFocus();
}

void BenchScreen::setClock(std::function<qint64()> clock) {
    m_clock = std::move(clock);
    showHeader();
}

void BenchScreen::themeChanged() {
    m_picture->viewport()->update();
    m_lines->restyle();
    m_rows->viewport()->update();
    update();
}

void BenchScreen::settle() {
    if (m_pending)
        apply();
}

void BenchScreen::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void BenchScreen::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_facts != nullptr)
        fitColumns();
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
