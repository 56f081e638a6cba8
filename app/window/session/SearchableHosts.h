// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostSession.h"
#include "core/search/Search.h"

#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::app::window {

/// The hosts and captures of a window for "go to anything", and the VMs that run on them and are not open as
/// hosts: these lead to their hypervisor.
[[nodiscard]] std::vector<search::HostSource>
searchableHosts(const std::vector<std::unique_ptr<HostSession>> &sessions);

/// Finds a searched node of this host in its current topology: the same function, if the host has been read
/// again since. std::nullopt if it no longer exists.
[[nodiscard]] std::optional<topology::NodeId> presentNode(const search::Corpus &searched, quint64 host,
                                                          topology::NodeId node,
                                                          const topology::Topology &now);

} // namespace fabricscope::app::window
