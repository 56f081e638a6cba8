// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/Command.h"
#include "core/bench/Tools.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// One option of a tool with the value that it shall have.
struct OptionValue {
    std::string flag;  ///< as in the tool's table: "-b", "--use_rocm", "NUM_ITERATIONS="
    std::string value; ///< empty for a switch
    friend bool operator==(const OptionValue &, const OptionValue &) = default;
};

/// Sets the option in a command: in place if already present, else right behind the program's own words,
/// in front of a launcher's program, or in the environment. A flag that is not in the table takes a
/// separate word where the value is not empty. An Error: a name that is no variable's, a NUL, no program.
[[nodiscard]] Result<> setOption(Command &command, const Tool &tool, std::string_view test,
                                 const OptionValue &option);
/// Where the tool's own words end and its options begin; the size of the words where the program is not
/// found.
[[nodiscard]] std::size_t optionsBegin(const Command &command, const Tool &tool, std::string_view test);

/// One variable over these values, each repeated.
struct Sweep {
    std::string flag; ///< empty: nothing varies, only repeats
    std::vector<std::string> values;
    unsigned repeats = 1;

    static constexpr std::size_t kMaxSteps = 1000;
};

struct SweepStep {
    RunSpec spec;
    std::string value;   ///< of the variable; empty where nothing varies
    unsigned repeat = 0; ///< from 0
    friend bool operator==(const SweepStep &, const SweepStep &) = default;
};

/// "NCCL_MIN_NCHANNELS=16, 2 of 3": which step it is, where the variable (its flag or name) varies and where
/// each value is repeated so often; empty where neither is so.
[[nodiscard]] std::string stepName(std::string_view variable, const SweepStep &step, unsigned repeats);
/// "NCCL_MIN_NCHANNELS=16", "-n 20".
[[nodiscard]] std::string valueName(std::string_view variable, std::string_view value);

/// All values once, then all again: what drifts over time touches all values alike.
[[nodiscard]] Result<std::vector<SweepStep>> stepsOf(const RunSpec &spec, const Sweep &sweep);

/// "128 256 512", "128,256,512" or "128..1024*2", "2..32+2": values as people write them. K, M and G stay as
/// they are in a range whose step is a factor ("1M..8G*2"). An Error describes the problem.
[[nodiscard]] Result<std::vector<std::string>> sweepValues(std::string_view text);

} // namespace fabricscope::bench
