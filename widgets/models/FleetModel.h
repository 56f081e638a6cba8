// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// How a host of the sidebar stands.
enum class HostLink { Waiting, Connecting, Collecting, Connected, Disconnected, Unreachable, Capture };

/// One host, VM or capture of the Fleet sidebar. `id` is given by whoever owns the hosts and never used
/// twice.
struct FleetEntry {
    quint64 id = 0;
    QString name;
    QString target; ///< as the user named it, for the tooltip
    HostLink link = HostLink::Waiting;
    QString badge;  ///< "MI355X ×8"; empty while unknown
    QString detail; ///< "offline", "62 %"; shown instead of counts
    QString group;  ///< a list's, where the host came from one; empty: "Hosts"
    bool simulated = false;
    int errors = 0;
    int warnings = 0;
    /// The entry that this host is a VM of, where a hypervisor's processes name it.
    std::optional<quint64> hypervisor;
    /// VMs that run there and are no entries of their own.
    struct Guest {
        QString name;
        int gpus = 0;
        friend bool operator==(const Guest &, const Guest &) = default;
    };
    std::vector<Guest> guests;
    friend bool operator==(const FleetEntry &, const FleetEntry &) = default;
};

/// Groups ("Hosts", those of lists, "Captures"), hosts below them, VMs below their hypervisor. New entries
/// are compared with the old ones by key, so that selection and expansion survive.
class FleetModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum class Row { Group, Host, Vm, Guest, Capture };
    enum Role {
        RowRole = Qt::UserRole + 1, ///< Row
        IdRole,                     ///< quint64; 0 for groups and guests
        LinkRole,                   ///< HostLink
        BadgeRole,
        DetailRole,
        ErrorsRole,
        WarningsRole,
        SimulatedRole,
    };

    explicit FleetModel(QObject *parent = nullptr);
    ~FleetModel() override;

    void setEntries(const std::vector<FleetEntry> &entries);
    [[nodiscard]] QModelIndex indexOf(quint64 id) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Node;
    [[nodiscard]] Node *nodeOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const Node *node) const;
    void update(Node &parent, std::vector<std::unique_ptr<Node>> wanted);
    void takeOver(Node &parent, std::size_t row, Node &wanted);

    std::unique_ptr<Node> m_root;
};

} // namespace fabricscope::widgets

Q_DECLARE_METATYPE(fabricscope::widgets::HostLink)
Q_DECLARE_METATYPE(fabricscope::widgets::FleetModel::Row)
