// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace fabricscope::bench {

/// What one kept run takes in the database, in bytes.
struct RunSize {
    std::string id, host, tool;
    std::int64_t createdMs = 0; ///< Unix time
    bool isPinned = false;
    std::uint64_t output = 0, telemetry = 0, files = 0;
    std::uint64_t captures = 0; ///< counted with each run that has them, and kept once
    [[nodiscard]] std::uint64_t total() const { return output + telemetry + files + captures; }
};

/// What the database of runs takes on its disk, and may take, in bytes.
struct StoreUsage {
    std::uint64_t bytes = 0; ///< without what deleted runs have left
    std::uint64_t limit = 0; ///< 0: none
    std::uint64_t runs = 0, pinned = 0;
    friend bool operator==(const StoreUsage &, const StoreUsage &) = default;
};

} // namespace fabricscope::bench
