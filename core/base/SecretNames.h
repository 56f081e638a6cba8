// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

// The one table of names whose values are secrets: of runs that are kept, of what a run prints, and of
// captures.

namespace fabricscope {

/// How a word counts within a name.
enum class NameMatch : std::uint8_t {
    No,
    Within, ///< anywhere: "HF_TOKEN", "tokens"
    Part,   ///< between two of "_-.", or as the whole: "KEY_FILE", not "MONKEY"
    Last,   ///< the last of these parts, or the whole: "cpu_pin", not "pin_memory"
    End,    ///< at the end, whatever "_" and "-" stand within: "apiKey", "api_key"
};

/// Whose names they are: variables and options of a run; entries of JSON, Python and YAML that it prints;
/// keys in captures.
enum class NameOf : std::uint8_t { Run, Entry, Capture };

/// Whether a name holds a word of the table that counts so, in any case of letters.
[[nodiscard]] bool holdsSecretWord(std::string_view name, NameOf names, NameMatch how);
/// Likewise, however it counts.
[[nodiscard]] bool holdsSecretWord(std::string_view name, NameOf names);

/// "pin", "card-pin": the number of a card, or of a leg of a chip and of processors to hold threads on.
[[nodiscard]] bool isPinName(std::string_view name);
/// Of the value of such a name: "A", "12", "0-47", "0,2", "on" are of the second kind.
[[nodiscard]] bool isHardwarePin(std::string_view value);

} // namespace fabricscope
