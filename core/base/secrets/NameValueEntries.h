// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <string_view>
#include <vector>

// Documents with a name and its value as two entries: "- name: HF_TOKEN" and "value: X", {"key": "HF_TOKEN",
// "value": "X"}, <name>HF_TOKEN</name> and <value>X</value>.

namespace fabricscope {

/// The text of an entry "name" or "value", without quotes.
struct NameValueEntry {
    bool isName = false;
    SecretSpan text;
};
/// Those of a line, in order. Takes time linear in its length.
[[nodiscard]] std::vector<NameValueEntry> nameValueEntries(std::string_view line);
/// Whether a line whose beginning this is may begin with the entry of a value.
[[nodiscard]] bool mayBeginWithValue(std::string_view beginning);

/// <password>: an element that a line opens and the next lines fill, also with "<![CDATA[" at its end.
/// Without attributes it is the word alone; empty: there is none.
[[nodiscard]] std::string_view openedElement(std::string_view line);
/// Whether a name is one word of a bounded length, no sentence.
[[nodiscard]] bool isOneWord(std::string_view name);
[[nodiscard]] bool isNameWord(std::string_view word);
[[nodiscard]] bool isValueWord(std::string_view word);

/// The text of an element from a position on: up to the next tag, of "<![CDATA[X]]>" X.
[[nodiscard]] SecretSpan elementText(std::string_view line, std::size_t begin);

/// Whether this text, a line or its part in front of an entry, ends the object of the entries before it or
/// begins another one: "}", "{", "- ", "</property>".
[[nodiscard]] bool leavesObject(std::string_view text);
/// The column of a key in YAML, behind the dashes of a list; 0 in other documents.
[[nodiscard]] std::size_t columnOfKey(std::string_view line);

} // namespace fabricscope
