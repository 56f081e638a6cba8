// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"
#include "core/base/secrets/NamedSecrets.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Values in the forms in which programming languages and documents write them behind a secret's name: lists,
// numbers of JSON, quotes with a prefix, constructors, calls, fields of Go, and what PHP prints.

namespace fabricscope {

/// Which names are secrets, and which values of them are none.
struct SecretRules {
    NamedSecrets::IsSecret isSecret = nullptr;
    NamedSecrets::IsHarmless isHarmless = nullptr;

    /// Whether it is the name of a secret: one word.
    [[nodiscard]] bool isNamed(std::string_view name) const;
    /// The same for names of several secrets: "tokens", "api_keys".
    [[nodiscard]] bool isNamedList(std::string_view name) const;
    /// Whether a value of such a name is a secret: not if it was replaced before, is a count, a path, ...
    [[nodiscard]] bool isValue(std::string_view name, std::string_view value) const;
    /// Likewise of an item of a list: a number is one only of passwords and PINs.
    [[nodiscard]] bool isItem(std::string_view name, std::string_view value) const;
};

/// "password", "DB_SECRET", "access_token", "pin": of these also a number of at least four digits is a
/// secret; of "token" alone it is a count.
[[nodiscard]] bool isCertainName(std::string_view name);
/// Whether a text begins with what replaced a secret.
[[nodiscard]] bool isReplaced(std::string_view text);

/// Behind "string(6) ", "Some(", "String::from(": where the quotes are; `at` if there is none of them.
[[nodiscard]] std::size_t behindWrapper(std::string_view line, std::size_t at);

/// What the end of a line leaves open.
struct OpenForm {
    enum Kind : unsigned char { None, List, Quote } kind = None;
    std::string name;
    char close = '\0'; ///< what ends it
};

struct FormedValues {
    std::vector<SecretSpan> spans; ///< in order, not overlapping
    std::size_t settled = 0;       ///< what follows in this line decides about the text from here on
    OpenForm open;
};
/// The values of a line, or of its beginning. In time linear in it.
[[nodiscard]] FormedValues formedValues(std::string_view line, const SecretRules &rules);

/// The items of a list from a position within it on; `end` is behind its closing bracket, or the size of the
/// text if it is open.
struct FormedItems {
    std::vector<SecretSpan> items; ///< without quotes; those that are secrets
    std::size_t end = 0;
    bool isOpen = false;
    bool isQuoteOpen = false; ///< the last item has no closing quote
    char quote = '\0';
};
[[nodiscard]] FormedItems formedItems(std::string_view text, std::size_t begin, char close,
                                      std::string_view name, const SecretRules &rules);

} // namespace fabricscope
