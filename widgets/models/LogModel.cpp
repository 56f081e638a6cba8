// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/LogModel.h"

#include "widgets/common/text/ToolTip.h"

#include <QDateTime>

#include <algorithm>

namespace fabricscope::widgets {

QString clockText(qint64 timeMs) {
    return timeMs == 0 ? QString()
                       : QDateTime::fromMSecsSinceEpoch(timeMs).toString(QStringLiteral("HH:mm:ss"));
}

void LogModel::append(const std::vector<LogRow> &rows) {
    if (rows.empty())
        return;
    const std::size_t taken = std::min<std::size_t>(rows.size(), kMaxEntries);
    const auto excess = static_cast<int>(m_rows.size() + taken) - kMaxEntries;
    if (excess > 0) {
        beginRemoveRows({}, 0, excess - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + excess);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(taken) - 1);
    m_rows.insert(m_rows.end(), rows.end() - static_cast<std::ptrdiff_t>(taken), rows.end());
    endInsertRows();
}

QString LogModel::line(int row) const {
    const LogRow &entry = at(row);
    return QStringLiteral("%1  %2  %3  %4")
        .arg(clockText(entry.timeMs), entry.channel, entry.host, entry.text);
}

int LogModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LogModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int{Columns};
}

QVariant LogModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const LogRow &entry = at(index.row());
    if (role == Qt::AccessibleTextRole)
        return line(index.row());
    if (role == Qt::ToolTipRole)
        return plainToolTip(line(index.row()));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time:
        return clockText(entry.timeMs);
    case Channel:
        return entry.channel;
    case Host:
        return entry.host;
    case Text:
        return entry.text;
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString names[] = {tr("Time"), tr("Channel"), tr("Host"), tr("Text")};
    return section >= 0 && section < Columns ? names[section] : QString();
}

} // namespace fabricscope::widgets
