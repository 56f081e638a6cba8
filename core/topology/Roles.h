// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Parents.h"

#include <vector>

namespace fabricscope::topology {

/// What a function is to the fabric.
enum class Role : std::uint8_t { Device, RootPort, UpstreamPort, DownstreamPort, Bridge };

/// A role for each position of `parents`. By the port type of the Express capability where it could be read;
/// without it (64 bytes of config space, as without root) by structure: a bridge on a root bus is a root
/// port; below a port, a bridge that has nothing but bridges below it is a switch's upstream port and those
/// are its downstream ports.
[[nodiscard]] std::vector<Role> rolesOf(const host::Host &host, const Parents &parents);

} // namespace fabricscope::topology
