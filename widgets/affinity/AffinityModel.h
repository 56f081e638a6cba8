// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <cstddef>
#include <memory>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityPresentation;

/// One of the two matrices as a table: rows and columns in the order of the picture, without the NICs that
/// are outside of the fabric and in no pair.
class AffinityModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Matrix { GpuToNic, GpuToGpu };
    enum Role {
        CellRole = Qt::UserRole, ///< AffinityId::encoded()
        MarkRole,                ///< present::CellMark as a number
        BandwidthRole,           ///< physical GB/s; invalid where it is not known
        LibraryRole,             ///< "PHB, no GDR"
    };

    explicit AffinityModel(Matrix matrix, QObject *parent = nullptr);
    void setShown(std::shared_ptr<const AffinityPresentation> shown);
    [[nodiscard]] Matrix matrix() const { return m_matrix; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] layout::AffinityId idAt(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const layout::AffinityId &id) const;

private:
    [[nodiscard]] const std::vector<std::size_t> &columns() const;
    Matrix m_matrix;
    std::shared_ptr<const AffinityPresentation> m_shown;
    std::vector<std::size_t> m_nics; ///< of the fabric, and others that a pair uses
};

} // namespace fabricscope::widgets
