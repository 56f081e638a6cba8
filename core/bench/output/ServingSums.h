// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/ResultsBuilder.h"

namespace fabricscope::bench::output {

/// Adds the sum of the throughputs of several vLLM servers to the first of their runs: a client for each
/// server gives a result, in one log or behind the label of its task. Results for several request rates are
/// of one server, and are not added. Where one log has several without labels, the name of the sum says that
/// it holds if they ran at once.
void addServingSums(ResultsBuilder &builder);

} // namespace fabricscope::bench::output
