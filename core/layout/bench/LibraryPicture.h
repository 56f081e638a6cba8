// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/LibraryPage.h"
#include "core/layout/bench/Chart.h"

namespace fabricscope::layout {

/// Each row is an area, numbered from the top. As high as required.
[[nodiscard]] draw::DisplayList layoutLibraryPage(const bench::LibraryPage &page,
                                                  const ChartOptions &options);

} // namespace fabricscope::layout
