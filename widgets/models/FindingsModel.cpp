// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FindingsModel.h"

#include "core/topology/Topology.h"

#include <algorithm>

namespace fabricscope::widgets {

void FindingsModel::setFindings(std::vector<Finding> findings) {
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    if (findings == m_findings)
        return; // the selection stays
    beginResetModel();
    m_findings = std::move(findings);
    endResetModel();
}

int FindingsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size());
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    static const QString kWords[] = {tr("note"), tr("warning"), tr("error")};
    const Finding &finding = at(index.row());
    const QString target =
        finding.device.isEmpty() ? finding.host : tr("%1, %2").arg(finding.device, finding.host);
    switch (role) {
    case Qt::DisplayRole:
        return finding.title;
    case Qt::ToolTipRole:
        return (finding.why.isEmpty() ? finding.title : finding.why).toHtmlEscaped();
    case Qt::AccessibleTextRole:
        return tr("%1: %2, %3").arg(kWords[static_cast<int>(finding.severity)], target, finding.title);
    case SeverityRole:
        return static_cast<int>(finding.severity);
    case TargetRole:
        return target;
    case WhyRole:
        return finding.why;
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
