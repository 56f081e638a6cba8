// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostKeyPolicy.h"
#include "remote/ssh/KnownHosts.h"

#include <tl/expected.hpp>

#include <functional>
#include <optional>

namespace fabricscope::remote {

/// Words of a command as OpenSSH splits them: blanks separate, quotes and backslashes keep together. No shell
/// is involved. std::nullopt: a quote is not closed.
[[nodiscard]] std::optional<std::vector<std::string>> splitArguments(std::string_view command);

/// What the KnownHostsCommand of the configuration prints about `host`, which is written as in known_hosts:
/// with `offered` for the key exchange's answer, without for the order of algorithms before it. A command
/// that fails ends the connection, as ssh does. Blocks: for worker threads.
[[nodiscard]] tl::expected<std::vector<KnownKey>, Failure>
runKnownHostsCommand(const HostKeyPolicy &policy, const std::string &host, ssh_key offered,
                     const std::function<bool()> &cancelled);

} // namespace fabricscope::remote
