// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

// The name that a value belongs to, in the ways in which programs, shells and files write it.

namespace fabricscope {

struct AssignedName {
    std::string_view name;    ///< without quotes, with its dots: "db.password"; empty: there is none
    std::size_t value = 0;    ///< where the value begins, behind the separator and blanks
    bool isQuoted = false;    ///< {"name": value}
    bool isSubscript = false; ///< x["name"] = value, $ENV{name} = value
    bool isArrow = false;     ///< name => value
    bool hasBlanks = false;   ///< before the separator
    /// Whether only a value can follow, also one without a blank before it.
    [[nodiscard]] bool isClear() const { return isSubscript || isArrow || isQuoted; }
};

/// In front of '=' or ':': `name = `, `name: `, `"name" : `, `name := `, `name => `, `x["name"] = `. Looks at
/// a bounded part of the text in front of the separator.
[[nodiscard]] AssignedName assignedNameAt(std::string_view text, std::size_t separator);

/// At the comma of `("name", "value")`, a call or a pair; the name is empty if it is none. The value has
/// quotes.
[[nodiscard]] AssignedName pairedNameAt(std::string_view text, std::size_t comma);
/// Whether a value in such a pair is a name itself: ("HF_TOKEN", "WANDB_API_KEY").
[[nodiscard]] bool isVariableName(std::string_view value);

/// What a name follows whose value comes behind a blank.
enum class Setter : unsigned char {
    None,
    Word, ///< `setenv NAME value` of csh, `set -x NAME value` of fish, `fastcgi_param NAME value`
    Line, ///< `ENV NAME value` of a Dockerfile, in which the value extends to the end of the line
};
[[nodiscard]] Setter setterBefore(std::string_view text, std::size_t name);

/// Whether the line begins with this position: only blanks and dashes of a list are before it.
[[nodiscard]] bool isLineStart(std::string_view line, std::size_t at);

} // namespace fabricscope
