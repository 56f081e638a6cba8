// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/OutputParser.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::logs {

/// Our own texts in the output formats of the tools, each with an irregularity seen in the field.
struct OutputText {
    const char *name;
    const char *tool;
    std::string text;
};
[[nodiscard]] const std::vector<OutputText> &outputTexts();
/// The JSON and CSV modes among them.
[[nodiscard]] const std::vector<OutputText> &outputFiles();
/// Parts of logs, and small kinds: OutputParts.cpp.
[[nodiscard]] const std::vector<OutputText> &outputParts();
/// The text with this name.
[[nodiscard]] const std::string &outputText(std::string_view name);

[[nodiscard]] std::vector<Results> parsed(std::string_view bytes, std::string_view tool = "auto");
/// The results of a text with a single run.
[[nodiscard]] Results onlyRun(std::string_view bytes, std::string_view tool = "auto");
/// Empty if there is no such fact.
[[nodiscard]] std::string factOf(const Results &run, std::string_view key);

} // namespace fabricscope::bench::logs
