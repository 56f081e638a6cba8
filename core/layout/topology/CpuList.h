// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::layout {

/// How many CPUs a kernel CPU list names: "0-31,64-95" is 64, "" is none. Not a list: std::nullopt.
[[nodiscard]] std::optional<std::uint64_t> cpuCount(std::string_view list);

} // namespace fabricscope::layout
