// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/rows/BenchRowModel.h"

#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

namespace fabricscope::widgets {

namespace {

constexpr int kMaxRows = 1'000'000; ///< a view's heights in pixels are an int

int rowsOf(const present::BenchTable &table) {
    return static_cast<int>(std::min<std::size_t>(table.rows(), kMaxRows));
}

} // namespace

void BenchRowModel::setTable(present::BenchTable table, bool grows) {
    const int before = rowsOf(m_table), now = rowsOf(table);
    const bool sameShape = table.columns().size() == m_table.columns().size();
    if (!grows || !sameShape || now < before) {
        beginResetModel();
        m_table = std::move(table);
        endResetModel();
        return;
    }
    if (now > before)
        beginInsertRows({}, before, now - 1);
    m_table = std::move(table);
    if (now > before)
        endInsertRows();
    if (now > 0 && before > 0) // the running row has its values now; decimals may have changed in all
        Q_EMIT dataChanged(index(0, 0), index(now - 1, columnCount() - 1));
}

int BenchRowModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : rowsOf(m_table);
}

int BenchRowModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns().size());
}

QVariant BenchRowModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const present::BenchColumn &each = m_table.columns()[column];
    switch (role) {
    case Qt::DisplayRole:
        return toQString(m_table.cell(row, column));
    case Qt::AccessibleTextRole: {
        const std::string value = m_table.cell(row, column);
        return toQString(each.name + ": " +
                         (!value.empty()
                              ? value + (each.unit.empty() || each.unit == "%" ? "" : " " + each.unit)
                          : m_table.isRunning(row) ? "running"
                                                   : "unknown"));
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>((each.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case DifferenceRole: {
        const auto difference = column == m_table.differenceColumn() ? m_table.difference(row) : std::nullopt;
        return difference ? QVariant(m_table.lowerIsBetter() ? -*difference : *difference) : QVariant();
    }
    case RunningRole:
        return m_table.isRunning(row);
    case WrongRole:
        return m_table.isWrong(row);
    case StrongRole:
        return each.strong;
    default:
        return {};
    }
}

QVariant BenchRowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columnCount() : rowCount()))
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const present::BenchColumn &each = m_table.columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: // µs is in its number's name; GB/s is in the picture
        return toQString(each.unit == "µs" || each.unit == "s" || each.name == "±"
                             ? each.name + " " + each.unit
                             : each.name);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString name = toQString(each.unit.empty() ? each.name : each.name + ", " + each.unit);
        return role == Qt::ToolTipRole ? plainToolTip(name) : name;
    }
    case Qt::TextAlignmentRole:
        return static_cast<int>((each.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
