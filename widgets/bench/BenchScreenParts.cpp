// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Signals and requests of the screen.
#include "core/layout/bench/BenchPictureList.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/ChartSpec.h"
#include "widgets/bench/BenchFacts.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/BenchRowModel.h"
#include "widgets/bench/BenchRows.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/topology/StatePage.h"

#include <QItemSelectionModel>
#include <QStackedWidget>

namespace fabricscope::widgets {

namespace {

constexpr double kPictureWidth = 960, kPictureHeight = 560;

} // namespace

draw::DisplayList BenchScreen::picture(const draw::MeasureText &measure) const {
    const bench::BenchView *shown = view();
    const present::BenchChart *chart = shownChart();
    if (shown == nullptr || chart == nullptr)
        return {};
    layout::ChartOptions options{kPictureWidth, kPictureHeight, measure, {}};
    if (hasLines())
        options.seen = m_lines->seen();
    return layout::layoutBenchPicture(*shown, *chart, options, now());
}

bool BenchScreen::hasLines() const {
    using Kind = present::BenchChart::Kind;
    const present::BenchChart *chart = shownChart();
    return chart != nullptr && (chart->kind == Kind::Collective || chart->kind == Kind::Lines) &&
           m_head->viewSwitch()->current() != static_cast<int>(BenchHeader::Look::Number);
}

void BenchScreen::showLines(const present::BenchChart &chart) {
    const QString identity =
        QStringLiteral("%1/%2/%3/%4/%5")
            .arg(m_content.id)
            .arg(toQString(view()->key))
            .arg(view()->key.empty() ? m_content.current : 0) // runs without a key are known by their place
            .arg(m_chart)
            .arg(toQString(chart.title));
    m_lines->setSpec(present::chartSpecOf(*view(), chart), identity);
}

/// After the table was made anew.
void BenchScreen::selectRowOfPoint() {
    const auto x = hasLines() ? m_lines->plot()->selectedX() : std::nullopt;
    if (x && !m_rows->selectionModel()->hasSelection())
        m_rows->chooseX(*x);
}

/// The selected point and the selected row are the same.
void BenchScreen::connectChart() {
    LinePlot *plot = m_lines->plot();
    connect(plot, &LinePlot::pointChosen, this, [this, plot](double x) {
        m_rows->chooseX(x);
        Q_EMIT statusMessageRequested(plot->pointText());
    });
    connect(plot, &LinePlot::pointUnchosen, m_rows, &QTableView::clearSelection);
    connect(m_rows->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, plot] {
        const QModelIndexList chosen = m_rows->selectionModel()->selectedRows();
        if (!chosen.isEmpty())
            plot->selectX(m_rows->rows()->table().xOf(static_cast<std::size_t>(chosen.front().row())));
    });
    connect(m_lines, &RunChart::statusMessageRequested, this, &BenchScreen::statusMessageRequested);
    connect(m_lines, &RunChart::exportRequested, this, [this](RunChart::Export form) {
        constexpr Export kForms[] = {Export::Png, Export::Svg, Export::Pdf, Export::Csv};
        Q_EMIT exportRequested(kForms[static_cast<std::size_t>(form)]);
    });
}

QString BenchScreen::csv() const {
    if (hasLines() && !m_pictures->isHidden() && m_lines->isReduced())
        return m_lines->csv();
    return toQString(m_rows->rows()->table().csv());
}

QString BenchScreen::footer() const {
    return m_footer->text();
}

bool BenchScreen::canStop() const {
    const bench::BenchView *of = view();
    return of != nullptr && of->canStop();
}

bool BenchScreen::stop() {
    if (!canStop())
        return false;
    Q_EMIT stopRequested(toQString(view()->state->id));
    return true;
}

/// Selects the row or the cell in its picture; a device is shown by another screen.
void BenchScreen::showPlace(const findings::Place &place) {
    using Kind = present::BenchChart::Kind;
    if (!place.address.empty()) {
        if (view() != nullptr && view()->spec)
            Q_EMIT deviceRequested(toQString(view()->spec->host), toQString(place.address));
        return;
    }
    const Kind kind = place.cell ? Kind::Matrix : Kind::Collective;
    for (std::size_t index = 0; index < m_charts.size(); ++index) {
        const present::BenchChart &chart = m_charts[index];
        const bool fits = place.cell ? chart.kind == kind && chart.matrix == place.cell->matrix
                                     : chart.axis == bench::Axis::Bytes;
        if (!fits)
            continue;
        if (m_head->viewSwitch()->current() == static_cast<int>(BenchHeader::Look::Number))
            m_head->viewSwitch()->setCurrent(static_cast<int>(BenchHeader::Look::Picture));
        showChart(static_cast<int>(index));
        if (place.cell)
            m_picture->choose(layout::cellArea(view()->results->matrices[chart.matrix], *place.cell));
        else
            m_rows->chooseX(static_cast<double>(place.sizeBytes.value_or(0)));
        return;
    }
}

/// The actions available without an open run.
void BenchScreen::showNothingChosen() {
    const auto kept = m_content.earlier.size();
    m_actions.clear();
    if (kept > 0)
        m_actions.push_back({tr("Open the newest"), &BenchScreen::openNewest});
    if (canRun())
        m_actions.push_back({tr("New run…"), &BenchScreen::newRun});
    m_actions.push_back({tr("Open log…"), &BenchScreen::openLogRequested});
    QStringList words;
    for (const auto &[action, what] : m_actions)
        words << action;
    const QString title = kept == 0   ? tr("No run yet")
                          : kept == 1 ? tr("1 saved run")
                                      : tr("%1 saved runs").arg(kept);
    const QString what = kept > 0 ? tr("Select one under Runs, or open a benchmark log, or drop it here.")
                                  : (canRun() ? tr("Start one on a connected host. ") : QString()) +
                                        tr("Open a benchmark log, or drop it here: nccl-tests, rccl-tests, "
                                           "perftest, RVS, TransferBench, nvbandwidth, STREAM or telemetry. "
                                           "Logs are drawn like live runs.");
    m_statePage->showChoices(
        title, kept > 0 || m_content.earlierNote.isEmpty() ? what : m_content.earlierNote, words);
}

void BenchScreen::doAction(int which) {
    if (!m_content.failure.isEmpty())
        Q_EMIT openLogRequested();
    else if (view() != nullptr)
        newRun();
    else if (static_cast<std::size_t>(which) < m_actions.size())
        (this->*m_actions[static_cast<std::size_t>(which)].second)();
}

void BenchScreen::openNewest() {
    if (!m_content.earlier.empty())
        Q_EMIT earlierRunRequested(m_content.earlier.front().id);
}

} // namespace fabricscope::widgets
