// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <span>
#include <string>

namespace fabricscope::json {

/// The document fabricscope.samples/0: the first run's keys at the top; where the log holds more than one
/// run, `runs` has all of them. Likewise `matrix` is the first of `matrices`. Numbers are as printed, in the
/// unit that their key or `unit` names; what the tool did not say is absent.
[[nodiscard]] std::string samplesDocument(std::span<const bench::Results> runs);

} // namespace fabricscope::json
