// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/AskpassServer.h"
#include "remote/SshConfig.h"

#include <variant>

namespace fabricscope::remote {

/// ssh's question as one of ours. Which it is stands in its words only (OpenSSH does not translate them).
/// What is not recognised is a keyboard-interactive question with ssh's own text.
using AskpassQuestion = std::variant<HostKeyQuestion, AuthQuestion>;

/// `said` are the lines that ssh has printed since the question before: what a server reports about a
/// keyboard-interactive question comes so.
[[nodiscard]] AskpassQuestion readAskpass(const AskpassRequest &request, const HostConfig &config,
                                          const std::vector<std::string> &printed);

/// The type of a key as known_hosts has it, "ssh-ed25519", from ssh's short word for it, "ED25519".
[[nodiscard]] std::string knownKeyType(std::string name);

} // namespace fabricscope::remote
