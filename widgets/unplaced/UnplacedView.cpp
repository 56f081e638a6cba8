// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/unplaced/UnplacedView.h"

#include "core/findings/WorstFirst.h"
#include "core/present/facts/UnplacedTables.h"
#include "core/topology/UnplacedDevices.h"
#include "widgets/common/controls/Callout.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QAbstractTableModel>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr double kFont = 11.5;
constexpr int kMaxColumn = 2400; ///< px; the table scrolls to the end of a long message
constexpr int kMaxRows = 20;     ///< of a table; it scrolls to further ones
constexpr int kRowMargin = 8;    ///< px
constexpr int kGap = 6;          ///< px above a heading, besides the layout's spacing

class UnplacedModel : public QAbstractTableModel {
public:
    UnplacedModel(present::UnplacedTable table, QObject *parent)
        : QAbstractTableModel(parent), m_table(std::move(table)) {}

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override {
        if (role != Qt::DisplayRole || !index.isValid())
            return {};
        return toQString(
            m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())]);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override {
        if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
            return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section >= columnCount())
            return QAbstractTableModel::headerData(section, orientation, role);
        return toQString(m_table.columns[static_cast<std::size_t>(section)]);
    }

private:
    present::UnplacedTable m_table;
};

QTableView *tableOf(present::UnplacedTable table, QWidget *parent) {
    auto *view = new QTableView(parent);
    view->setAccessibleName(toQString(table.title));
    view->setModel(new UnplacedModel(std::move(table), view));
    applyMonoFont(view, kFont);
    applyFont(view->horizontalHeader(), kFont);
    view->verticalHeader()->hide();
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setTabKeyNavigation(false); // Tab leaves the table
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setMaximumSectionSize(scaledToUi(kMaxColumn));
    return view;
}

} // namespace

UnplacedView::UnplacedView(QWidget *parent) : QScrollArea(parent), m_column(new QVBoxLayout) {
    setObjectName(QStringLiteral("unplaced"));
    setAccessibleName(tr("Not in the tree"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    auto *page = new QWidget;
    page->setObjectName(QStringLiteral("page"));
    page->setAttribute(Qt::WA_StyledBackground);
    page->setLayout(m_column);
    m_column->setContentsMargins(16, 12, 16, 12);
    setWidget(page);
    hide();
}

void UnplacedView::setTopology(const std::shared_ptr<const topology::Topology> &topology) {
    if (topology == m_topology)
        return;
    m_topology = topology;
    m_callouts.clear();
    m_tables.clear();
    while (QLayoutItem *item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (topology == nullptr)
        return hide();
    if (topology::hasNoTree(*topology)) // else they stand beside the tree
        addFindings();
    addTables();
    m_column->addStretch(1);
    fit();
    setVisible(!isEmpty());
}

void UnplacedView::addFindings() {
    std::vector<findings::Finding> worstFirst = m_topology->nodes().front().findings;
    findings::sortWorstFirst(worstFirst);
    for (const findings::Finding &finding : worstFirst) {
        m_callouts.push_back(new Callout(finding, widget()));
        m_column->addWidget(m_callouts.back());
    }
}

void UnplacedView::addTables() {
    std::vector<present::UnplacedTable> tables;
    if (!topology::unplacedDevices(*m_topology).empty()) // else they are in the tree
        tables = present::matrixTables(m_topology->host());
    for (present::UnplacedTable &table : present::unplacedTables(*m_topology))
        tables.push_back(std::move(table));
    for (present::UnplacedTable &table : tables) {
        if (m_column->count() > 0)
            m_column->addSpacing(kGap);
        m_column->addWidget(label(toQString(table.title), "title", 13, widget()));
        m_tables.push_back(tableOf(std::move(table), widget()));
        m_column->addWidget(m_tables.back());
    }
}

bool UnplacedView::event(QEvent *event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
    return QScrollArea::event(event);
}

void UnplacedView::fit() {
    const int row = QFontMetrics(monoFont(kFont)).lineSpacing() + kRowMargin;
    for (QTableView *view : m_tables) {
        view->verticalHeader()->setDefaultSectionSize(row);
        view->setFixedHeight(view->horizontalHeader()->sizeHint().height() +
                             std::min(view->model()->rowCount(), kMaxRows) * row +
                             view->horizontalScrollBar()->sizeHint().height() + 2);
    }
}

} // namespace fabricscope::widgets
