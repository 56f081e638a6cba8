// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope {

std::string toString(ByteCount bytes) {
    static constexpr std::array<const char *, 7> kSuffixes = {"", "K", "M", "G", "T", "P", "E"};
    std::uint64_t whole = bytes.value;
    std::size_t step = 0;
    while (whole >= 1024 && whole % 1024 == 0 && step + 1 < kSuffixes.size()) {
        whole /= 1024;
        ++step;
    }
    if (whole < 10240)
        return fmt::format("{}{}", whole, kSuffixes[step]);
    double scaled = static_cast<double>(whole);
    while (scaled >= 1024 && step + 1 < kSuffixes.size()) {
        scaled /= 1024;
        ++step;
    }
    return fmt::format("{:.1f}{}", scaled, kSuffixes[step]);
}

std::string toString(GigabytesPerSecond bandwidth) {
    return fmt::format("{:.1f} GB/s", bandwidth.value);
}

} // namespace fabricscope
