// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/JobsModel.h"

#include "widgets/common/text/ToolTip.h"

#include <algorithm>

namespace fabricscope::widgets {

draw::Glyph glyphOf(JobEntry::State state) {
    switch (state) {
    case JobEntry::State::Waiting:
        return draw::Glyph::Waiting;
    case JobEntry::State::Running:
        return draw::Glyph::Running;
    case JobEntry::State::Done:
        return draw::Glyph::Ok;
    case JobEntry::State::Failed:
        return draw::Glyph::Error;
    case JobEntry::State::Cancelled:
        break;
    }
    return draw::Glyph::Unreachable;
}

namespace {

QString stateText(JobEntry::State state) {
    switch (state) {
    case JobEntry::State::Waiting:
        return JobsModel::tr("waiting");
    case JobEntry::State::Running:
        return JobsModel::tr("running");
    case JobEntry::State::Done:
        return JobsModel::tr("done");
    case JobEntry::State::Failed:
        return JobsModel::tr("failed");
    case JobEntry::State::Cancelled:
        break;
    }
    return JobsModel::tr("cancelled");
}

} // namespace

void JobsModel::put(const JobEntry &entry) {
    const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const JobEntry &candidate) { return candidate.id == entry.id; });
    if (known == m_entries.end()) {
        beginInsertRows({}, 0, 0);
        m_entries.insert(m_entries.begin(), entry);
        endInsertRows();
        dropOld();
        return;
    }
    if (*known == entry)
        return;
    *known = entry;
    const QModelIndex changed = index(static_cast<int>(known - m_entries.begin()));
    Q_EMIT dataChanged(changed, changed);
}

void JobsModel::dropOld() {
    for (int row = rowCount() - 1; row >= 0 && rowCount() > kMaxEntries; --row) {
        if (!at(row).endedMs)
            continue;
        beginRemoveRows({}, row, row);
        m_entries.erase(m_entries.begin() + row);
        endRemoveRows();
    }
}

const JobEntry *JobsModel::find(quint64 id) const {
    const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                    [id](const JobEntry &candidate) { return candidate.id == id; });
    return known == m_entries.end() ? nullptr : &*known;
}

int JobsModel::running() const {
    return static_cast<int>(std::count_if(m_entries.begin(), m_entries.end(), [](const JobEntry &entry) {
        return entry.state == JobEntry::State::Running || entry.state == JobEntry::State::Waiting;
    }));
}

int JobsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant JobsModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const JobEntry &entry = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.name;
    case Qt::ToolTipRole:
        return plainToolTip(entry.step.isEmpty() ? tr("%1, %2").arg(entry.name, entry.host)
                                                 : tr("%1, %2: %3").arg(entry.name, entry.host, entry.step));
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3").arg(entry.name, entry.host, stateText(entry.state));
    case EntryRole:
        return entry.id;
    case StateRole:
        return static_cast<int>(entry.state);
    case FractionRole:
        return entry.fraction;
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
