// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/command/Command.h"
#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <type_traits>

/// What documents of runs and of plans have in common. For .cpp files of core/json.
namespace fabricscope::json {

inline constexpr ParseLimits kSpecLimits{std::size_t{1} << 20, 8, 20'000};

template<class T> void setKnown(Value &value, const char *key, const std::optional<T> &known) {
    if (known)
        value[key] = *known;
}

/// A number of this type; a fraction or a negative number is rejected if a whole or unsigned one is
/// required.
template<class T> std::optional<T> numberAt(const Value &value, const char *key) {
    const auto found = value.find(key);
    if (found == value.end())
        return std::nullopt;
    const bool fits = std::is_floating_point_v<T> ? found->is_number()
                      : std::is_signed_v<T>       ? found->is_number_integer()
                                                  : found->is_number_unsigned();
    return fits ? std::optional(found->template get<T>()) : std::nullopt;
}

/// Empty if the key has no text.
[[nodiscard]] std::string textAt(const Value &value, const char *key);
/// False if it is not a list of texts.
[[nodiscard]] bool readStrings(const Value &value, std::vector<std::string> &words);

[[nodiscard]] Value specValue(const bench::RunSpec &spec);
/// Errors: no tool, arguments that are not texts, an environment that is not a list, a time out of range.
[[nodiscard]] Result<bench::RunSpec> specOf(const Value &value);

} // namespace fabricscope::json
