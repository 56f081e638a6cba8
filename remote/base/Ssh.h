// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fabricscope::remote {

struct SshDeleter {
    void operator()(ssh_session session) const {
        ssh_disconnect(session);
        ssh_free(session);
    }
    void operator()(ssh_key key) const { ssh_key_free(key); }
};
using SshHandle = std::unique_ptr<ssh_session_struct, SshDeleter>;
using SshKey = std::unique_ptr<ssh_key_struct, SshDeleter>;

/// Whether the link is still open, as far as libssh has noticed.
[[nodiscard]] bool isLinkOpen(ssh_session session);

/// Repeats a call of libssh, which must not be set to block, until it returns something else than `again`;
/// sleeps while the server is silent. SSH_ERROR when the link has ended or on cancellation. libssh's
/// own waiting is not used: after the end of the link it sleeps on for its whole timeout, and nothing can
/// wake it.
int repeat(ssh_session session, const std::function<bool()> &cancelled, int again,
           const std::function<int()> &call);

/// libssh's last error of this session, made safe to show.
[[nodiscard]] std::string lastError(ssh_session session);
/// Text of a server made fit for one line of a message: printable, of bounded length.
[[nodiscard]] std::string oneLine(std::string_view text);

} // namespace fabricscope::remote
