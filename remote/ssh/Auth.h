// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/HandshakeContext.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

/// Logs in as OpenSSH would: the methods in the configuration's order, several in a row where the server
/// wants that; keys of the agent and of files, each offered before its passphrase is asked for. Blocks: for
/// worker threads.
[[nodiscard]] tl::expected<void, Failure> logIn(ssh_session session, const HandshakeContext &context);

} // namespace fabricscope::remote
