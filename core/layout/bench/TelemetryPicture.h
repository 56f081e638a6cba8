// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

namespace fabricscope::layout {

/// One line per counter, grouped by machine: name, its course over the last five minutes, its last value and
/// limit. Each is an area. `list.height` is the height used.
[[nodiscard]] draw::DisplayList layoutTelemetry(const std::vector<bench::TelemetryLine> &lines, double width,
                                                const draw::MeasureText &measure);

} // namespace fabricscope::layout
