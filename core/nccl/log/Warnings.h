// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::nccl::log {

/// The meaning of a line of the library in the terms of the field, and what to do.
struct Explanation {
    std::string_view needle;  ///< in the line
    std::string_view meaning; ///< one sentence
    std::string_view remedy;  ///< one sentence
};

/// From the table in Warnings.cpp; nullptr if the line is unknown. For warnings, and for the return
/// codes and last errors that programs print ("unhandled system error").
[[nodiscard]] const Explanation *explanationOf(std::string_view line);

/// Whether an INFO line, from its beginning, states that the library goes on without something, and slower.
[[nodiscard]] bool isLoss(std::string_view info);

} // namespace fabricscope::nccl::log
