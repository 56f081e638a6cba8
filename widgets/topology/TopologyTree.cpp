// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyTree.h"

#include "core/topology/Topology.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/models/HardwareTreeModel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QStyledItemDelegate>

#include <algorithm>
#include <functional>

namespace fabricscope::widgets {

using topology::NodeId;
using topology::NodeKind;

namespace {

constexpr int kIndent = 16, kRowHeight = 22, kSelectionBar = 2;
constexpr int kIcon = 16; ///< px of the design around a glyph
constexpr int kMinColumn = 56, kMaxColumn = 320;

/// The row height and the selection of the design: a style would shade the row, and fade the icon.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), scaledToUi(kRowHeight)};
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override {
        QStyleOptionViewItem plain = option;
        plain.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver);
        QStyledItemDelegate::paint(painter, plain, index);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
        option->decorationSize = QSize(scaledToUi(kIcon), scaledToUi(kIcon)); // the most that an icon gets
        QStyledItemDelegate::initStyleOption(option, index);
    }
};

/// Each index of the model, parents first.
void visit(const QAbstractItemModel &model, const std::function<void(const QModelIndex &)> &each) {
    std::vector<QModelIndex> pending{QModelIndex()};
    while (!pending.empty()) {
        const QModelIndex above = pending.back();
        pending.pop_back();
        for (int row = 0; row < model.rowCount(above); ++row) {
            pending.push_back(model.index(row, 0, above));
            each(pending.back());
        }
    }
}

QSet<QString> unfoldedKeys(const QTreeView &view) {
    QSet<QString> keys;
    visit(*view.model(), [&](const QModelIndex &index) {
        if (view.isExpanded(index))
            keys.insert(index.data(HardwareTreeModel::KeyRole).toString());
    });
    return keys;
}

bool isDevice(NodeKind kind) {
    return kind == NodeKind::Gpu || kind == NodeKind::Nic || kind == NodeKind::Nvme ||
           kind == NodeKind::NvSwitch || kind == NodeKind::Other;
}

} // namespace

TopologyTree::TopologyTree(QWidget *parent) : QTreeView(parent), m_model(new HardwareTreeModel(this)) {
    setObjectName(QStringLiteral("topologyTree"));
    setAccessibleName(tr("Hardware tree"));
    setModel(m_model);
    setItemDelegate(new RowDelegate(this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setIndentation(kIndent);
    setExpandsOnDoubleClick(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(true);
    header()->setSectionsMovable(false);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        m_userWidths = m_userWidths || (!m_fitting && column + 1 < m_model->columnCount());
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &TopologyTree::notifySelection);
}

void TopologyTree::setTopology(std::shared_ptr<const topology::Topology> topology,
                               std::shared_ptr<const affinity::Judgement> judgement, bool sameHost) {
    const QScopedValueRollback quiet(m_notifies, false);
    const bool keeps = sameHost && m_model->topology() != nullptr;
    const QSet<QString> unfolded = keeps ? unfoldedKeys(*this) : QSet<QString>();
    const int scrolled = verticalScrollBar()->value();
    const QString current = currentIndex().data(HardwareTreeModel::KeyRole).toString();
    m_model->setTopology(std::move(topology), std::move(judgement));
    if (!keeps) {
        expandInitially();
    } else {
        visit(*m_model, [&](const QModelIndex &index) {
            const QString key = index.data(HardwareTreeModel::KeyRole).toString();
            if (unfolded.contains(key))
                expand(index);
            if (!current.isEmpty() && key == current)
                setCurrentIndex(index);
        });
        verticalScrollBar()->setValue(scrolled);
    }
    fitColumns();
}

/// Expanded down to the devices: VFs and partitions on demand.
void TopologyTree::expandInitially() {
    if (m_model->topology() == nullptr)
        return;
    visit(*m_model, [this](const QModelIndex &index) {
        if (!isDevice(m_model->topology()->node(*m_model->nodeAt(index)).kind))
            expand(index);
    });
}

void TopologyTree::drawRow(QPainter *painter, const QStyleOptionViewItem &options,
                           const QModelIndex &index) const {
    QStyleOptionViewItem row = options;
    const bool isSelected = selectionModel()->isSelected(index);
    row.state.setFlag(QStyle::State_Selected, isSelected);
    paintRowGround(*painter, row);
    QTreeView::drawRow(painter, options, index);
    if (isSelected)
        painter->fillRect(QRect(row.rect.left(), row.rect.top(), kSelectionBar, row.rect.height()),
                          tokenColour(Token::Accent));
}

/// Columns fit the visible rows, until the user changes them.
void TopologyTree::fitColumns() {
    if (m_userWidths)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    for (int column = 0; column + 1 < m_model->columnCount(); ++column)
        setColumnWidth(column, std::clamp(std::max(sizeHintForColumn(column) + kIndent,
                                                   header()->sectionSizeHint(column)),
                                          scaledToUi(kMinColumn), scaledToUi(kMaxColumn)));
}

void TopologyTree::select(std::optional<NodeId> node) {
    if (node == selected())
        return;
    const QScopedValueRollback quiet(m_notifies, false);
    const QModelIndex index = node ? m_model->indexOf(*node) : QModelIndex();
    if (!index.isValid()) {
        clearSelection();
        return;
    }
    setCurrentIndex(index); // expands its parents
    scrollTo(index);
}

std::optional<NodeId> TopologyTree::selected() const {
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt : m_model->nodeAt(rows.front());
}

void TopologyTree::notifySelection() {
    if (m_notifies)
        Q_EMIT nodeChosen(selected());
}

void TopologyTree::keyPressEvent(QKeyEvent *event) {
    const auto node = selected();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (node)
            Q_EMIT opened(*node);
    } else if (event->key() == Qt::Key_Escape) {
        if (!node)
            Q_EMIT left();
        clearSelection();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void TopologyTree::mouseDoubleClickEvent(QMouseEvent *event) {
    const QModelIndex index = indexAt(event->pos());
    QTreeView::mouseDoubleClickEvent(event);
    if (const auto node = m_model->nodeAt(index))
        Q_EMIT opened(*node);
}

void TopologyTree::resizeEvent(QResizeEvent *event) {
    QTreeView::resizeEvent(event);
    if (isVisible())
        fitColumns();
}

} // namespace fabricscope::widgets
