// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::topology {
class Topology;
struct Node;
using NodeId = std::uint32_t;
} // namespace fabricscope::topology

namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::widgets {

/// The hardware tree of one host: NUMA nodes, root complexes, root ports, switches, bridges, devices, and
/// below these their VFs and partitions. The Topology picture as a table, also for screen readers.
class HardwareTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Bdf, Kind, Link, Driver, Group, Owner, Severity, Columns };
    enum Role {
        NodeRole = Qt::UserRole + 1, ///< topology::NodeId
        KeyRole,                     ///< QString: the same for the same device when the host is read again
    };

    explicit HardwareTreeModel(QObject *parent = nullptr);
    ~HardwareTreeModel() override;

    /// Both may be nullptr. `judgement` is of this topology and outlives its use here.
    void setTopology(std::shared_ptr<const topology::Topology> topology,
                     std::shared_ptr<const affinity::Judgement> judgement);
    [[nodiscard]] const topology::Topology *topology() const { return m_topology.get(); }
    [[nodiscard]] QModelIndex indexOf(topology::NodeId node, int column = Name) const;
    [[nodiscard]] std::optional<topology::NodeId> nodeAt(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Place;
    void arrange();
    void judge(const affinity::Judgement *judgement);
    [[nodiscard]] topology::NodeId parentOf(const topology::Node &node) const;
    [[nodiscard]] const std::vector<topology::NodeId> &childrenOf(const QModelIndex &index) const;
    [[nodiscard]] QString text(const topology::Node &node, int column) const;
    [[nodiscard]] QString key(const topology::Node &node) const;

    std::shared_ptr<const topology::Topology> m_topology;
    std::vector<Place> m_places; ///< by node
    bool m_oneDomain = true;     ///< addresses are shown without their domain
};

} // namespace fabricscope::widgets
