// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/NearestName.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fabricscope::site {

namespace {

constexpr std::size_t kLongest = 64;

/// Characters to change, add, remove, or exchange with the next one (optimal string alignment).
std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> before(right.size() + 1), row(right.size() + 1), next(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        next[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t changed = row[j] + (left[i] == right[j] ? 0 : 1);
            next[j + 1] = std::min({next[j] + 1, row[j + 1] + 1, changed});
            if (i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j])
                next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        before.swap(row);
        row.swap(next);
    }
    return row.back();
}

/// Whether it has the characters of `name` in their order, and begins with the same three.
bool isAbbreviated(std::string_view known, std::string_view name) {
    constexpr std::size_t kSame = 3;
    if (name.size() < kSame || name.size() >= known.size() || known.substr(0, kSame) != name.substr(0, kSame))
        return false;
    std::size_t at = 0;
    for (const char c : known)
        at += at < name.size() && name[at] == c ? 1 : 0;
    return at == name.size();
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
    for (const std::string_view each : known)
        if (least == kLongest && isAbbreviated(each, name) &&
            (nearest.empty() || each.size() < nearest.size()))
            nearest = each;
    return nearest;
}

} // namespace fabricscope::site
