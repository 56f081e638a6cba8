// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/ChartMarks.h"

namespace fabricscope::layout {

/// `lines`: as far as they are seen. `inset`: is not covered either.
void paintPointer(draw::Sketch &sketch, const present::ChartSpec &spec, const ChartFrame &frame,
                  const std::vector<present::ChartLine> &lines, const draw::Rect &inset,
                  const ChartPointer &pointer);

/// The place of a box of this size beside `at`, as near to it as it covers no curve and nothing of `taken`;
/// unset: there is none in the plot.
[[nodiscard]] std::optional<draw::Rect> placeNear(const draw::Point &at, double width, double height,
                                                  const ChartFrame &frame,
                                                  const std::vector<present::ChartLine> &lines,
                                                  const std::vector<draw::Rect> &taken);

} // namespace fabricscope::layout
