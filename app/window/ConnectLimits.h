// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "remote/Transport.h"

#include <chrono>

namespace fabricscope::app::window {

/// How hosts are connected to, as the person prefers it.
struct ConnectLimits {
    int parallel = 64; ///< hosts that are collected at the same time, at least 1; the others wait
    std::chrono::milliseconds connect{10000};  ///< name, TCP and banner of one host together
    std::chrono::milliseconds collect{120000}; ///< all parts of one host together
    /// Without a sign of life from here for so long a host ends a run, and a host is taken to be lost.
    std::chrono::seconds lease = ToolRunOptions::kLease;
    remote::TransportKind transport = remote::TransportKind::Auto; ///< for connections from now on
    friend bool operator==(const ConnectLimits &, const ConnectLimits &) = default;
};

} // namespace fabricscope::app::window
