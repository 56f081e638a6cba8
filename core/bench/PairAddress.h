// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/bench/Binding.h"

#include <string>

namespace fabricscope::bench {

/// The server's IPv4 address at which the client opens the TCP connection that the two ends of perftest meet
/// by: the NIC's own where it shares a subnet (the rail) with the client's NIC, else that of the interface on
/// which the library would meet other hosts, else the NIC's own anyway. On one host the NIC's own, else
/// the loopback. Empty: none is known.
[[nodiscard]] std::string pairAddress(const BindingFacts &server, const affinity::Nic &serverNic,
                                      const affinity::Nic &clientNic, bool oneHost);

} // namespace fabricscope::bench
