// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Wrapping.h"

#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The ways in which a text may be wrapped: the prefixes that nearly all of its lines have, alone and one
/// within the other, and escape sequences. Whether it is wrapped so shows only what is inside: a list "KEY:
/// VALUE" looks like the output of `srun -l`. Lines without a prefix that a terminal certainly broke off
/// those with one belong to them. Those with more around the lines come later. Of lines from several sources
/// (ranks, hosts) those of the most frequent label, of the first among equals. Reads the beginning of a text,
/// in linear time.
[[nodiscard]] std::vector<capture::Wrapping> possibleWrappings(std::string_view head);

} // namespace fabricscope::formats
