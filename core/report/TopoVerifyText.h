// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope::report {

/// For people: the verdict, each problem with line, consequence, remedy and the corrected line, the pairs as
/// written next to as wired, and what must be set. `width` in columns; 0: as wide as it gets. Ends with a
/// line feed.
[[nodiscard]] std::string topoVerifyText(const hostvm::Verification &verification, std::string_view file,
                                         std::size_t width);

/// What must be set for a file to take effect, to paste into a shell: each line with its reason as a comment.
[[nodiscard]] std::string settingsText(const std::vector<hostvm::Setting> &settings);

} // namespace fabricscope::report
