// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/Pseudonyms.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// "10.0.0.1" and nothing else, no leading zeros.
[[nodiscard]] std::optional<std::uint32_t> parseIpv4(std::string_view text);
[[nodiscard]] std::string formatIpv4(std::uint32_t a);
/// The pseudonym of "010.001.002.004", with as many digits as before where it has no more. `text` is one of
/// looksLikeIpv4().
[[nodiscard]] std::string paddedIpv4(std::string_view text, const Pseudonyms &pseudonyms);

/// RFC 4291 text forms only.
[[nodiscard]] std::optional<Pseudonyms::Ipv6> parseIpv6(std::string_view text);
/// In the form of the original: all digits, or with the longest run of zeros left out.
[[nodiscard]] std::string formatIpv6(const Pseudonyms::Ipv6 &address, std::string_view like);

/// What is between colons.
[[nodiscard]] std::vector<std::string_view> splitGroups(std::string_view run);

} // namespace fabricscope::capture
