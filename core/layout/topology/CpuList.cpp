// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/CpuList.h"

#include "core/base/Text.h"

namespace fabricscope::layout {

std::optional<std::uint64_t> cpuCount(std::string_view list) {
    std::uint64_t count = 0;
    list = trimmed(list);
    while (!list.empty()) {
        std::string_view range = takeUntil(list, ',');
        const bool isRange = range.find('-') != std::string_view::npos;
        const auto first = parseInteger<std::uint32_t>(takeUntil(range, '-'));
        const auto last = isRange ? parseInteger<std::uint32_t>(range) : first;
        if (!first || !last || *last < *first)
            return std::nullopt;
        count += std::uint64_t{*last} - *first + 1;
    }
    return count;
}

} // namespace fabricscope::layout
