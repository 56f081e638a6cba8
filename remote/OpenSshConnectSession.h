// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/PendingSession.h"

namespace fabricscope::remote {

/// A session over the user's own `ssh`, being established: over a running master of the user's, or over one
/// of ours, whose questions are asked like those of libssh's connections.
[[nodiscard]] std::shared_ptr<PendingSession> makeOpenSshConnectSession(std::shared_ptr<Hub> hub,
                                                                        HostConfig config, std::string key);

} // namespace fabricscope::remote
