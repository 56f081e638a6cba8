// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// The only entry point for JSON. Files that fill or read a document include <nlohmann/json.hpp> themselves
/// (a .cpp of core/json); all other code sees strings and core's values.
namespace fabricscope::json {

/// Keys keep the order in which they were written: documents are read by people, too.
using Value = nlohmann::ordered_json;

struct ParseLimits {
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t depth = 64;         ///< objects and arrays inside each other
    std::size_t values = 4'000'000; ///< objects, arrays and scalars together
};

/// Accepts any text. Too long, too deeply nested, too many values, or not JSON: an error with the position
/// (byte).
[[nodiscard]] Result<Value> parse(std::string_view text, const ParseLimits &limits = {});

/// Indented by two blanks, with a line feed at the end. Never fails: text that is not UTF-8 gets U+FFFD.
[[nodiscard]] std::string dump(const Value &value);

/// null for an empty text; at most HostText::kMaxBytes of it.
[[nodiscard]] Value textOrNull(std::string_view text);

} // namespace fabricscope::json
