// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Host.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Reads every section that has a reader (the table in HostReader.cpp) into the facts of one host. Never
/// fails: invalid input causes a warning, and missing facts stay unknown. Pure: the same capture gives the
/// same host. Host::missing lists what is missing for lack of root or tools, or because of a damaged
/// section.
[[nodiscard]] host::Host readHost(const capture::Capture &capture);

/// The identity of a captured host; fields are empty if unknown.
struct HostNames {
    std::string hostname;
    std::string machineId;
};
/// As readHost() finds them, but reading only the sections that contain them.
[[nodiscard]] HostNames readHostNames(const capture::Capture &capture);

/// The names of all sections that have a reader, in reading order.
[[nodiscard]] std::vector<std::string_view> readableSections();

} // namespace fabricscope::formats
