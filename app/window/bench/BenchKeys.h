// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::app::window {

// Keys by which the Benchmarks screen identifies its runs and choices; each is followed by the number of its
// table.

/// Of an open log, by its number.
[[nodiscard]] inline std::string logKey(std::uint64_t log) {
    return "log:" + std::to_string(log) + ":";
}
/// Of a run of this session.
[[nodiscard]] inline std::string keyOf(std::uint64_t number) {
    return "run:" + std::to_string(number) + ":";
}
/// Of a stored run.
[[nodiscard]] inline std::string keyOf(const std::string &id) {
    return "kept:" + id + ":";
}
/// Of the medians of a queue.
[[nodiscard]] inline std::string medianKey(const std::string &group) {
    return "median:" + group;
}

/// Whether `key` equals `requested`, or starts with it if `requested` is a prefix (ends with ':').
[[nodiscard]] inline bool isOf(std::string_view key, std::string_view requested) {
    return key == requested || (requested.ends_with(':') && key.starts_with(requested));
}

// What a run is compared with.
inline constexpr std::string_view kLastKey = "last:", kRunKey = "run:", kNothingKey = "none";

} // namespace fabricscope::app::window
