// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// How a tool's results are displayed.
enum class Drawing : unsigned char {
    BusBandwidth, ///< busbw by message size: collectives
    BySize,       ///< bandwidth or latency by message size
    HeatMap,      ///< pairs
    OverTime,     ///< telemetry, stress
    Bars,         ///< a value by name: STREAM
    ByLoad,       ///< by request rate or batch size
};

/// How an option's value is passed.
enum class OptionForm : unsigned char {
    Word,       ///< a separate word: "-b 8"
    Joined,     ///< in the same word: "--use_rocm=0", "--size=1M"
    Switch,     ///< no value: "-b" of perftest
    Variable,   ///< an environment variable: "NUM_ITERATIONS="
    Positional, ///< only the value, in table order
    Launcher,   ///< of the launcher before the program: "-np" of mpirun
};

/// One option of a tool's command line.
struct Option {
    std::string_view flag;         ///< "-b"; "NAME=" for one that is an environment variable
    std::string_view name;         ///< "Smallest size"
    std::string_view unit;         ///< "bytes", "s"; empty: none
    std::string_view defaultValue; ///< used by the tool if the option is not given
    std::string_view meaning;      ///< one sentence
    OptionForm form = OptionForm::Word;
};

/// One program of a tool, or one of its modules.
struct Test {
    std::string_view name;    ///< "all_reduce_perf"
    std::string_view meaning; ///< one sentence
};

/// A common run, ready to be edited.
struct Preset {
    std::string_view name;    ///< "9 hours"
    std::string_view test;    ///< of the tool's
    std::string_view words;   ///< after the program, separated by blanks
    std::string_view meaning; ///< one sentence
};

/// The parts of a host that a tool uses: filled in by binding, and possibly in use by others.
enum class Uses : unsigned char {
    None = 0,
    Gpus = 1,
    Nics = 2,
    GpusAndNics = 3,
};

/// One row of the catalogue; its key is also that of its parser (makeParser): to add a tool, add a row here,
/// and a row for its parser in OutputParsers.cpp.
struct Tool {
    std::string_view key;  ///< "rccl-tests"
    std::string_view name; ///< display name
    Drawing drawing;
    std::span<const Test> tests;
    std::span<const Option> options;
    std::string_view needs;          ///< requirements on the host, one sentence
    std::string_view versionCommand; ///< the command that prints the version, blanks between words,
                                     ///< "{}" for the test
    std::string_view recipe;         ///< how to build or install it, as lines to paste
    std::span<const Preset> presets = {};
    Uses uses = Uses::None;
    /// Words before the program without which rows reach a pipe late; empty if output is unbuffered, or only
    /// comes at the end anyway.
    std::string_view unbufferedPrefix = {};
    /// The command, words separated by blanks, "{}" for the test: "rvs", "python3 {}".
    std::string_view program = "{}";
    /// Whether `ldd` of it shows MPI, ROCm, CUDA and the collective library.
    bool isLinked = false;
    std::string_view helpCommand = {}; ///< the command whose output names its options, as versionCommand

    [[nodiscard]] const Test *test(std::string_view testName) const; ///< nullptr if there is none
    [[nodiscard]] const Option *option(std::string_view flag) const; ///< likewise
    /// The test that the words of a command run: the first word whose file name is one of its tests, not
    /// inside a script. nullptr if there is none.
    [[nodiscard]] const Test *testIn(std::span<const std::string> words) const;
};

[[nodiscard]] std::span<const Tool> tools();
/// nullptr if no tool has this key.
[[nodiscard]] const Tool *toolOf(std::string_view key);

} // namespace fabricscope::bench
