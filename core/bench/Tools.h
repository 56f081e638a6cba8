// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace fabricscope::bench {

/// What a tool's results are drawn as.
enum class Drawing : unsigned char {
    BusBandwidth, ///< busbw by message size: collectives
    BySize,       ///< bandwidth or latency by message size
    HeatMap,      ///< pairs
    OverTime,     ///< telemetry, stress
    Bars,         ///< a value by name: STREAM
    ByLoad,       ///< by request rate or batch size
};

/// How an option's value follows its flag.
enum class OptionForm : unsigned char {
    Word,       ///< a separate word: "-b 8"
    Joined,     ///< in the same word: "--use_rocm=0", "--size=1M"
    Switch,     ///< no value: "-b" of perftest
    Variable,   ///< an environment variable: "NUM_ITERATIONS="
    Positional, ///< the value alone, in the order of the table
    Launcher,   ///< of the launcher before the program: "-np" of mpirun
};

/// One option of a tool's command line.
struct Option {
    std::string_view flag;         ///< "-b"; "NAME=" for one that is an environment variable
    std::string_view name;         ///< "Smallest size"
    std::string_view unit;         ///< "bytes", "s"; empty: none
    std::string_view defaultValue; ///< what the tool takes where it is not given
    std::string_view meaning;      ///< one sentence
    OptionForm form = OptionForm::Word;
};

/// One program of a tool, or one of its modules.
struct Test {
    std::string_view name;    ///< "all_reduce_perf"
    std::string_view meaning; ///< one sentence
};

/// A run that people ask for, ready to be edited.
struct Preset {
    std::string_view name;    ///< "9 hours"
    std::string_view test;    ///< of the tool's
    std::string_view words;   ///< behind the program, blanks between
    std::string_view meaning; ///< one sentence
};

/// What a tool uses of a host: what binding fills in, and what others may be using.
enum class Uses : unsigned char {
    None = 0,
    Gpus = 1,
    Nics = 2,
    GpusAndNics = 3,
};

/// One line of the catalogue, whose key is also that of its parser (makeParser): a newcomer adds a tool by a
/// row here, its parser by one in OutputParsers.cpp.
struct Tool {
    std::string_view key;  ///< "rccl-tests"
    std::string_view name; ///< as people call it
    Drawing drawing;
    std::span<const Test> tests;
    std::span<const Option> options;
    std::string_view needs;          ///< on the host, one sentence
    std::string_view versionCommand; ///< the command that prints the version, blanks between words,
                                     ///< "{}" for the test
    std::string_view recipe;         ///< how it is built or installed where it is absent, lines to paste
    std::span<const Preset> presets = {};
    Uses uses = Uses::None;
    /// Words in front of the program without which rows reach a pipe late; empty where they come as they are
    /// made, or at the end in any case.
    std::string_view unbufferedPrefix = {};
    /// What is run, blanks between words, "{}" for the test: "rvs", "python3 {}".
    std::string_view program = "{}";
    /// `ldd` of it shows MPI, ROCm, CUDA and the collective library.
    bool isLinked = false;
    std::string_view helpCommand = {}; ///< the command whose output names its options, as versionCommand

    [[nodiscard]] const Test *test(std::string_view testName) const; ///< nullptr where it has none such
    [[nodiscard]] const Option *option(std::string_view flag) const; ///< likewise
};

[[nodiscard]] std::span<const Tool> tools();
/// nullptr where no tool has this key.
[[nodiscard]] const Tool *toolOf(std::string_view key);

} // namespace fabricscope::bench
