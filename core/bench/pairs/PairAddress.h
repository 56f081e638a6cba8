// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/bench/plan/Binding.h"

#include <string>

namespace fabricscope::bench {

/// The server's IPv4 address for the TCP connection by which the two ends of perftest meet: the NIC's own
/// if it shares a subnet (the rail) with the client's NIC, else that of the library's bootstrap
/// interface, else the NIC's own anyway. On one host the NIC's own, else the loopback address. Empty:
/// none is known.
[[nodiscard]] std::string pairAddress(const BindingFacts &server, const affinity::Nic &serverNic,
                                      const affinity::Nic &clientNic, bool oneHost);

} // namespace fabricscope::bench
