// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricscope {

/// Secrets in a line, or in its beginning.
struct FoundSecrets {
    std::vector<SecretSpan> spans;
    std::size_t settled = 0; ///< what follows in this line decides about the text from here on

    /// A value; one that ends the line so far may continue.
    void add(SecretSpan span, std::string_view line) {
        spans.push_back(span);
        if (span.end >= line.size())
            wait(span.begin);
    }
    void wait(std::size_t from) { settled = std::min(settled, from); }
};

/// Whether a value is a placeholder of runs or captures, empty, a variable, or dots.
[[nodiscard]] bool isPlaceholderValue(std::string_view value);
/// Whether a part of a word is such a placeholder: what followed it was a secret, and it was looked at then.
[[nodiscard]] bool holdsPlaceholder(std::string_view word);
/// Whether a word is more likely a secret than a word of a sentence: six characters or more, with digits or
/// signs within it, or letters of both cases.
[[nodiscard]] bool looksGenerated(std::string_view word);
/// Case of the text is ignored; the word is in lower case.
[[nodiscard]] bool isSameWord(std::string_view text, std::string_view word);

} // namespace fabricscope
