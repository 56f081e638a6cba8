// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

namespace fabricscope::layout {

/// What a counter did, in px of the list; filled down to `bottom`.
struct TelemetryCourse {
    draw::Token token = draw::Token::Series1;
    std::vector<draw::Point> points; ///< at least two
    double bottom = 0;
};
struct TelemetryPicture {
    draw::DisplayList list; ///< texts and areas; `height` is the height used
    std::vector<TelemetryCourse> courses;
};

/// One line per counter, grouped by machine: name, its course over the last five minutes, its last value and
/// limit. Each is an area.
[[nodiscard]] TelemetryPicture layoutTelemetry(const std::vector<bench::TelemetryLine> &lines, double width,
                                               const draw::MeasureText &measure);

} // namespace fabricscope::layout
