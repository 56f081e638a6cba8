// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/BenchTable.h"

#include <QAbstractTableModel>

namespace fabricscope::widgets {

/// The rows of a chart or heat map, as they arrive. Existing rows are kept: only new ones are inserted.
class BenchRowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        DifferenceRole = Qt::UserRole, ///< percent that it is faster than the baseline; invalid: not known
        RunningRole,                   ///< the row is being measured
        WrongRole,                     ///< its values were found to be wrong
        StrongRole,                    ///< of the column that the picture draws
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// `grows`: of the same run and picture as before, with more rows.
    void setTable(present::BenchTable table, bool grows);
    [[nodiscard]] const present::BenchTable &table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    present::BenchTable m_table;
};

} // namespace fabricscope::widgets
