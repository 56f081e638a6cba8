// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::findings {

/// The value of an argument, if it is there. Values are put in as they are.
using ArgumentOf = std::function<std::optional<std::string>(std::string_view name)>;

struct Filled {
    std::string text;
    bool isWhole = true; ///< no argument outside of [ ] was absent
};
/// Fills a template of Rule (Rules.h has its grammar).
[[nodiscard]] Filled filled(std::string_view text, const ArgumentOf &argument);

/// "{" without "}", "[" without "]" or the reverse: a row with it does not pass its test.
[[nodiscard]] bool isWellFormed(std::string_view text);

} // namespace fabricscope::findings
