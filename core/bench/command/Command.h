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
    bool isPrivate = false; ///< a secret whatever its name: given by name alone
    friend bool operator==(const EnvironmentValue &, const EnvironmentValue &) = default;
};

/// A command to run on a host. Words, not a line: no value in it ever reaches a shell as code.
struct Command {
    std::vector<std::string> words; ///< the program first; looked up in the host's PATH if it has no slash
    std::vector<EnvironmentValue> environment; ///< set in addition to the login environment
    std::string directory;                     ///< working directory; empty: the home directory
    friend bool operator==(const Command &, const Command &) = default;
};

/// One run, as the user sees and edits it before it starts.
struct RunSpec {
    std::string tool; ///< key of the table of tools; "custom" for a user's own command
    std::string test; ///< "all_reduce_perf"
    std::string host; ///< the target as the user named it
    Command command;
    std::chrono::seconds longest{3600}; ///< time limit, after which it is stopped
    bool telemetry = true;              ///< the host's counters are read while it runs
    bool detached = false;              ///< continues without this program
    friend bool operator==(const RunSpec &, const RunSpec &) = default;
};

/// The command as one would paste it into a POSIX shell, with every word quoted if necessary.
[[nodiscard]] std::string shellLine(const Command &command);

/// The value to which the command sets a variable; the last one counts.
[[nodiscard]] std::optional<std::string> variableOf(const Command &command, std::string_view name);

/// The word after one of these flags, or joined to it by '='; the last one counts. Empty: it has no value.
[[nodiscard]] std::optional<std::string> optionOf(const Command &command,
                                                  std::initializer_list<std::string_view> flags);

} // namespace fabricscope::bench
