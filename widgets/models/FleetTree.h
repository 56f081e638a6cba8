// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetEntry.h"

#include <memory>
#include <vector>

namespace fabricscope::widgets {

/// A row of the sidebar. A Fold represents hosts that are identical to the one above it; they are its
/// children.
enum class FleetRow { Group, Host, Vm, Guest, Fold, Capture };

struct FleetNode {
    QString key; ///< the same for the same thing in the next tree; no two of one tree have the same
    FleetRow row = FleetRow::Group;
    FleetEntry entry; ///< of groups and folds: name, id of the group, sums of findings
    FleetNode *parent = nullptr;
    std::vector<std::unique_ptr<FleetNode>> children;

    [[nodiscard]] int place() const;
    /// Hosts of a group, including folded ones.
    [[nodiscard]] int hosts() const;
    /// Whether everything below is simulated; false if there is nothing.
    [[nodiscard]] bool allSimulated() const;
};
using FleetNodes = std::vector<std::unique_ptr<FleetNode>>;

/// The groups in their order, then "Hosts" with those without a group, then "Captures"; the last two only if
/// they have entries. VMs are below their hypervisor, identical hosts below the first of them. Parents are
/// not set.
[[nodiscard]] FleetNodes fleetTree(const std::vector<FleetEntry> &entries,
                                   const std::vector<FleetGroup> &groups);

} // namespace fabricscope::widgets

Q_DECLARE_METATYPE(fabricscope::widgets::FleetRow)
