// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

/// The network of an address with its prefix length: "10.202.0.12/24" gives "10.202.0.0/24". Nothing for
/// link-local, loopback and host addresses (/32, /128), which tell no rail, and for what is no address.
[[nodiscard]] std::optional<std::string> subnetOf(std::string_view address);

/// Subnets by PCI function: of its interfaces' addresses, and of its GIDs where they have a prefix of their
/// own.
[[nodiscard]] std::map<pci::Address, std::vector<std::string>> railsOf(const host::Host &host);

} // namespace fabricscope::affinity
