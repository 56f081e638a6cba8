// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/ChecksModel.h"

#include "widgets/common/text/QtText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

using present::ChecksRow;

draw::Glyph glyphOf(std::optional<findings::Severity> severity, checks::Status status) {
    if (severity) {
        constexpr draw::Glyph kGlyphs[] = {draw::Glyph::Note, draw::Glyph::Warning, draw::Glyph::Error};
        return kGlyphs[static_cast<int>(*severity)];
    }
    return status == checks::Status::Passed ? draw::Glyph::Ok : draw::Glyph::Unreachable;
}

void ChecksModel::setHosts(std::vector<present::CheckedHost> hosts) {
    beginResetModel();
    m_hosts = std::move(hosts);
    listAgain();
    endResetModel();
}

void ChecksModel::setFilter(present::ChecksFilter filter) {
    beginResetModel();
    m_filter = filter;
    listAgain();
    endResetModel();
}

void ChecksModel::setGrouping(present::ChecksGrouping grouping) {
    beginResetModel();
    m_grouping = grouping;
    listAgain();
    endResetModel();
}

void ChecksModel::listAgain() {
    m_list = present::checksList(m_hosts, m_filter, m_grouping);
}

const ChecksRow *ChecksModel::rowAt(int row) const {
    if (row < 0 || row >= rowCount())
        return nullptr;
    const ChecksRow &found = m_list.rows[static_cast<std::size_t>(row)];
    return found.result ? &found : nullptr;
}

int ChecksModel::rowOf(std::uint64_t host, const ChecksRow &wanted) const {
    const auto found = std::find_if(m_list.rows.begin(), m_list.rows.end(), [&](const ChecksRow &row) {
        return row.result && m_hosts[row.host].id == host && row.result == wanted.result &&
               row.finding == wanted.finding && row.isMuted == wanted.isMuted;
    });
    return found != m_list.rows.end() ? static_cast<int>(found - m_list.rows.begin()) : -1;
}

int ChecksModel::firstRow() const {
    for (int row = 0; row < rowCount(); ++row)
        if (rowAt(row) != nullptr)
            return row;
    return -1;
}

int ChecksModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_list.rows.size());
}

QVariant ChecksModel::headingData(const ChecksRow &row, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return toQString(row.heading);
    case Qt::AccessibleTextRole:
        return tr("%1: %2 errors, %3 warnings").arg(toQString(row.heading)).arg(row.errors).arg(row.warnings);
    case HeadingRole:
        return true;
    case ErrorsRole:
        return static_cast<int>(row.errors);
    case WarningsRole:
        return static_cast<int>(row.warnings);
    default:
        return {};
    }
}

QVariant ChecksModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ChecksRow &row = m_list.rows[static_cast<std::size_t>(index.row())];
    if (!row.result)
        return headingData(row, role);
    if (role == HeadingRole)
        return false;
    const present::ChecksRowText text = present::textOf(row, m_hosts);
    switch (role) {
    case Qt::DisplayRole:
        return toQString(text.title);
    case Qt::AccessibleTextRole: {
        const QString what =
            toQString(text.severity ? findings::toString(*text.severity) : checks::toString(text.status));
        return tr("%1, %2, %3").arg(what, toQString(text.title), toQString(text.target));
    }
    case GlyphRole:
        return static_cast<int>(glyphOf(text.severity, text.status));
    case LineRole:
        return toQString(text.line);
    case TargetRole:
        return toQString(text.target);
    case RuleRole:
        return toQString(text.rule);
    default:
        return {};
    }
}

Qt::ItemFlags ChecksModel::flags(const QModelIndex &index) const {
    return rowAt(index.row()) != nullptr ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                         : Qt::ItemFlags(Qt::ItemIsEnabled);
}

} // namespace fabricscope::widgets
