// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmExamination.h"

#include <string>

namespace fabricscope::report {

/// The screen Host <-> VM as lines: the sentence, then each device of both sides, what it is on the other
/// one, and how that is known; conflicts and what could not be read below. `isSimulated`: the first line says
/// so. Ends with a line feed.
[[nodiscard]] std::string hostVmText(const present::HostVmExamination &examination, bool isSimulated);

} // namespace fabricscope::report
