// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// Used after the touch part hung: runs it again, slowly, naming each device before it is read, to find the
/// one that hangs; then without that one. A read in the kernel cannot be ended from outside.
class SlowTouch {
public:
    struct Step {
        std::string arguments;   ///< for touch.sh: "slow -0000:41:00.0"
        std::string stuckDevice; ///< what just hung: "0000:41:00.0", "net/eth0", "rdma/mlx5_0"; empty at the
                                 ///< first step
    };

    /// `section` was open when the output stopped, `lastLine` is its last line. std::nullopt if it does not
    /// name the device, or after too many of them: the host is lost.
    [[nodiscard]] std::optional<Step> next(std::string_view section, std::string_view lastLine);

private:
    static constexpr std::size_t kMaxStuckDevices = 8;
    std::vector<std::string> m_stuckDevices;
    bool m_slow = false;
};

} // namespace fabricscope::app
