// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <QAbstractListModel>
#include <QString>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// A finding in the list, and its target.
struct ListedFinding {
    findings::Finding finding; ///< `host` as the sidebar calls it
    QString hypervisor;        ///< of a VM's: the host that it runs on, likewise; else empty
    quint64 hostId = 0;
    std::optional<quint32> node; ///< of that host's topology
    [[nodiscard]] QString title() const;
    /// Sentences; may be empty.
    [[nodiscard]] QString why() const;
    friend bool operator==(const ListedFinding &, const ListedFinding &) = default;
};

/// One of the hosts with findings.
struct FindingHost {
    quint64 id = 0;
    QString name, hypervisor; ///< as ListedFinding has them
    int errors = 0, warnings = 0;
    friend bool operator==(const FindingHost &, const FindingHost &) = default;
};

/// By host, in the given order; the worst of each first, those of equal severity in the given order. If there
/// are several hosts, or only one that is a VM of the shown host, each starts with a header row, which cannot
/// be selected.
class FindingsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        SeverityRole = Qt::UserRole + 1,
        TargetRole,
        WhyRole,
        HeadingRole, ///< bool: a host's row
        ErrorsRole,  ///< of a host's row
        WarningsRole,
    };

    using QAbstractListModel::QAbstractListModel;

    /// Findings of other hosts than before: those of all hosts are shown again.
    void setFindings(std::vector<ListedFinding> findings);
    /// Only those of this host; of all if it is 0 or has no findings.
    void showOnly(quint64 host);
    [[nodiscard]] quint64 shownOnly() const { return m_only; }
    [[nodiscard]] const std::vector<FindingHost> &hosts() const { return m_hosts; }
    /// Of all hosts, regardless of the filter.
    [[nodiscard]] int count() const { return static_cast<int>(m_findings.size()); }
    /// nullptr: a host's row.
    [[nodiscard]] const ListedFinding *findingAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        std::size_t host = 0;
        std::optional<std::size_t> finding; ///< absent: the host's own row
    };
    void listHosts();
    void listRows();
    [[nodiscard]] QVariant headingData(const FindingHost &host, int role) const;

    std::vector<ListedFinding> m_findings;
    std::vector<FindingHost> m_hosts;
    std::vector<Row> m_rows;
    quint64 m_only = 0;
};

} // namespace fabricscope::widgets
