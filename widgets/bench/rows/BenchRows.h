// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/BenchTable.h"

#include <QTableView>

#include <utility>

namespace fabricscope::widgets {

class BenchRowModel;

/// The row table: numbers in columns, the running row marked and empty, a bar for differences from the
/// baseline. Follows new rows while it is scrolled to its end.
class BenchRows : public QTableView {
    Q_OBJECT
public:
    explicit BenchRows(QWidget *parent = nullptr);
    void setTable(present::BenchTable table, bool grows);
    /// The row of this size, or of this value in its first column.
    void chooseX(double x);
    [[nodiscard]] BenchRowModel *rows() const { return m_model; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateRowEnds();
    void fitColumns();
    [[nodiscard]] std::vector<int> columnsFor(const std::vector<int> &widths, int room) const;
    [[nodiscard]] std::pair<int, int> wordsOf(int column) const;
    BenchRowModel *m_model;
};

} // namespace fabricscope::widgets
