// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"
#include "core/layout/bench/BenchView.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::widgets {

/// GPU and NIC of a run, by the words of core/bench/DeviceChoice.h; empty: as proposed.
struct BenchPair {
    std::string gpu, nic;
    bool loopback = false; ///< both ends on this host
    friend bool operator==(const BenchPair &, const BenchPair &) = default;
};

/// What the user asks to be run, before anything is filled in.
struct BenchRequest {
    std::string host, tool, test;
    std::vector<std::pair<std::string, std::string>> options; ///< flag and value; those that were given
    std::vector<bench::EnvironmentValue> environment;
    BenchPair pair;
    friend bool operator==(const BenchRequest &, const BenchRequest &) = default;
};

/// What a run on a host can take, in the words of BenchPair.
struct BenchDevices {
    std::vector<std::string> gpus, nics;
};

/// The run that is proposed for it.
struct BenchProposal {
    bench::RunSpec spec;
    std::vector<std::string> filled;         ///< what was filled in, and why; a sentence each
    std::vector<findings::Finding> findings; ///< what the user should know before it starts
    BenchDevices devices;                    ///< none: the tool, or this program, has no choice of them
    std::string failure;                     ///< why there is none; empty: there is one
};

/// Turns one into the other: by the host's facts where they are known.
using BenchProposer = std::function<BenchProposal(const BenchRequest &)>;
/// By the catalogue alone: the test, its options and the environment, nothing filled in.
[[nodiscard]] BenchProposal plainProposal(const BenchRequest &ask);

/// A word a line, and NAME=VALUE a line, as they are edited. Blank lines count for nothing.
[[nodiscard]] std::vector<std::string> argumentsFromLines(const std::string &lines);
/// One of the lines that are no assignment of a variable is given in `wrong`.
[[nodiscard]] std::vector<bench::EnvironmentValue> environmentFromLines(const std::string &lines,
                                                                        std::string &wrong);

} // namespace fabricscope::widgets
