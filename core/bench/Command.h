// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

struct EnvironmentValue {
    std::string name; ///< [A-Za-z_][A-Za-z0-9_]*
    std::string value;
    friend bool operator==(const EnvironmentValue &, const EnvironmentValue &) = default;
};

/// What is run on a host. Words, not a line: no value of it ever reaches a shell as code.
struct Command {
    std::vector<std::string> words; ///< the program first; found by the host's PATH where it has no slash
    std::vector<EnvironmentValue> environment; ///< set in addition to the login's
    std::string directory;                     ///< to run in; empty: the home
    friend bool operator==(const Command &, const Command &) = default;
};

/// One thing to run, as the user sees and edits it before it starts.
struct RunSpec {
    std::string tool; ///< key of the table of tools; "custom" for a command of the user's own
    std::string test; ///< "all_reduce_perf"
    std::string host; ///< the target as the user named it
    Command command;
    std::chrono::seconds longest{3600}; ///< then it is stopped
    bool telemetry = true;              ///< the host's counters are read while it runs
    bool detached = false;              ///< goes on without this program
    friend bool operator==(const RunSpec &, const RunSpec &) = default;
};

/// The command as a person would paste it into a POSIX shell, every word quoted where it must be.
[[nodiscard]] std::string shellLine(const Command &command);

/// What the command sets a variable to; the last one counts.
[[nodiscard]] std::optional<std::string> variableOf(const Command &command, std::string_view name);

/// The word behind one of these flags, or joined to it by '='; the last one counts. Empty: it has no value.
[[nodiscard]] std::optional<std::string> optionOf(const Command &command,
                                                  std::initializer_list<std::string_view> flags);

} // namespace fabricscope::bench
