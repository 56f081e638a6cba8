// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

// The value of a secret in other text.

/// Letters, digits and '_'.
[[nodiscard]] bool isWordChar(char c);

/// A shorter value is matched as a whole word only.
inline constexpr std::size_t kMinSecretValue = 4;

/// Position of a value in a text from `at` on; a short one as a separate word. `before`: the character before
/// the text; `isEnd`: no more text follows.
[[nodiscard]] std::size_t findValue(std::string_view text, std::string_view value, std::size_t at,
                                    char before, bool isEnd);

/// How tools print a value: as a string of JSON or Python, in a URL, in HTML, or quoted by a shell (`set -x`,
/// `printf %q`).
[[nodiscard]] std::vector<std::string> encodedForms(const std::string &value);

/// A whole value in base64 (both alphabets): alone, with a line feed (`echo $TOKEN | base64`), inside a
/// longer text
/// ("user:TOKEN"), as UTF-16; in base32, in hexadecimal, and backwards. None of a short one: it may be a part
/// of something else.
[[nodiscard]] std::vector<std::string> binaryForms(const std::string &value);

} // namespace fabricscope::bench
