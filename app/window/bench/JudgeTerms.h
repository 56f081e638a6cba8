// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/JudgedRun.h"

#include <memory>
#include <vector>

namespace fabricscope::app::window {

/// What all runs of the window are judged with, beside the data of their hosts.
struct JudgeTerms {
    std::shared_ptr<const std::vector<bench::EarlierRun>> earlier;
    bench::CompareWith compareWith;
    std::vector<bench::StopRule> stopRules;
};

} // namespace fabricscope::app::window
