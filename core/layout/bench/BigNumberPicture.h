// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

namespace fabricscope::layout {

/// bigNumberOf() as a picture of its own.
[[nodiscard]] draw::DisplayList layoutBigNumber(const bench::BenchView &view, double width, double height,
                                                const draw::MeasureText &measure);

} // namespace fabricscope::layout
