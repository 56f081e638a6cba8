// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetFilter.h"

#include "widgets/models/FleetModel.h"

#include <algorithm>

namespace fabricscope::widgets {

FleetFilter::FleetFilter(QObject *parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
}

void FleetFilter::setText(const QString &text) {
    m_text = text.trimmed();
    invalidateFilter();
}

bool FleetFilter::filterAcceptsRow(int row, const QModelIndex &parent) const {
    if (m_text.isEmpty())
        return true;
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const auto kind = index.data(FleetModel::RowRole).value<FleetRow>();
    if (kind == FleetRow::Fold)
        return false;
    const auto holds = [&](int role) {
        return index.data(role).toString().contains(m_text, Qt::CaseInsensitive);
    };
    return holds(Qt::DisplayRole) || holds(FleetModel::BadgeRole) ||
           (kind != FleetRow::Group && holds(FleetModel::DetailRole)); // a group's is its count
}

} // namespace fabricscope::widgets
