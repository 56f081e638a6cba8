// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QTableView>

#include <memory>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::topology {
class Topology;
}

class QVBoxLayout;

namespace fabricscope::widgets {

/// What a host's sources state that has no place in the tree, as one table below the other: the ports of a
/// pasted ibstat, the messages of a kernel log.
class UnplacedView : public QScrollArea {
    Q_OBJECT
public:
    explicit UnplacedView(QWidget *parent = nullptr);
    /// Null: none. Is visible where there is a table.
    void setTopology(const std::shared_ptr<const topology::Topology> &topology);
    [[nodiscard]] bool isEmpty() const { return m_tables.empty(); }
    [[nodiscard]] const std::vector<QTableView *> &tables() const { return m_tables; }

protected:
    bool event(QEvent *event) override;

private:
    void fit();

    std::shared_ptr<const topology::Topology> m_topology;
    QVBoxLayout *m_column;
    std::vector<QTableView *> m_tables;
};

} // namespace fabricscope::widgets
