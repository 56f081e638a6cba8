// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <optional>
#include <string_view>

// Where the value of a name ends: a quoted one at its closing quote, not at a quote within it.

namespace fabricscope {

/// A value without its quotes.
struct ValueSpan : SecretSpan {
    std::size_t behind = 0; ///< behind its closing quote; without quotes, its end
    bool isOpen = false;    ///< text that follows may continue it: it has no closing quote, or ends the text
};

/// The quotes that open here: '"', '\'', with backslashes before them in JSON within JSON, $' of the shell,
/// b", @" and ` of programming languages; 0 if there are none.
[[nodiscard]] std::size_t quotesAt(std::string_view text, std::size_t at);

/// The value in the quotes that open here; absent if there are none. A backslash escapes a quote; what a
/// shell, SQL or YAML puts together from several quotes is one value: 'a'\''b', 'a'"'"'b', 'a''b', 'a'b. A
/// value without a closing quote extends to the end.
[[nodiscard]] std::optional<ValueSpan> quotedValueAt(std::string_view text, std::size_t at);

/// The same, or else a word up to one of `ends`. Quotes within it, as in a'b c'd and b'x', are part of it; a
/// quote behind which it does not go on closes what surrounds it.
[[nodiscard]] ValueSpan valueAt(std::string_view text, std::size_t at, std::string_view ends);

/// The closing quote of a text that begins at `from`, which may have escaped ones; npos if there is none.
[[nodiscard]] std::size_t closingQuote(std::string_view text, std::size_t from, char quote);

} // namespace fabricscope
