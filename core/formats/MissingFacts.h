// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/formats/HostBuilder.h"
#include "core/host/Host.h"

#include <string>
#include <vector>

namespace fabricscope::formats {

/// What this capture of this host leaves unknown and how to obtain it: as root, with a tool, or because a
/// section is damaged. In the order of the table in MissingFacts.cpp, damaged sections last.
[[nodiscard]] std::vector<host::Missing> missingFacts(const capture::Capture &capture, const host::Host &host,
                                                      const HostBuilder::Notes &notes);

} // namespace fabricscope::formats
