// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"
#include "core/bench/Secrets.h"
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

/// What a variable's value may be.
enum class ValueKind : std::uint8_t {
    Text,
    Number,  ///< a whole number
    Switch,  ///< 0 or 1
    Choice,  ///< one of `choices`
    AnyCase, ///< likewise, in small letters too
    Names,   ///< a list of names, commas between
    Path,    ///< of a file or folder on the host
    Indices, ///< of GPUs, commas between
};

/// One variable that people set for a run.
struct VariableRow {
    std::string_view name;
    ValueKind kind = ValueKind::Text;
    std::string_view choices; ///< ValueKind::Choice: blanks between
    std::string_view meaning; ///< one sentence
    std::string_view pitfall; ///< what goes wrong with it; may be empty
    bool tunes = false;       ///< it forces a choice of the library: results are "tuned"
};

[[nodiscard]] std::span<const VariableRow> variables();
/// nullptr where it is not in the table; names that end in '*' there match by prefix.
[[nodiscard]] const VariableRow *variableRow(std::string_view name);

/// What is wrong with an environment, or worth knowing of it, on this host: by the table alone where
/// `topology` is nullptr. In the order of the environment; the last of a name counts.
[[nodiscard]] std::vector<Finding> checkEnvironment(std::span<const EnvironmentValue> environment,
                                                    const topology::Topology *topology);

} // namespace fabricscope::bench
