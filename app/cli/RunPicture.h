// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/view/BenchView.h"
#include "core/draw/DisplayList.h"

#include <string>
#include <vector>

namespace fabricscope::app::cli {

inline constexpr const char *kRunView = "run";

/// What is measured in a log, or in the saved run of this id where there is no such file: one view for each
/// table that its tool printed, judged as in the window without a host.
[[nodiscard]] Result<std::vector<bench::BenchView>> runViews(const std::string &source);

/// The first chart of the run with this number, from 1; 0: of the last one that has a chart. `size`: "WxH",
/// or empty.
[[nodiscard]] Result<draw::DisplayList> runPicture(const std::vector<bench::BenchView> &runs, unsigned number,
                                                   const std::string &source, const std::string &size);

} // namespace fabricscope::app::cli
