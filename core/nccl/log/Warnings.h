// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::nccl::log {

/// What a line of the library states in the field's words, and what to do.
struct Explanation {
    std::string_view needle;  ///< in the line
    std::string_view meaning; ///< one sentence
    std::string_view remedy;  ///< one sentence
};

/// By the table in Warnings.cpp; nullptr where it does not know the line. For warnings, and for the return
/// codes and last errors that programs print ("unhandled system error").
[[nodiscard]] const Explanation *explanationOf(std::string_view line);

} // namespace fabricscope::nccl::log
