// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchResults.h"

#include "core/layout/bench/BenchPictureList.h"
#include "core/layout/bench/BigNumberPicture.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/ChartSpec.h"
#include "core/present/bench/MatrixVerdict.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/CurrentPageStack.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"

#include <QItemSelectionModel>

namespace fabricscope::widgets {

using Kind = present::BenchChart::Kind;
using Look = BenchHeader::Look;

BenchResults::BenchResults(QWidget *parent)
    : QSplitter(Qt::Vertical, parent)
    , m_pictures(new CurrentPageStack(this))
    , m_picture(new BenchPicture(tr("Chart"), BenchPicture::Fit::Room, m_pictures))
    , m_lines(new RunChart(m_pictures))
    , m_rows(new BenchRows(this)) {
    setHandleWidth(1);
    m_pictures->addWidget(m_picture);
    m_pictures->addWidget(m_lines);
    addWidget(m_pictures);
    addWidget(m_rows);
    setChildrenCollapsible(false);
    setSizes({380, 340});
    setStretchFactor(0, 1);
    setStretchFactor(1, 1);
    m_pictures->setMinimumHeight(140);
    m_rows->setMinimumHeight(80);
    connect(m_picture, &AreasView::chosen, this,
            [this] { Q_EMIT statusMessageRequested(m_picture->areaText()); });
    connectLines();
}

void BenchResults::connectLines() {
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
    connect(m_lines, &RunChart::statusMessageRequested, this, &BenchResults::statusMessageRequested);
    connect(m_lines, &RunChart::exportRequested, this, [this](RunChart::Export form) {
        using Export = BenchHeader::Export;
        constexpr Export kForms[] = {Export::Png, Export::Svg, Export::Pdf, Export::Csv};
        Q_EMIT exportRequested(kForms[static_cast<std::size_t>(form)]);
    });
}

void BenchResults::clear() {
    m_hasLines = false;
    m_picture->setRenderer(nullptr);
    m_rows->setTable({}, false);
}

void BenchResults::setChart(const Shown &shown, bool grows) {
    const auto &[view, chart, look, identity] = shown;
    const bool isMatrix = chart.kind == Kind::Matrix;
    const bool isWhole = isMatrix || chart.kind == Kind::Library; // its own table
    m_hasLines = (chart.kind == Kind::Collective || chart.kind == Kind::Lines) && look != Look::Number;
    m_pictures->setVisible(look != Look::Table);
    m_pictures->setCurrentWidget(m_hasLines ? static_cast<QWidget *>(m_lines) : m_picture);
    m_rows->setVisible(look == Look::Table || (look == Look::Picture && !isWhole));
    m_picture->setHeaderHeight(isMatrix && look == Look::Picture ? layout::kHeatMapNames : 0);
    m_picture->setAccessibleName(toQString(chart.title));
    m_picture->setAccessibleDescription(isMatrix ? toQString(present::matrixVerdict(view, chart.matrix))
                                                 : QString());
    draw(shown);
    m_rows->setTable(present::BenchTable(view, chart), grows);
    selectRowOfPoint();
}

void BenchResults::draw(const Shown &shown) {
    if (shown.look == Look::Number)
        m_picture->setRenderer([view = shown.view](double width, double height) {
            return layout::layoutBigNumber(view, width, height, windowMeasure());
        });
    else if (m_hasLines)
        m_lines->setSpec(present::chartSpecOf(shown.view, shown.chart), shown.identity);
    else
        m_picture->setRenderer([view = shown.view, chart = shown.chart](double width, double height) {
            return layout::layoutBenchChart(view, chart, {width, height, windowMeasure()});
        });
}

/// After the table was made anew.
void BenchResults::selectRowOfPoint() {
    const auto x = m_hasLines ? m_lines->plot()->selectedX() : std::nullopt;
    if (x && !m_rows->selectionModel()->hasSelection())
        m_rows->chooseX(*x);
}

void BenchResults::restyle() {
    m_picture->viewport()->update();
    m_lines->restyle();
    m_rows->viewport()->update();
}

void BenchResults::focusRows(bool rows) {
    (rows ? static_cast<QWidget *>(m_rows) : m_pictures->currentWidget())->setFocus();
}

QString BenchResults::csv() const {
    if (m_hasLines && !m_pictures->isHidden() && m_lines->isReduced())
        return m_lines->csv();
    return toQString(m_rows->rows()->table().csv());
}

} // namespace fabricscope::widgets
