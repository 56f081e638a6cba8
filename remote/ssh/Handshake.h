// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh/HandshakeContext.h"

#include <tl/expected.hpp>

namespace fabricscope::remote {

struct HandshakeFailure {
    Failure failure;
    bool retry =
        false; ///< the link closed before the keys were exchanged: a server that has too many callers
    bool noCommonAlgorithm = false; ///< of libssh and the server, for one of the things they must agree on
    bool hadBanner = true;          ///< the server sent one
};

/// Key exchange, host key and login over a connected descriptor, which libssh takes over. Blocks for as long
/// as the server likes: the io thread ends it by shutting the socket down.
[[nodiscard]] tl::expected<SshHandle, HandshakeFailure> performHandshake(int fd,
                                                                         const HandshakeContext &context);

} // namespace fabricscope::remote
