// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

class QTableView;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::layout {
struct AffinityId;
}

namespace fabricscope::widgets {

class AffinityModel;
class AffinityPresentation;

/// The two matrices as tables, GPU to NIC above GPU to GPU.
class AffinityTables : public QWidget {
    Q_OBJECT
public:
    explicit AffinityTables(QWidget *parent = nullptr);
    /// nullptr: nothing is judged.
    void setShown(std::shared_ptr<const AffinityPresentation> shown);
    /// Emits chosen(), as a selection by the user does.
    void select(const layout::AffinityId &cell);
    /// Not higher than their rows. For another UI font.
    void fit();
    [[nodiscard]] QTableView *nicTable() const { return m_nicTable; }
    [[nodiscard]] QTableView *gpuTable() const { return m_gpuTable; }

Q_SIGNALS:
    void chosen(quint32 cell); ///< AffinityId::encoded()

private:
    AffinityModel *m_nicModel, *m_gpuModel;
    QTableView *m_nicTable, *m_gpuTable;
};

} // namespace fabricscope::widgets
