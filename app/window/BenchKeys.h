// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::app::window {

// By which the Benchmarks screen identifies its runs and choices: each with the number of its table behind.

/// Of a log that is open, by its number.
[[nodiscard]] inline std::string logKey(std::uint64_t log) {
    return "log:" + std::to_string(log) + ":";
}
/// Of a run of this session.
[[nodiscard]] inline std::string keyOf(std::uint64_t number) {
    return "run:" + std::to_string(number) + ":";
}
/// Of a run that was kept.
[[nodiscard]] inline std::string keyOf(const std::string &id) {
    return "kept:" + id + ":";
}
/// Of what the steps of a queue come to.
[[nodiscard]] inline std::string medianKey(const std::string &group) {
    return "median:" + group;
}

/// Whether a key is this one, or of this family, whose keys begin so.
[[nodiscard]] inline bool isOf(std::string_view key, std::string_view requested) {
    return key == requested || (requested.ends_with(':') && key.starts_with(requested));
}

// What a run is held against.
inline constexpr std::string_view kLastKey = "last:", kRunKey = "run:", kNothingKey = "none";

} // namespace fabricscope::app::window
