// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/versions/Version.h"

#include "core/base/Text.h"

namespace fabricscope::checks::versions {

std::optional<Version> Version::parse(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789";
    constexpr std::size_t kLongest = 9;
    Version version;
    std::size_t count = 0;
    for (auto at = text.find_first_of(kDigits); at != std::string_view::npos && count < kMost;) {
        const auto end = std::min(text.find_first_not_of(kDigits, at), text.size());
        const auto number = parseInteger<std::uint32_t>(text.substr(at, end - at));
        if (!number || end - at > kLongest)
            return std::nullopt;
        version.m_numbers.at(count++) = *number;
        at = text.find_first_of(kDigits, end);
    }
    if (count == 0)
        return std::nullopt;
    return version;
}

} // namespace fabricscope::checks::versions
