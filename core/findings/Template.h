// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::findings {

/// The value of an argument, if present. Values are inserted unchanged.
using ArgumentOf = std::function<std::optional<std::string>(std::string_view name)>;

struct Filled {
    std::string text;
    bool isWhole = true; ///< no argument outside of [ ] was absent
};
/// Fills a template of Rule (Rules.h has its grammar).
[[nodiscard]] Filled filled(std::string_view text, const ArgumentOf &argument);

/// False for "{" without "}", "[" without "]" or the reverse; the test of the rules fails on such a row.
[[nodiscard]] bool isWellFormed(std::string_view text);

} // namespace fabricscope::findings
