// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QAbstractListModel>
#include <QString>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// A row of the Jobs list.
struct JobEntry {
    enum class State { Waiting, Running, Done, Failed, Cancelled };
    quint64 id = 0;
    QString name; ///< "Collect snapshot"
    QString host;
    State state = State::Waiting;
    double fraction = 0;  ///< 0 to 1, while it runs
    QString step;         ///< the current step, or how it ended
    qint64 startedMs = 0; ///< Unix time in milliseconds
    std::optional<qint64> endedMs;
    friend bool operator==(const JobEntry &, const JobEntry &) = default;
};

[[nodiscard]] draw::Glyph glyphOf(JobEntry::State state);

/// Newest first; if there are more than kMaxEntries, ended ones are dropped, oldest first.
class JobsModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int kMaxEntries = 200;
    enum Role { EntryRole = Qt::UserRole + 1, StateRole, FractionRole };

    using QAbstractListModel::QAbstractListModel;

    /// Adds the job, or changes the one with this id.
    void put(const JobEntry &entry);
    [[nodiscard]] const JobEntry *find(quint64 id) const;
    [[nodiscard]] const JobEntry &at(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int running() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    void dropOld();

    std::vector<JobEntry> m_entries;
};

} // namespace fabricscope::widgets
