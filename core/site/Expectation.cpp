// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/Expectation.h"

#include "core/site/Seen.h"

#include <algorithm>
#include <array>

namespace fabricscope::site {

namespace {

using checks::Check;
using checks::Context;
using checks::Group;
using checks::Need;
using checks::withoutActive;
using checks::withoutGpus;
using checks::withoutRoce;
using enum Comparison;

constexpr std::string_view kGids = "show_gids, or gid_attrs/types of /sys/class/infiniband";
constexpr std::string_view kLinks = "lspci -vv as root";
constexpr std::string_view kModules = "modinfo; modules of the kernel itself have the kernel's version";

std::string_view withoutOwnGpus(const Context &context) {
    if (!context.ownGpus().empty())
        return "";
    return context.gpus.empty() ? withoutGpus(context) : "no GPU that the host itself uses";
}

constexpr Check row(std::string_view id, std::string_view title, Need need,
                    std::string_view (*unless)(const Context &) = nullptr, std::string_view decides = {}) {
    return {.id = id,
            .title = title,
            .group = Group::Site,
            .scope = {.unless = unless},
            .needs = {need},
            .decides = decides};
}

/// 1 to 7: PCIe; up to x32. gid_tbl_len is at most 255 in ConnectX, and 16 bits wide in the verbs.
constexpr Range kDevices{0, 1024}, kGenerations{1, 7}, kLanes{1, 32}, kMtus{68, 65535}, kGidIndices{0, 65535},
    kRoce{1, 2}, kBandwidths{0, 1e6, false};

constexpr std::array kExpectations = {
    Expectation{"gpus", Equal, row("site.gpus", "Number of GPUs", Need::Functions, {}, "lspci, all of it"),
                seen::gpuCount, kDevices},
    Expectation{"gpu_model", Contains,
                row("site.gpu_model", "Model of the GPUs", Need::Functions, withoutGpus), seen::gpuModel},
    Expectation{"gpu_vbios", Pattern, row("site.gpu_vbios", "VBIOS of the GPUs", Need::Vbios, withoutGpus),
                seen::gpuVbios},
    Expectation{
        "gpu_driver", Pattern,
        row("site.gpu_driver", "Version of the GPUs' driver", Need::Drivers, withoutOwnGpus, kModules),
        seen::gpuDriver},
    Expectation{"gpu_link_generation", AtLeast,
                row("site.gpu_link_generation", "PCIe generation of the GPUs' links", Need::Links,
                    withoutGpus, kLinks),
                seen::gpuSpeed, kGenerations},
    Expectation{"gpu_link_lanes", AtLeast,
                row("site.gpu_link_lanes", "Lanes of the GPUs' links", Need::Links, withoutGpus, kLinks),
                seen::gpuWidth, kLanes},
    Expectation{"nics", Equal,
                row("site.nics", "Number of RDMA NICs", Need::Rdma, {}, "rdma link, and lspci, all of it"),
                seen::nicCount, kDevices},
    Expectation{"nic_model", Contains,
                row("site.nic_model", "Model of the NICs", Need::Rdma, checks::withoutRdma), seen::nicModel},
    Expectation{"nic_firmware", Pattern,
                row("site.nic_firmware", "Firmware version of the NICs", Need::Firmware, checks::withoutRdma),
                seen::nicFirmware},
    Expectation{
        "nic_driver", Pattern,
        row("site.nic_driver", "Version of the NICs' driver", Need::Drivers, checks::withoutRdma, kModules),
        seen::nicDriver},
    Expectation{"nic_link_generation", AtLeast,
                row("site.nic_link_generation", "PCIe generation of the NICs' links", Need::Links,
                    checks::withoutRdma, kLinks),
                seen::nicSpeed, kGenerations},
    Expectation{
        "nic_link_lanes", AtLeast,
        row("site.nic_link_lanes", "Lanes of the NICs' links", Need::Links, checks::withoutRdma, kLinks),
        seen::nicWidth, kLanes},
    Expectation{"port_gbits_per_s", AtLeast,
                row("site.port_gbits_per_s", "Rate of active ports", Need::Ports, withoutActive, "rdma link"),
                seen::portRate, kBandwidths},
    Expectation{"mtu", Equal,
                row("site.mtu", "Expected MTU of RoCE ports", Need::Mtu, withoutRoce, "rdma link, ip link"),
                seen::mtu, kMtus},
    Expectation{"gid_index", Equal,
                row("site.gid_index", "GID index of RoCE ports", Need::Gids, withoutRoce, kGids),
                seen::gidIndex, kGidIndices},
    Expectation{"roce_version", AtLeast,
                row("site.roce_version", "RoCE version of ports", Need::Gids, withoutRoce, kGids),
                seen::roceVersion, kRoce},
    Expectation{"kernel", Pattern, row("site.kernel", "Kernel release", Need::Nothing, {}, "uname -r"),
                seen::kernel},
    Expectation{"bios", Pattern,
                row("site.bios", "BIOS version", Need::Nothing, {}, "dmidecode -s bios-version"), seen::bios},
    Expectation{"os", Pattern, row("site.os", "Operating system", Need::Nothing, {}, "/etc/os-release"),
                seen::system},
    Expectation{"huge_pages", AtLeast,
                row("site.huge_pages", "Reserved huge pages", Need::Nothing, {}, "sysctl vm.nr_hugepages"),
                seen::hugePages},
    Expectation{"busbw_gbytes_per_s", AtLeast,
                row("site.busbw_gbytes_per_s", "Bus bandwidth of the host's GPUs", Need::Elsewhere,
                    withoutGpus, "a run of all_reduce_perf on this host: bench run, then runs show"),
                nullptr, kBandwidths},
};

} // namespace

std::span<const Expectation> allExpectations() {
    return kExpectations;
}

const Expectation *findExpectation(std::string_view key) {
    const auto *const at = std::find_if(kExpectations.begin(), kExpectations.end(),
                                        [key](const Expectation &each) { return each.key == key; });
    return at == kExpectations.end() ? nullptr : at;
}

} // namespace fabricscope::site
