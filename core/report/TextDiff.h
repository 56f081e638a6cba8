// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"
#include "core/report/host/TextViews.h"

#include <string>

namespace fabricscope::report {

/// `fabricscope diff A B` as text: both sides with their times, how many differences there are, a block a
/// category with errors first, and at the end what could not be compared and why. Like the other text views:
/// UTF-8, no colours, safe for a terminal. `options.capture` is ignored: the sides name theirs.
[[nodiscard]] std::string diffText(const fleet::Side &before, const fleet::Side &after,
                                   const fleet::Comparison &comparison, const TextOptions &options = {});

} // namespace fabricscope::report
