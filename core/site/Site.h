// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Mutes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a site expects of its hosts, and which findings it accepts: a TOML file that is shared like a
/// capture.
///
///     [expect]                         # of each host
///     gpus = 8
///     nic_firmware = ["28.39.*", "28.40.1000"]
///
///     [[hosts]]                        # overrides, for hosts with such a name
///     match = "login-*"
///     gpus = 0
///
///     [[mute]]
///     rule = "system.governor"
///     host = "gpu-*"                   # optional, as is device
///     reason = "the BIOS decides"
///     until = 2026-12-31               # optional: the last day
namespace fabricscope::site {

struct Expectation;

struct SiteLimits {
    static constexpr std::size_t kBytes = std::size_t{1} << 20;
    static constexpr std::size_t kHosts = 1024;  ///< tables [[hosts]]
    static constexpr std::size_t kMutes = 4096;  ///< tables [[mute]]
    static constexpr std::size_t kTexts = 64;    ///< of one value
    static constexpr std::size_t kText = 256;    ///< bytes
    static constexpr std::size_t kReason = 512;  ///< bytes
    static constexpr std::size_t kProblems = 64; ///< further ones are counted in the last
};

inline constexpr std::string_view kTooLarge = "the file is larger than 1 MiB";

/// What is wrong with the file at a place; what it is about is left out.
struct Problem {
    std::uint32_t line = 0, column = 0; ///< from 1; 0: of the file as a whole
    std::string what;                   ///< "unknown key \"gpu\"", safe to show
    std::string hint;                   ///< "did you mean \"gpus\"?", may be empty
    friend bool operator==(const Problem &, const Problem &) = default;
};

/// The value of a key: texts, or a number, as Expectation::comparison requires.
struct Expected {
    const Expectation *expectation = nullptr; ///< a row of the table, never nullptr
    std::vector<std::string> texts;           ///< one of them is enough
    std::optional<double> number;             ///< finite, not negative
};

/// For hosts with a name that is as one of the patterns (checks/Pattern.h). Patterns with ? or [ are refused:
/// they would be taken for those of a shell, or for ranges of hosts.
struct HostExpectations {
    std::vector<std::string> match;
    std::vector<Expected> expected; ///< each row of the table at most once
    std::uint32_t line = 0;         ///< of the table [[hosts]]; 0: [expect]

    /// Whether a host that has all these names is one of them.
    [[nodiscard]] bool isFor(const std::vector<std::string> &names) const;
};

struct Site {
    std::vector<HostExpectations>
        hosts; ///< in the order of the file, [expect] first; the last that matches counts
    std::vector<checks::Mute> mutes;
    std::vector<std::uint32_t> muteLines; ///< of each mute
    std::vector<Problem> problems;        ///< by place; what is not named there is kept

    /// What is expected of a host that has all these names; in the order of the table.
    [[nodiscard]] std::vector<const Expected *> of(const std::vector<std::string> &names) const;
};

/// Reads a site file. A line with a fault in its syntax is left out, as is a single key with a wrong value,
/// and a mute with a fault.
[[nodiscard]] Site readSite(std::string_view text);

/// "12:3: unknown key \"gpu\"; did you mean \"gpus\"?".
[[nodiscard]] std::string toString(const Problem &problem);

} // namespace fabricscope::site
