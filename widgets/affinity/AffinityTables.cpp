// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityTables.h"

#include "core/layout/affinity/AffinityMatrix.h"
#include "widgets/affinity/AffinityModel.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/RowEnds.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kMaxColumn = 112; ///< px; longer texts of a table's cell wrap
constexpr int kCellMargin = 4, kRowEdges = 8;

constexpr int kMostLines = 3; ///< of a cell

/// Of the cell with the most lines in this row.
int linesOf(const AffinityModel &model, int row) {
    const QFontMetrics metrics(monoFont(11.5, QFont::DemiBold));
    const int room = scaledToUi(kMaxColumn) - 2 * kCellMargin;
    int most = 1;
    for (int column = 0; column < model.columnCount(); ++column) {
        int lines = 0;
        for (const QString &part : model.index(row, column).data().toString().split(QLatin1Char('\n')))
            lines += metrics.horizontalAdvance(part) <= room ? 1 : 2;
        most = std::max(most, lines);
    }
    return std::min(most, kMostLines);
}

QTableView *tableOf(AffinityModel *model, const QString &name, QWidget *parent) {
    auto *table = new GridTable(parent);
    table->setModel(model);
    table->setAccessibleName(name);
    applyMonoFont(table, 11.5);
    for (QHeaderView *header : {table->horizontalHeader(), table->verticalHeader()})
        applyFont(header, 11.5);
    table->setFrameShape(QFrame::NoFrame);
    table->setWordWrap(true);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false); // Tab leaves the table
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setShowGrid(true);
    return table;
}

} // namespace

AffinityTables::AffinityTables(QWidget *parent)
    : QWidget(parent)
    , m_nicModel(new AffinityModel(AffinityModel::Matrix::GpuToNic, this))
    , m_gpuModel(new AffinityModel(AffinityModel::Matrix::GpuToGpu, this))
    , m_nicTable(tableOf(m_nicModel, tr("GPU to NIC"), this))
    , m_gpuTable(tableOf(m_gpuModel, tr("GPU to GPU"), this)) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 8);
    for (QTableView *table : {m_nicTable, m_gpuTable}) {
        column->addWidget(label(table->accessibleName(), "title", 13, this));
        column->addWidget(table, 1);
        connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this,
                [this](const QModelIndex &index) {
                    if (const auto cell = index.data(AffinityModel::CellRole); cell.isValid())
                        Q_EMIT chosen(cell.toUInt());
                });
    }
    column->addStretch(0);
    m_gpuTable->hide();
}

void AffinityTables::setShown(std::shared_ptr<const AffinityPresentation> shown) {
    m_nicModel->setShown(shown);
    m_gpuModel->setShown(std::move(shown));
    fit();
    m_gpuTable->setVisible(m_gpuModel->rowCount() > 1);
}

void AffinityTables::select(const layout::AffinityId &cell) {
    for (const auto &[table, model] : {std::pair{m_nicTable, m_nicModel}, {m_gpuTable, m_gpuModel}})
        if (const QModelIndex index = model->indexOf(cell); index.isValid())
            table->setCurrentIndex(index);
}

/// The second table is directly below the first.
void AffinityTables::fit() {
    const int line = QFontMetrics(monoFont(11.5)).lineSpacing();
    for (const auto &[table, model] : {std::pair{m_nicTable, m_nicModel}, {m_gpuTable, m_gpuModel}})
        for (int row = 0; row < model->rowCount(); ++row)
            table->setRowHeight(row, linesOf(*model, row) * line + kRowEdges);
    for (QTableView *table : {m_nicTable, m_gpuTable}) {
        table->horizontalHeader()->setMaximumSectionSize(scaledToUi(kMaxColumn));
        table->setMaximumHeight(table->horizontalHeader()->sizeHint().height() +
                                table->verticalHeader()->length() +
                                table->horizontalScrollBar()->sizeHint().height() + 2);
    }
}

} // namespace fabricscope::widgets
