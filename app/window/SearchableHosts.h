// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/HostSession.h"
#include "core/search/Search.h"

#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::app::window {

/// What "go to anything" knows of the hosts and captures of a window, and of the VMs that run on them and are
/// no hosts of their own: those lead to their hypervisor.
[[nodiscard]] std::vector<search::HostSource>
searchableHosts(const std::vector<std::unique_ptr<HostSession>> &sessions);

/// A node of this host, as it was searched, in what is known of the host now: the same function, where it has
/// been read again since. std::nullopt where it is no more.
[[nodiscard]] std::optional<topology::NodeId> presentNode(const search::Corpus &searched, quint64 host,
                                                          topology::NodeId node,
                                                          const topology::Topology &now);

} // namespace fabricscope::app::window
