// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// After the touch part got stuck: which devices are read again, one by one, so that the one that hangs is
/// named. A read in the kernel cannot be ended from outside; the device is left out and the others go on.
class SlowTouch {
public:
    struct Step {
        std::string arguments; ///< for the script: "slow BDF BDF ..."
        std::string culprit;   ///< the device that just hung; empty at the first step
    };

    /// `lastLine` is the last line that came, which names the device before it is read. Nothing where there
    /// is nothing left to read, or after kMaxSteps (eight devices that hang: the host is lost).
    [[nodiscard]] std::optional<Step> next(const std::vector<std::string> &allFunctions,
                                           std::string_view lastLine);

    [[nodiscard]] std::size_t left() const { return m_left.size(); }

private:
    static constexpr int kMaxSteps = 9;
    std::vector<std::string> m_left;
    int m_steps = 0;
};

} // namespace fabricscope::app
