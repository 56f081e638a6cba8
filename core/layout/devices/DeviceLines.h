// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/FoldMark.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// A line of a device's box below its name. Elastic parts may be truncated if space is short; addresses and
/// numbers are not.
struct DeviceLine {
    std::string label = {}; ///< "PF", "VF"
    std::string text = {};
    draw::TextStyle style = draw::style::kAddress;
    draw::Level level = draw::level::kWords;
    bool elastic = false, lock = false, ruleAbove = false;
    std::optional<IommuGroup> tag = {};
    std::vector<NodeId> areas = {}; ///< nodes that this line stands for
    std::optional<FoldLabel> fold = {};
};

/// What is in the box of a GPU, NIC or NVSwitch below its name.
struct DeviceContent {
    std::vector<DeviceLine> lines;
    std::vector<NodeId> cells; ///< partitions and VFs, each a cell
};
[[nodiscard]] DeviceContent deviceContent(const Scene &scene, const Node &node);

} // namespace fabricscope::layout
