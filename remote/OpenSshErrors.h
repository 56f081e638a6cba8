// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/SshConfig.h"

#include <deque>

namespace fabricscope::remote {

/// What ssh's last lines say about why it ended, as the kinds and stages that libssh's connections fail with.
/// `stage` is how far it came, for what is not recognised.
[[nodiscard]] Failure sshFailure(const std::deque<std::string> &lines, const HostConfig &config, Stage stage);

/// Whether the server closed the connection before it said anything, as one does that has too many callers.
[[nodiscard]] bool wasClosedByServer(const std::deque<std::string> &lines);

/// The question about a changed key, as ssh's warning describes it, to be shown only.
[[nodiscard]] std::optional<HostKeyQuestion> changedKey(const std::deque<std::string> &lines,
                                                        const HostConfig &config);

} // namespace fabricscope::remote
