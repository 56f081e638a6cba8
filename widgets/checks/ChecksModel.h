// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/checks/ChecksList.h"

#include <QAbstractListModel>

#include <vector>

namespace fabricscope::widgets {

/// Findings of all hosts, and the checks that passed, do not apply or cannot be decided: filtered and
/// grouped. A heading cannot be selected.
class ChecksModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        GlyphRole = Qt::UserRole + 1, ///< int of draw::Glyph
        LineRole,                     ///< evidence, or why
        TargetRole,                   ///< the host
        RuleRole,
        HeadingRole, ///< bool
        ErrorsRole,  ///< of a heading
        WarningsRole,
    };

    using QAbstractListModel::QAbstractListModel;

    void setHosts(std::vector<present::CheckedHost> hosts);
    void setFilter(present::ChecksFilter filter);
    void setGrouping(present::ChecksGrouping grouping);
    [[nodiscard]] present::ChecksFilter filter() const { return m_filter; }
    [[nodiscard]] present::ChecksGrouping grouping() const { return m_grouping; }
    [[nodiscard]] const std::vector<present::CheckedHost> &hosts() const { return m_hosts; }
    [[nodiscard]] const present::ChecksList &list() const { return m_list; }
    /// nullptr: a heading, or no such row.
    [[nodiscard]] const present::ChecksRow *rowAt(int row) const;
    /// The row about the same check, host and finding; -1 if it is not listed.
    [[nodiscard]] int rowOf(std::uint64_t host, const present::ChecksRow &wanted) const;
    /// The first row that can be selected; -1 if there is none.
    [[nodiscard]] int firstRow() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void listAgain();
    [[nodiscard]] static QVariant headingData(const present::ChecksRow &row, int role);

    std::vector<present::CheckedHost> m_hosts;
    present::ChecksFilter m_filter = present::ChecksFilter::Open;
    present::ChecksGrouping m_grouping = present::ChecksGrouping::FleetGroup;
    present::ChecksList m_list;
};

/// The glyph of a severity, or of an answer without a finding.
[[nodiscard]] draw::Glyph glyphOf(std::optional<findings::Severity> severity, checks::Status status);

} // namespace fabricscope::widgets
