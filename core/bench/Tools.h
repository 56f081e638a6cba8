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

/// One option of a tool's command line.
struct Option {
    std::string_view flag;     ///< "-b"; "NAME=" for one that is an environment variable
    std::string_view name;     ///< "Smallest size"
    std::string_view unit;     ///< "bytes", "s"; empty: none
    std::string_view standard; ///< what the tool takes where it is not given
    std::string_view meaning;  ///< one sentence
};

/// One program of a tool, or one of its modules.
struct Test {
    std::string_view name;    ///< "all_reduce_perf"
    std::string_view meaning; ///< one sentence
};

/// One line of the catalogue: a newcomer adds a tool by a row here, its parser by one in OutputParsers.cpp.
struct Tool {
    std::string_view key;  ///< "rccl-tests"
    std::string_view name; ///< as people call it
    Drawing drawing;
    std::span<const Test> tests;
    std::span<const Option> options;
    std::string_view needs; ///< on the host, one sentence
    std::string_view
        versionWords;        ///< the command whose output tells version and support, blanks between words
    std::string_view recipe; ///< how it is built or installed where it is absent, lines to paste
};

[[nodiscard]] std::span<const Tool> tools();
/// nullptr where no tool has this key.
[[nodiscard]] const Tool *toolOf(std::string_view key);

} // namespace fabricscope::bench
