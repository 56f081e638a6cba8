// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/MemberName.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::capture {

namespace {

constexpr std::size_t kLongestName = 255;    // of Linux
constexpr std::size_t kLongestTarget = 4095; // likewise

} // namespace

bool isBadName(std::string_view name) {
    return name.size() > kLongestName ||
           (!isPlainAscii(name) && std::any_of(name.begin(), name.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
           }));
}

bool isLastComponent(std::string_view rest) {
    while (!rest.empty())
        if (const std::string_view component = takeUntil(rest, '/'); !component.empty() && component != ".")
            return false;
    return true;
}

bool mayBeTarget(std::string_view target) {
    return target.size() <= kLongestTarget && std::none_of(target.begin(), target.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x20;
           });
}

} // namespace fabricscope::capture
