// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope::app::window {

/// The queue that a run is a step of.
struct BenchStepOf {
    std::string group;    ///< of the queue; empty: a single run
    std::string variable; ///< flag or name of the swept variable; empty: none
    unsigned repeats = 1;
};

} // namespace fabricscope::app::window
