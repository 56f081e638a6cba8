// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace fabricscope::site {

/// The known name that a mistyped one is probably meant to be: the one with the fewest changed, missing,
/// additional or exchanged characters, at most a third of its length; the first of several. Else the shortest
/// that it abbreviates: "nic_fw" is nic_firmware. Empty: none is near, or `name` is longer than 64 bytes.
[[nodiscard]] std::string_view nearestName(std::string_view name, const std::vector<std::string_view> &known);

} // namespace fabricscope::site
