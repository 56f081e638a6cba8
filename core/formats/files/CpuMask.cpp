// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CpuMask.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/HostBuilder.h"

#include <fmt/format.h>

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
    const auto isSet = [&](std::size_t cpu) {
        return cpu < count && ((words[words.size() - 1 - cpu / kBits] >> (cpu % kBits)) & 1U) != 0;
    };
    std::string list;
    for (std::size_t cpu = 0; cpu < count; ++cpu) {
        if (!isSet(cpu))
            continue;
        const std::size_t first = cpu;
        while (isSet(cpu + 1))
            ++cpu;
        list += list.empty() ? "" : ",";
        list += first == cpu ? fmt::format("{}", first) : fmt::format("{}-{}", first, cpu);
    }
    return list;
}

} // namespace fabricscope::formats
