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

class Callout;

/// What a host's sources state that has no place in the tree, as one table below the other: the ports of a
/// pasted ibstat, the messages of a kernel log. Where there is no tree, the host's findings precede them.
class UnplacedView : public QScrollArea {
    Q_OBJECT
public:
    explicit UnplacedView(QWidget *parent = nullptr);
    /// Null: none. Is visible where there is something to show.
    void setTopology(const std::shared_ptr<const topology::Topology> &topology);
    [[nodiscard]] bool isEmpty() const { return m_tables.empty() && m_callouts.empty(); }
    [[nodiscard]] const std::vector<QTableView *> &tables() const { return m_tables; }
    [[nodiscard]] const std::vector<Callout *> &callouts() const { return m_callouts; }

protected:
    bool event(QEvent *event) override;

private:
    void fit();
    void addFindings();
    void addTables();

    std::shared_ptr<const topology::Topology> m_topology;
    QVBoxLayout *m_column;
    std::vector<Callout *> m_callouts; ///< the worst first
    std::vector<QTableView *> m_tables;
};

} // namespace fabricscope::widgets
