// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Mutes.h"
#include "core/site/Site.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::site {

struct TomlEntry;

/// A value of a TOML document, with its place.
struct TomlValue {
    enum class Kind : std::uint8_t { Text, Number, Date, List, Table, Other };
    Kind kind = Kind::Other; ///< Other: a truth value, a time, a number that is not finite
    std::string text;
    double number = 0;
    checks::Date date = {};
    std::vector<TomlValue> items;       ///< of a list
    std::vector<TomlEntry> entries;     ///< of a table, by place
    std::uint32_t line = 0, column = 0; ///< from 1
};

struct TomlEntry {
    std::string key;
    std::uint32_t line = 0, column = 0; ///< of the key
    TomlValue value;
};

struct TomlDocument {
    TomlValue root; ///< a table
    std::vector<Problem> problems;
};

/// Reads a document as toml++ does (TOML 1.0). Where its syntax has faults, the lines with them are left out
/// (of a value over several lines, all of them), and the rest is kept. All from a line with a [header] to the
/// next that has one is left out where the header itself is at fault, where it is a mute, which with fewer
/// keys would mute more, or where no few lines are the cause. Bounded: SiteLimits::kBytes, lines of 4096
/// bytes with 64 dots, values nested 16 deep.
[[nodiscard]] TomlDocument readToml(std::string_view text);

} // namespace fabricscope::site
