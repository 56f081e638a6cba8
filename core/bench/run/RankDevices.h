// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// A rank in the output of nccl-tests: "Group 0 Pid 71 on node-1 device 0 [0x0f] NVIDIA H100" (older versions
/// without the group), or "[0000:0f:00] ...".
struct RankDevice {
    std::string host;            ///< "node-1"
    std::optional<int> device;   ///< 0
    std::optional<unsigned> bus; ///< of the GPU's BDF, 0x0f
    std::string text;            ///< "device 0 [0x0f] NVIDIA H100"
};

/// Parses this line; absent if it is another kind of line.
[[nodiscard]] std::optional<RankDevice> rankDeviceOf(std::string_view line);
[[nodiscard]] std::optional<RankDevice> rankDevice(const Results &results, int rank);
/// All ranks that the log names, in log order.
[[nodiscard]] std::vector<RankDevice> rankDevices(const Results &results);

} // namespace fabricscope::bench
