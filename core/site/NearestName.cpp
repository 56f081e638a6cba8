// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/NearestName.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fabricscope::site {

namespace {

constexpr std::size_t kLongest = 64;

/// Characters to change, add or remove (Levenshtein).
std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row.back();
}

} // namespace

std::string_view nearestName(std::string_view name, const std::vector<std::string_view> &known) {
    if (name.size() > kLongest)
        return {};
    std::string_view nearest;
    std::size_t least = kLongest;
    for (const std::string_view each : known) {
        const std::size_t apart = distance(name, each);
        if (apart < least && apart * 3 <= std::max(name.size(), each.size())) {
            least = apart;
            nearest = each;
        }
    }
    return nearest;
}

} // namespace fabricscope::site
