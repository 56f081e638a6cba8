// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QTableView>

#include <functional>

namespace fabricscope::widgets {

/// The headings of columns; the line below them goes to the end of the view, where the columns may end
/// before.
class FullHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit FullHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent) {}

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// What each visible row leaves free between its last column and the end of the view. Called in a table's
/// paintEvent().
void forRowEnds(const QTableView &table, const std::function<void(const QRect &end, int row)> &paint);

/// A table whose grid has row lines up to the end of the view.
class GridTable : public QTableView {
    Q_OBJECT
public:
    explicit GridTable(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace fabricscope::widgets
