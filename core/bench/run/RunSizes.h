// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace fabricscope::bench {

/// The size of one stored run in the database, in bytes.
struct RunSize {
    std::string id, host, tool;
    std::int64_t createdMs = 0; ///< Unix time
    bool isPinned = false;
    std::uint64_t output = 0, telemetry = 0, files = 0;
    std::uint64_t captures = 0; ///< counted for each run that has them, but stored once
    [[nodiscard]] std::uint64_t total() const { return output + telemetry + files + captures; }
};

/// Size and limit of the database of runs on disk, in bytes.
struct StoreUsage {
    std::uint64_t bytes = 0; ///< without space left by deleted runs
    std::uint64_t limit = 0; ///< 0: none
    std::uint64_t runs = 0, pinned = 0;
    friend bool operator==(const StoreUsage &, const StoreUsage &) = default;
};

} // namespace fabricscope::bench
