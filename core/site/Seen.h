// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/Expectation.h"

#include <vector>

/// What a host has, for the rows of the table of expectations.
namespace fabricscope::site::seen {

using checks::Context;

[[nodiscard]] std::vector<Seen> gpuCount(const Context &context);
[[nodiscard]] std::vector<Seen> gpuModel(const Context &context);
[[nodiscard]] std::vector<Seen> gpuVbios(const Context &context);
[[nodiscard]] std::vector<Seen> gpuDriver(const Context &context);
/// The generation of PCIe. Unknown where an idle GPU may have lowered it.
[[nodiscard]] std::vector<Seen> gpuSpeed(const Context &context);
[[nodiscard]] std::vector<Seen> gpuWidth(const Context &context);
/// RDMA devices of the fabric.
[[nodiscard]] std::vector<Seen> nicCount(const Context &context);
[[nodiscard]] std::vector<Seen> nicModel(const Context &context);
[[nodiscard]] std::vector<Seen> nicFirmware(const Context &context);
[[nodiscard]] std::vector<Seen> nicDriver(const Context &context);
[[nodiscard]] std::vector<Seen> nicSpeed(const Context &context);
[[nodiscard]] std::vector<Seen> nicWidth(const Context &context);
/// Of active ports, in Gb/s.
[[nodiscard]] std::vector<Seen> portRate(const Context &context);
/// Of active RoCE ports.
[[nodiscard]] std::vector<Seen> mtu(const Context &context);
/// The index that NCCL and perftest should use: bench::gidOf().
[[nodiscard]] std::vector<Seen> gidIndex(const Context &context);
/// 1 or 2, the highest.
[[nodiscard]] std::vector<Seen> roceVersion(const Context &context);
[[nodiscard]] std::vector<Seen> kernel(const Context &context);
[[nodiscard]] std::vector<Seen> bios(const Context &context);
[[nodiscard]] std::vector<Seen> system(const Context &context);
/// vm.nr_hugepages.
[[nodiscard]] std::vector<Seen> hugePages(const Context &context);

} // namespace fabricscope::site::seen
