// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/HandshakeContext.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// Logs in: asks the server, the agent and the user as LoginMachine decides. Blocks: for worker threads.
[[nodiscard]] tl::expected<void, Failure> logIn(ssh_session session, const HandshakeContext &context);

} // namespace fabricscope::remote
