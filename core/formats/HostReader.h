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
/// fails: what cannot be made sense of becomes a warning, what is not there stays unknown. Pure: the same
/// capture gives the same host. What is missing by lack of root, tools or a damaged section is in
/// Host::missing.
[[nodiscard]] host::Host readHost(const capture::Capture &capture);

/// Which host a capture is of, as far as it shows: empty where it does not.
struct HostNames {
    std::string hostname;
    std::string machineId;
};
/// As readHost() finds them, out of the sections that tell them and no others.
[[nodiscard]] HostNames readHostNames(const capture::Capture &capture);

/// The names of all sections that have a reader, in the order of reading.
[[nodiscard]] std::vector<std::string_view> readableSections();

} // namespace fabricscope::formats
