// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <deque>
#include <vector>

namespace fabricscope::widgets {

/// A line of the Log: for commands the exact line that ran on the host.
struct LogRow {
    qint64 timeMs = 0; ///< Unix time in milliseconds
    QString channel;
    QString host;
    QString text;
    friend bool operator==(const LogRow &, const LogRow &) = default;
};

/// Oldest first; if there are more than kMaxEntries lines, the oldest are dropped.
class LogModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kMaxEntries = 5000;
    enum Column { Time, Channel, Host, Text, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void append(const std::vector<LogRow> &rows);
    [[nodiscard]] const LogRow &at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// "14:22:05  ssh  mi355x-03  exec /bin/sh -s", for the clipboard.
    [[nodiscard]] QString line(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::deque<LogRow> m_rows;
};

/// "14:22:05", local time; empty for 0.
[[nodiscard]] QString clockText(qint64 timeMs);

} // namespace fabricscope::widgets
