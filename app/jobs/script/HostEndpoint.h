// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"
#include "remote/Client.h"

namespace fabricscope::app {

/// How an entry of a list is reached; its target may name a container.
[[nodiscard]] remote::Endpoint endpointOf(const workspace::HostEntry &entry);

/// A file's text for workspace::readHostList(), bounded; "-" is standard input.
[[nodiscard]] Result<std::string> textOfList(const std::string &path);

/// The same connection settings for the host alone, without a container on it: for ssh itself.
[[nodiscard]] remote::Endpoint withoutContainer(remote::Endpoint endpoint);

} // namespace fabricscope::app
