// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// The single table of names whose values are secrets: in stored runs, in the output of runs, and in
// captures.

namespace fabricscope {

/// How a word matches within a name.
enum class NameMatch : std::uint8_t {
    No,
    Within, ///< anywhere: "HF_TOKEN", "tokens"
    Part,   ///< between two of "_-.", or the whole name: "KEY_FILE", not "MONKEY"
    Last,   ///< the last of these parts, or the whole name: "cpu_pin", not "pin_memory"
    End,    ///< at the end, regardless of "_" and "-" within: "apiKey", "api_key"
};

/// Where the name occurs: variables and options of a run; entries of JSON, Python and YAML in its output;
/// keys in captures.
enum class NameOf : std::uint8_t { Run, Entry, Capture };

/// Whether a name holds a word of the table that matches in this way; case is ignored.
[[nodiscard]] bool holdsSecretWord(std::string_view name, NameOf names, NameMatch how);
/// Likewise, in any way.
[[nodiscard]] bool holdsSecretWord(std::string_view name, NameOf names);

/// A word of the table. `isBounded`: only between two of "_-." or at an end of the name, never within a
/// longer word.
struct SecretWord {
    std::string_view text; ///< in lower case
    bool isBounded = false;
};
/// All of them, for a search that must not miss a name.
[[nodiscard]] std::vector<SecretWord> secretWords();

/// "pin", "card-pin": the PIN of a card, but also a pin of a chip or the processors that threads are pinned
/// to.
[[nodiscard]] bool isPinName(std::string_view name);
/// Whether the value of such a name is of the second kind: "A", "12", "0-47", "0,2", "on".
[[nodiscard]] bool isHardwarePin(std::string_view value);

} // namespace fabricscope
