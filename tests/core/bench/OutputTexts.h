// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/OutputParser.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::test {

/// Outputs of our own making in the formats of the tools, each with an oddity that was seen in the field.
struct OutputText {
    const char *name;
    const char *tool;
    std::string text;
};
[[nodiscard]] const std::vector<OutputText> &outputTexts();
/// Of these the JSON and CSV modes.
[[nodiscard]] const std::vector<OutputText> &outputFiles();
/// The one of this name.
[[nodiscard]] const std::string &outputText(std::string_view name);

[[nodiscard]] std::vector<Results> parsed(std::string_view bytes, std::string_view tool = "auto");
/// Of a text that holds one run.
[[nodiscard]] Results onlyRun(std::string_view bytes, std::string_view tool = "auto");
/// Empty where there is none.
[[nodiscard]] std::string factOf(const Results &run, std::string_view key);

} // namespace fabricscope::bench::test
