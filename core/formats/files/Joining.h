// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/Capture.h"

#include <string>
#include <vector>

namespace fabricscope::formats {

/// The data from one file, or from one host's tree in it.
struct Source {
    std::string name;         ///< of the file: for messages
    std::string hostName;     ///< if the file contains one outside its sections; else empty
    bool isCapture = false;   ///< then it has its own target and time
    capture::Capture content; ///< sections, notes, and for captures the other members
};

/// Joins all of them into one capture; an error that names both if two belong to different hosts. Beyond
/// `sections` sections or `bytes` bytes the rest is dropped, with a note.
[[nodiscard]] Result<capture::Capture> joined(std::vector<Source> sources, const capture::Limits &limits);

} // namespace fabricscope::formats
