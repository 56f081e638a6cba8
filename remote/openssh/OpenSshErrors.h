// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/config/SshConfig.h"

#include <deque>

namespace fabricscope::remote {

/// The failure in ssh's last lines, with the kinds and stages of libssh's connections.
/// `stage` is how far it came, for what is not recognised.
[[nodiscard]] Failure sshFailure(const std::deque<std::string> &lines, const HostConfig &config, Stage stage);

/// Whether the server closed the connection without a message, as a server with too many logins does.
[[nodiscard]] bool wasClosedByServer(const std::deque<std::string> &lines);

/// The question about a changed key, as ssh's warning describes it, to be shown only.
[[nodiscard]] std::optional<HostKeyQuestion> changedKey(const std::deque<std::string> &lines,
                                                        const HostConfig &config);

} // namespace fabricscope::remote
