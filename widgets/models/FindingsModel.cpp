// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FindingsModel.h"

#include "core/topology/Topology.h"
#include "widgets/common/text/ToolTip.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fabricscope::widgets {

namespace {

QString shown(const std::string &text) {
    return QString::fromStdString(text);
}

} // namespace

QString ListedFinding::title() const {
    return shown(findings::capitalized(findings::title(finding), finding));
}

QString ListedFinding::why() const {
    const std::string lost = findings::withFullStop(findings::cost(finding));
    const std::string more = findings::sentence(finding);
    return shown(lost + (lost.empty() || more.empty() ? "" : " ") + more);
}

void FindingsModel::setFindings(std::vector<ListedFinding> findings) {
    std::map<quint64, std::size_t> order; // of hosts
    for (const ListedFinding &listed : findings)
        order.try_emplace(listed.hostId, order.size());
    std::stable_sort(findings.begin(), findings.end(), [&](const ListedFinding &a, const ListedFinding &b) {
        return std::pair(order.at(a.hostId), b.finding.severity) <
               std::pair(order.at(b.hostId), a.finding.severity);
    });
    if (findings == m_findings)
        return; // the selection stays
    beginResetModel();
    m_findings = std::move(findings);
    listHosts();
    listRows();
    endResetModel();
}

void FindingsModel::showOnly(quint64 host) {
    const bool isKnown = std::any_of(m_hosts.begin(), m_hosts.end(),
                                     [host](const FindingHost &known) { return known.id == host; });
    if (std::exchange(m_only, isKnown ? host : 0) == m_only)
        return;
    beginResetModel();
    listRows();
    endResetModel();
}

void FindingsModel::listHosts() {
    const std::vector<FindingHost> before = std::exchange(m_hosts, {});
    for (const ListedFinding &listed : m_findings) {
        if (m_hosts.empty() || m_hosts.back().id != listed.hostId)
            m_hosts.push_back({listed.hostId, shown(listed.finding.host), listed.hypervisor});
        FindingHost &host = m_hosts.back();
        host.errors += listed.finding.severity == findings::Severity::Error ? 1 : 0;
        host.warnings += listed.finding.severity == findings::Severity::Warning ? 1 : 0;
    }
    const bool areSame = std::equal(before.begin(), before.end(), m_hosts.begin(), m_hosts.end(),
                                    [](const FindingHost &a, const FindingHost &b) { return a.id == b.id; });
    if (!areSame)
        m_only = 0;
}

void FindingsModel::listRows() {
    m_rows.clear();
    const bool areOthers = m_hosts.size() > 1 || (m_hosts.size() == 1 && !m_hosts[0].hypervisor.isEmpty());
    const bool hasHeadings = areOthers && m_only == 0;
    std::size_t finding = 0;
    for (std::size_t host = 0; host < m_hosts.size(); ++host) {
        const bool isShown = m_only == 0 || m_hosts[host].id == m_only;
        if (hasHeadings)
            m_rows.push_back({host, std::nullopt});
        for (; finding < m_findings.size() && m_findings[finding].hostId == m_hosts[host].id; ++finding)
            if (isShown)
                m_rows.push_back({host, finding});
    }
}

const ListedFinding *FindingsModel::findingAt(int row) const {
    const Row &shown = m_rows[static_cast<std::size_t>(row)];
    return shown.finding ? &m_findings[*shown.finding] : nullptr;
}

int FindingsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

Qt::ItemFlags FindingsModel::flags(const QModelIndex &index) const {
    const bool isHeading = index.isValid() && findingAt(index.row()) == nullptr;
    return isHeading ? Qt::ItemFlags(Qt::NoItemFlags) : QAbstractListModel::flags(index);
}

QVariant FindingsModel::headingData(const FindingHost &host, int role) const {
    const QString runsOn = host.hypervisor.isEmpty() ? QString() : tr("VM of %1").arg(host.hypervisor);
    switch (role) {
    case Qt::DisplayRole:
        return host.name;
    case Qt::AccessibleTextRole:
        return tr("%1: errors %2, warnings %3")
            .arg(runsOn.isEmpty() ? host.name : tr("%1, %2").arg(host.name, runsOn))
            .arg(host.errors)
            .arg(host.warnings);
    case WhyRole:
        return runsOn;
    case HeadingRole:
        return true;
    case ErrorsRole:
        return host.errors;
    case WarningsRole:
        return host.warnings;
    default:
        return {};
    }
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ListedFinding *listed = findingAt(index.row());
    if (listed == nullptr)
        return headingData(m_hosts[m_rows[static_cast<std::size_t>(index.row())].host], role);
    static const QString kWords[] = {tr("note"), tr("warning"), tr("error")};
    const findings::Finding &finding = listed->finding;
    const QString host = shown(finding.host);
    const bool isOfHost = finding.device.empty() || finding.device == finding.host;
    const QString target = isOfHost ? host : tr("%1, %2").arg(shown(finding.device), host);
    switch (role) {
    case Qt::DisplayRole:
        return listed->title();
    case Qt::ToolTipRole:
        return plainToolTip(listed->why().isEmpty() ? listed->title() : listed->why());
    case Qt::AccessibleTextRole:
        return tr("%1: %2, %3").arg(kWords[static_cast<int>(finding.severity)], target, listed->title());
    case SeverityRole:
        return static_cast<int>(finding.severity);
    case TargetRole:
        return target;
    case WhyRole:
        return listed->why();
    case HeadingRole:
        return false;
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
