// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <vector>

class QListView;

namespace fabricscope::widgets {

/// The steps of a plan, or the runs of a log.
class BenchStepModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setSteps(std::vector<bench::BenchStep> steps);
    [[nodiscard]] const bench::BenchStep &at(int row) const { return m_steps[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<bench::BenchStep> m_steps;
};

/// State: ended well, with findings, running, waiting, stopped or lost.
[[nodiscard]] draw::Glyph glyphOf(const bench::BenchStep &step);

/// Glyphs on a line from step to step, name and time, a note below.
class BenchStepDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// `connected`: a line leads from each step to the next.
    explicit BenchStepDelegate(QObject *parent, bool connected = true)
        : QStyledItemDelegate(parent), m_connected(connected) {}
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    bool m_connected;
};

constexpr int kStepHeight = 42; ///< px of a row

/// A list of steps. `connected`: by a line, because one follows the other.
void prepareSteps(QListView &list, BenchStepModel *model, bool connected);

} // namespace fabricscope::widgets
