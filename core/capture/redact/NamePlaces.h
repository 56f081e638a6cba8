// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/SectionRules.h"

#include <cstddef>
#include <string_view>

namespace fabricscope::capture {

/// Whether a name is there and nothing else, whatever word it is: behind "home/", "@", "//", "hostname=",
/// "guest=" and their like, or in front of ":/" of a mount; in `id`'s text within brackets.
[[nodiscard]] bool isNamePlace(std::string_view text, std::size_t begin, std::size_t end,
                               const SectionRule &rule);

/// Whether tables and numbers of any section look like this name: of one or two letters, of digits alone,
/// "x16", "a100". Where it is without a place that says that it is a name, it is none.
[[nodiscard]] bool isNumberlike(std::string_view name);

} // namespace fabricscope::capture
