// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/config/SshConfig.h"
#include "remote/openssh/AskpassServer.h"

#include <variant>

namespace fabricscope::remote {

/// ssh's question as one of this program's, recognised by its text (which OpenSSH does not translate). An
/// unrecognised one is a keyboard-interactive question with ssh's text.
using AskpassQuestion = std::variant<HostKeyQuestion, AuthQuestion>;

/// `printed` holds the lines of ssh since the previous question: among them are the server's texts for a
/// keyboard-interactive question.
[[nodiscard]] AskpassQuestion readAskpass(const AskpassRequest &request, const HostConfig &config,
                                          const std::vector<std::string> &printed);

/// The type of a key as known_hosts has it, "ssh-ed25519", from ssh's short word for it, "ED25519".
[[nodiscard]] std::string knownKeyType(std::string name);

} // namespace fabricscope::remote
