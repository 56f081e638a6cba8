// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

#include <string>

namespace fabricscope::json {

/// The document fabricscope.diff/0: `before` and `after` (host, simulated?, taken_ms?), `counts` by severity,
/// `differences[]` of {rule, category, change, severity, subject, text, before?, after?, bdf_before?,
/// bdf_after?, devices[] of {before?, after?}, evidence{before?, after?}}, errors first, and
/// `not_compared[]` of {rule, category, what, unknown_before, unknown_after, count, example?}. With captures
/// each side of a difference has its evidence {source, text}.
[[nodiscard]] std::string diffDocument(const fleet::Side &before, const fleet::Side &after,
                                       const fleet::Comparison &comparison);

} // namespace fabricscope::json
