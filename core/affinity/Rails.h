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
/// link-local, loopback and host addresses (/32, /128), which identify no rail, and for text that is not an
/// address.
[[nodiscard]] std::optional<std::string> subnetOf(std::string_view address);

/// The rail name of the switch at the other end of a cable: "switch leaf-1 (68:21:5f:00:00:01)". Nothing for
/// a neighbour that does not forward: another host.
[[nodiscard]] std::optional<std::string> switchRail(const host::LldpNeighbour &neighbour);
/// Whether the rail was made by switchRail(), that is, is not a subnet.
[[nodiscard]] bool isSwitchRail(std::string_view rail);

/// Rails by PCI function: subnets of its interfaces' addresses, and of its GIDs where they have a separate
/// prefix, then the switches that its cables lead to (LLDP).
[[nodiscard]] std::map<pci::Address, std::vector<std::string>> railsOf(const host::Host &host);

} // namespace fabricscope::affinity
