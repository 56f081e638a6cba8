// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::widgets {

/// Host and guest as a table: one row per device, with both sides if known. First the devices of the guest,
/// in its order; then those that only the host has.
class HostVmModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Guest, GuestAddress, Host, HostAddress, File, Known };
    static constexpr int kColumns = Known + 1;
    enum Role { RowRole = Qt::UserRole + 1 }; ///< HostVmId::encoded(); the guest's if there is one

    using QAbstractTableModel::QAbstractTableModel;

    /// nullptr: none.
    void setExamination(std::shared_ptr<const present::HostVmExamination> examination);
    /// For a device of either side; invalid if it has no row.
    [[nodiscard]] QModelIndex indexOf(std::uint32_t row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// Numbers of rows of the table, and of the curve between them.
    struct Pair {
        std::optional<std::size_t> host, guest, curve;
    };
    [[nodiscard]] QString textOf(const Pair &pair, int column) const;
    [[nodiscard]] QString knownText(const Pair &pair) const;
    [[nodiscard]] QString fileText(const Pair &pair) const;

    std::shared_ptr<const present::HostVmExamination> m_examination;
    std::vector<Pair> m_pairs;
};

} // namespace fabricscope::widgets
