// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "core/bench/view/BenchView.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::widgets {

/// GPU and NIC of a run, in the notation of core/bench/plan/DeviceChoice.h; empty: as proposed.
struct BenchPair {
    std::string gpu, nic;
    bool loopback = false; ///< both ends on this host
    friend bool operator==(const BenchPair &, const BenchPair &) = default;
};

/// A run as requested by the user, before defaults are filled in.
struct BenchRequest {
    std::string host, tool, test;
    std::vector<std::pair<std::string, std::string>> options; ///< flag and value; those that were given
    std::vector<bench::EnvironmentValue> environment;
    BenchPair pair;
    friend bool operator==(const BenchRequest &, const BenchRequest &) = default;
};

/// The devices that a run on a host can use, in the terms of BenchPair.
struct BenchDevices {
    std::vector<std::string> gpus, nics;
};

/// The proposed run.
struct BenchProposal {
    bench::RunSpec spec;
    std::vector<std::string> filled;         ///< what was filled in, and why; a sentence each
    std::vector<findings::Finding> findings; ///< what the user should know before it starts
    BenchDevices devices;                    ///< none: the tool, or this program, has no choice of them
    std::string failure;                     ///< why there is none; empty: there is one
};

/// Makes a proposal of a request: with the data of the host, if known.
using BenchProposer = std::function<BenchProposal(const BenchRequest &)>;
/// From the catalogue alone: the test, its options and the environment, without defaults of the host.
[[nodiscard]] BenchProposal plainProposal(const BenchRequest &ask);

/// One word per line, and one NAME=VALUE per line, for editing. Blank lines are ignored.
[[nodiscard]] std::vector<std::string> argumentsFromLines(const std::string &lines);
/// Returns one of the invalid lines in `wrong`.
[[nodiscard]] std::vector<bench::EnvironmentValue> environmentFromLines(const std::string &lines,
                                                                        std::string &wrong);

} // namespace fabricscope::widgets
