// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/fleet/Compared.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace fabricscope::fleet {

using host::Host;
using samples::address;
using samples::fact;
using samples::text;

inline constexpr const char *kGpu = "0000:85:00.0";
inline constexpr const char *kNic = "0000:86:00.0";
inline constexpr const char *kNvme = "0000:89:00.0";
inline constexpr const char *kVf = "0000:86:00.1";

/// The sample server with more facts than other tests need.
inline Host server() {
    Host host = samples::mi355xServer();
    host.bios = text("3.1");
    host.board = text("H14");
    host.memory = fact(ByteCount{std::uint64_t{2304} << 30});
    host.cpuPackages = fact(2);
    host.cpuCores = fact(128);
    host.cpuThreads = fact(256);
    host.architecture = text("x86_64");
    host.function(address(kNic))->rare.edit().linkBandwidth = fact(GigabytesPerSecond{63.0});
    host.smt = text("on");
    host.cpusOnline = text("0-255");
    host.numaBalancing = text("0");
    host.productSerial = text("S1");
    host.boardSerial = text("B1");
    host.modules = {{"amdgpu", {{"version", text("6.14.14")}, {"noretry", text("0")}}}, {"ib_core", {}}};
    host.limits = {{"max locked memory", text("unlimited")}};
    host.ncclSettings = {{"/etc/nccl.conf", "NCCL_IB_HCA", text("ionic")}};
    host.nvmeFirmware[kNvme] = text("GDC7302Q");
    host.nvmeSerials[kNvme] = text("S6XYZ");
    for (std::size_t i = 0; i < host.gpus.size(); ++i) {
        host.gpus[i].vbios = text("113-M3551101");
        host.gpus[i].model = text("AMD Instinct MI355X");
        host.gpus[i].uniqueId = text("0x" + std::to_string(1000 + i));
    }
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.nodeGuid = text("0690:81ff:fe37:30c8 " + device.name);
    return host;
}

inline host::PciFunction &at(Host &host, const char *bdf) {
    return *host.function(address(bdf));
}
inline host::NetInterface &net(Host &host) {
    return *std::find_if(host.netInterfaces.begin(), host.netInterfaces.end(),
                         [](const auto &n) { return n.device == address(kNic); });
}
inline host::RdmaDevice &rdma(Host &host) {
    return *std::find_if(host.rdmaDevices.begin(), host.rdmaDevices.end(),
                         [](const auto &d) { return d.device == address(kNic); });
}

} // namespace fabricscope::fleet
