// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetTree.h"

#include <QAbstractItemModel>
#include <QList>
#include <QString>

#include <memory>
#include <vector>

namespace fabricscope::widgets {

/// Groups, hosts below them, VMs below their hypervisor, identical hosts folded, "Captures". New entries are
/// compared with the old ones by key, so that selection and expansion are kept. Changes by the user (another
/// name, another group) are requested by signals: the owner of the hosts makes them and sets new entries.
class FleetModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using Row = FleetRow;
    enum Role {
        RowRole = Qt::UserRole + 1, ///< Row
        IdRole,                     ///< quint64; 0 for groups, guests and folds
        LinkRole,                   ///< HostLink
        BadgeRole,
        DetailRole,
        ErrorsRole,
        WarningsRole,
        SimulatedRole, ///< of groups: all that is in them
        GroupRole,     ///< quint64: the row's own group, or the group itself; 0: none
        KeyRole,       ///< FleetNode::key
        CleanRole,     ///< it was read, and has no findings
    };
    /// Dragged hosts: their ids, quint64 each, by QDataStream.
    static constexpr const char *kMimeType = "application/x-fabricscope-hosts";

    explicit FleetModel(QObject *parent = nullptr);
    ~FleetModel() override;

    void setEntries(const std::vector<FleetEntry> &entries, const std::vector<FleetGroup> &groups = {});
    [[nodiscard]] QModelIndex indexOf(quint64 id) const;
    [[nodiscard]] QModelIndex indexOfGroup(quint64 group) const;
    [[nodiscard]] const std::vector<FleetGroup> &groups() const { return m_groups; }
    [[nodiscard]] const FleetSums &sums() const { return m_sums; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    void aboutToUpdate(); ///< rows change until updated()
    void updated();
    void renameRequested(quint64 id, const QString &name);
    void groupRenameRequested(quint64 group, const QString &name);
    /// Into the group (0: none), before that host; 0: at the end.
    void moveRequested(const QList<quint64> &ids, quint64 group, quint64 before);

private:
    [[nodiscard]] FleetNode *nodeOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const FleetNode *node) const;
    [[nodiscard]] const FleetNode *find(const FleetNode &below, quint64 id) const;
    [[nodiscard]] QString toolTip(const FleetNode &node) const;
    [[nodiscard]] QString accessibleText(const FleetNode &node) const;
    void update(FleetNode &parent, FleetNodes desired);
    void takeOver(FleetNode &parent, std::size_t row, FleetNode &desired);

    std::unique_ptr<FleetNode> m_root;
    std::vector<FleetGroup> m_groups;
    FleetSums m_sums;
};

} // namespace fabricscope::widgets
