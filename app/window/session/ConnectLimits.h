// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"
#include "remote/base/Transport.h"

#include <chrono>

namespace fabricscope::app::window {

/// The user's preferences for connections to hosts.
struct ConnectLimits {
    int parallel = 64;                         ///< hosts collected concurrently, at least 1; the others wait
    std::chrono::milliseconds connect{10000};  ///< name lookup, TCP and banner of one host together
    std::chrono::milliseconds collect{120000}; ///< all parts of one host together
    /// After this time without contact a host ends its runs, and is considered lost.
    std::chrono::seconds lease = ToolRunOptions::kLease;
    remote::TransportKind transport = remote::TransportKind::Auto; ///< for new connections
    friend bool operator==(const ConnectLimits &, const ConnectLimits &) = default;
};

} // namespace fabricscope::app::window
