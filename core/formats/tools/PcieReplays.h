// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace fabricscope::formats {

/// The fault of a device with so many PCIe replays since its last reset: "replays", or "replays_many" where
/// NVIDIA's diagnostics would fail for as many during a whole PCIe test (DCGM: max_pcie_replays).
[[nodiscard]] constexpr std::string_view replaysKind(std::uint64_t count) {
    constexpr std::uint64_t kMostOfTest = 80;
    return count > kMostOfTest ? "replays_many" : "replays";
}

} // namespace fabricscope::formats
