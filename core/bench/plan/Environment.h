// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "core/bench/command/Secrets.h"
#include "core/findings/Finding.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

using findings::Finding;

/// The values that a variable accepts.
enum class ValueKind : std::uint8_t {
    Text,
    Number,  ///< a whole number
    Switch,  ///< 0 or 1
    Choice,  ///< one of `choices`
    AnyCase, ///< likewise, also in lower case
    Names,   ///< a comma-separated list of names
    Path,    ///< of a file or folder on the host
    Indices, ///< of GPUs, separated by commas
};

/// One variable that is commonly set for a run.
struct VariableRow {
    std::string_view name;
    ValueKind kind = ValueKind::Text;
    std::string_view choices; ///< ValueKind::Choice: separated by blanks
    std::string_view meaning; ///< one sentence
    std::string_view pitfall; ///< a common mistake; may be empty
    bool tunes = false;       ///< overrides a choice of the library: results are "tuned"
};

[[nodiscard]] std::span<const VariableRow> variables();
/// nullptr if it is not in the table; names in the table that end in '*' match by prefix.
[[nodiscard]] const VariableRow *variableRow(std::string_view name);

/// Errors and notes about an environment on this host; by the table alone if `topology` is nullptr. In the
/// order of the environment; the last variable of a name counts.
[[nodiscard]] std::vector<Finding> checkEnvironment(std::span<const EnvironmentValue> environment,
                                                    const topology::Topology *topology);

/// The warning about a secret in the words of a command (core/bench/command/Secrets.h), which other users of
/// the host can read while it runs; std::nullopt if there is none.
[[nodiscard]] std::optional<Finding> checkWords(std::vector<std::string> words);

} // namespace fabricscope::bench
