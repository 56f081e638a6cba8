// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/rows/BenchRows.h"

#include "widgets/bench/rows/BenchRowDelegate.h"
#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/common/controls/RowEnds.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <numeric>
#include <vector>

namespace fabricscope::widgets {

namespace {

constexpr int kRow = 28, kHeader = 26, kAir = 20, kMinSpacing = 14, kHeaderSpacing = 20, kBarRoom = 56,
              kMinColumn = 44, kMark = 16;
constexpr int kLooked = 24; ///< rows at each end, by which columns are as wide as they must be

} // namespace

BenchRows::BenchRows(QWidget *parent) : QTableView(parent), m_model(new BenchRowModel(this)) {
    setObjectName(QStringLiteral("benchRows"));
    setAccessibleName(tr("Rows"));
    setHorizontalHeader(new FullHeader(this));
    setModel(m_model);
    setItemDelegate(new BenchRowDelegate(this));
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(scaledToUi(kRow));
    verticalHeader()->setMinimumSectionSize(scaledToUi(kRow));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &BenchRows::updateRowEnds);
    applyFont(horizontalHeader(), 12);
    setScaledFixedHeight(horizontalHeader(), kHeader);
}

void BenchRows::setTable(present::BenchTable table, bool grows) {
    const QScrollBar *bar = verticalScrollBar();
    const bool follows = !grows || bar->value() >= bar->maximum() - scaledToUi(kRow);
    m_model->setTable(std::move(table), grows);
    fitColumns();
    updateRowEnds();
    const present::BenchTable &shown = m_model->table();
    const bool runs = shown.rows() > 0 && shown.isRunning(shown.rows() - 1);
    if (follows && (grows || runs))
        scrollToBottom();
    else if (!grows)
        scrollToTop();
}

void BenchRows::chooseX(double x) {
    const auto row = m_model->table().rowOf(x);
    if (!row)
        return;
    selectRow(static_cast<int>(*row));
    scrollTo(m_model->index(static_cast<int>(*row), 0), QAbstractItemView::PositionAtCenter);
}

/// As wide as the contents at both ends of the table, with narrower margins if there is less space; extra
/// space is distributed evenly.
void BenchRows::fitColumns() {
    const int columns = m_model->columnCount(), room = viewport()->width();
    std::vector<int> roomy, tight;
    for (int column = 0; column < columns; ++column) {
        const auto [head, cells] = wordsOf(column);
        const bool hasBar = static_cast<std::size_t>(column) == m_model->table().differenceColumn();
        const int more = (hasBar ? scaledToUi(kBarRoom) : 0) + (column == 0 ? scaledToUi(kMark) : 0);
        const int least = scaledToUi(kMinColumn);
        roomy.push_back(std::max(std::max(head, cells) + kAir + more, least));
        tight.push_back(std::max(std::max(head + kHeaderSpacing, cells + more + kMinSpacing), least));
    }
    const std::vector<int> shown = columnsFor(tight, room);
    const auto sum = [&shown](const std::vector<int> &widths) {
        return std::accumulate(shown.begin(), shown.end(), 0, [&widths](int before, int column) {
            return before + widths[static_cast<std::size_t>(column)];
        });
    };
    const bool fits = sum(roomy) <= room;
    const std::vector<int> &widths = fits ? roomy : tight;
    const int spare = std::max(0, room - (fits ? scaledToUi(16) : 0) - sum(widths));
    for (int column = 0; column < columns; ++column)
        setColumnHidden(column, !std::binary_search(shown.begin(), shown.end(), column));
    for (const int column : shown)
        setColumnWidth(column,
                       widths[static_cast<std::size_t>(column)] + spare / static_cast<int>(shown.size()));
}

/// All columns, or as many as fit: derived columns are dropped first; a copy contains all of them.
std::vector<int> BenchRows::columnsFor(const std::vector<int> &widths, int room) const {
    const auto &known = m_model->table().columns();
    int over = std::accumulate(widths.begin(), widths.end(), -room);
    std::vector<int> shown;
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (over > 0 && known[column].spare)
            over -= widths[column];
        else
            shown.push_back(static_cast<int>(column));
    }
    return shown;
}

/// px of the heading of a column, and of the widest text below it.
std::pair<int, int> BenchRows::wordsOf(int column) const {
    // The header is notified of another UI font after this, and has the window's font until then.
    const QFontMetrics mono(monoFont(12, QFont::DemiBold)), head(uiFont(kUiFontSize));
    const int rows = m_model->rowCount();
    int widest = 0;
    for (int row = 0; row < rows; ++row) {
        if (row == kLooked && rows > 2 * kLooked)
            row = rows - kLooked;
        widest = std::max(widest, mono.horizontalAdvance(m_model->index(row, column).data().toString()));
    }
    return {head.horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString()), widest};
}

/// A view repaints the cells that change, and nothing behind them.
void BenchRows::updateRowEnds() {
    const int from = horizontalHeader()->length();
    viewport()->update(from, 0, std::max(0, viewport()->width() - from), viewport()->height());
}

/// Rows go to the end of the view, behind the last column.
void BenchRows::paintEvent(QPaintEvent *event) {
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    forRowEnds(*this, [&](const QRect &end, int row) {
        BenchRowDelegate::paintGround(painter, end, m_model->index(row, 0),
                                      selectionModel()->isRowSelected(row, {}));
    });
}

void BenchRows::resizeEvent(QResizeEvent *event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void BenchRows::changeEvent(QEvent *event) {
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    verticalHeader()->setMinimumSectionSize(scaledToUi(kRow));
    verticalHeader()->setDefaultSectionSize(scaledToUi(kRow));
    fitColumns();
}

} // namespace fabricscope::widgets
