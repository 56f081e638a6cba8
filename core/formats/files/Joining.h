// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/Capture.h"

#include <string>
#include <vector>

namespace fabricscope::formats {

/// What one file gave, or one host's tree in it.
struct Source {
    std::string name;         ///< of the file: for messages
    std::string hostName;     ///< where the file tells one from outside its sections; else empty
    bool isCapture = false;   ///< then it has a target and a time of its own
    capture::Capture content; ///< sections, notes, and for captures the rest
};

/// All of them as one capture; an error that names both where two are not of one host. Over `sections`
/// sections or `bytes` bytes the rest is dropped, with a note.
[[nodiscard]] Result<capture::Capture> joined(std::vector<Source> sources, const capture::Limits &limits);

} // namespace fabricscope::formats
