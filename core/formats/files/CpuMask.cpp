// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CpuMask.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/HostBuilder.h"

#include <fmt/format.h>

#include <bit>
#include <vector>

namespace fabricscope::formats {

std::optional<std::string> cpuListOfMask(std::string_view mask) {
    constexpr std::size_t kBits = 32;
    std::vector<std::uint64_t> words; // the highest first
    for (std::string_view rest = trimmed(mask); !rest.empty();) {
        std::string_view word = trimmed(takeUntil(rest, ','));
        if (word.substr(0, 2) == "0x")
            word.remove_prefix(2);
        const auto value = word.empty() ? std::optional<std::uint64_t>(0) : hexNumber(word);
        if (!value || *value > 0xFFFFFFFF || words.size() * kBits >= HostLimits::kCpuNumber)
            return std::nullopt;
        words.push_back(*value);
    }
    if (words.empty())
        return std::nullopt;
    const std::size_t count = words.size() * kBits;
    // The next one from `cpu` on that is set (or not); `count` behind the last.
    const auto next = [&](std::size_t cpu, bool set) {
        for (; cpu < count; cpu += kBits - cpu % kBits) {
            const std::uint64_t word = words[words.size() - 1 - cpu / kBits];
            if (const auto left = static_cast<std::uint32_t>(set ? word : ~word) >> (cpu % kBits); left != 0)
                return cpu + static_cast<std::size_t>(std::countr_zero(left));
        }
        return count;
    };
    std::string list;
    for (std::size_t first = next(0, true), end = 0; first < count; first = next(end, true)) {
        end = next(first, false);
        list += list.empty() ? "" : ",";
        list += end - first == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, end - 1);
    }
    return list;
}

} // namespace fabricscope::formats
