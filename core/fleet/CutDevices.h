// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Host.h"

#include <vector>

namespace fabricscope::fleet {

/// The last device of each text of lspci that a user brought and that is damaged or does not end with a line
/// feed: lines about it may be missing, and what it lacks is unknown. Sorted.
[[nodiscard]] std::vector<host::Address> cutDevices(const capture::Capture &capture, const host::Host &host);

} // namespace fabricscope::fleet
