// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Command.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// One option of a tool with its value.
struct OptionValue {
    std::string flag;  ///< as in the tool's table: "-b", "--use_rocm", "NUM_ITERATIONS="
    std::string value; ///< empty for a switch
    friend bool operator==(const OptionValue &, const OptionValue &) = default;
};

/// Sets the option in a command: in place if already present, else right after the program's own words,
/// before a launcher's program, or in the environment. A flag that is not in the table gets a separate word
/// if the value is not empty. Errors: an invalid variable name, a NUL, no program.
[[nodiscard]] Result<> setOption(Command &command, const Tool &tool, std::string_view test,
                                 const OptionValue &option);
/// Where the tool's own words end and its options begin; the number of words if the program is not
/// found.
[[nodiscard]] std::size_t optionsBegin(const Command &command, const Tool &tool, std::string_view test);

/// Values of one variable, each repeated.
struct Sweep {
    std::string flag; ///< empty: nothing varies, only repeats
    std::vector<std::string> values;
    unsigned repeats = 1;

    static constexpr std::size_t kMaxSteps = 1000;
};

struct SweepStep {
    RunSpec spec;
    std::string value;   ///< of the variable; empty if nothing varies
    unsigned repeat = 0; ///< from 0
    friend bool operator==(const SweepStep &, const SweepStep &) = default;
};

/// "NCCL_MIN_NCHANNELS=16, 2 of 3": the name of a step, if the variable (its flag or name) varies and each
/// value is repeated; empty if neither is the case.
[[nodiscard]] std::string stepName(std::string_view variable, const SweepStep &step, unsigned repeats);
/// "NCCL_MIN_NCHANNELS=16", "-n 20".
[[nodiscard]] std::string valueName(std::string_view variable, std::string_view value);

/// Whether a step only repeats a run that has ended with this number of wrong values (RunSummary::wrong): it
/// would measure nothing and is not started. Another value of a sweep may be right.
[[nodiscard]] bool repeatsWrongRun(const SweepStep &step, const SweepStep &ended,
                                   std::optional<std::uint64_t> wrong);

/// All values once, then all again, so that drift over time affects all values alike.
[[nodiscard]] Result<std::vector<SweepStep>> stepsOf(const RunSpec &spec, const Sweep &sweep);

/// "128 256 512", "128,256,512" or "128..1024*2", "2..32+2": the values of a sweep. K, M and G are kept in a
/// range with a factor as its step ("1M..8G*2"). An Error describes the problem.
[[nodiscard]] Result<std::vector<std::string>> sweepValues(std::string_view text);

} // namespace fabricscope::bench
