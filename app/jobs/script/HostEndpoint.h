// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"
#include "remote/Client.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace fabricscope::app {

/// How an entry of a list is reached; its target may name a container.
[[nodiscard]] remote::Endpoint endpointOf(const workspace::HostEntry &entry);

/// A file's text for workspace::readHostList(), bounded; "-" is standard input.
[[nodiscard]] Result<std::string> textOfList(const std::string &path);

/// The list of hosts in a single file that has no other known format. Any text has words that might be names:
/// a file that mostly cannot be parsed is not a list.
[[nodiscard]] std::optional<workspace::HostList> hostListIn(std::span<const std::filesystem::path> files);

/// The same connection settings for the host alone, without a container on it: for ssh itself.
[[nodiscard]] remote::Endpoint withoutContainer(remote::Endpoint endpoint);

} // namespace fabricscope::app
