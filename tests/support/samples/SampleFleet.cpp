// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleFleet.h"

#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::samples {

namespace {

constexpr unsigned kMi300x = 0x74a1;
constexpr const char *kGpu5 = "0000:a6:00.0"; ///< its link is narrow in mi355xServer()
constexpr const char *kGpu4 = "0000:85:00.0";

void setWidth(host::Host &host, std::uint8_t width) {
    host.function(*pci::Address::parse(kGpu5))->currentWidth = fact(width);
}

/// mi355xServer() without its narrow link, its VM and the devices' assignments to it.
host::Host healthy(const std::string &name, bool mi300x) {
    host::Host host = mi355xServer();
    host.id.target = name;
    host.hostname = text(name);
    host.vms.clear();
    setWidth(host, 16);
    for (host::PciFunction &function : host.functions)
        if (mi300x && function.vendor.valueOr(0) == 0x1002 && function.device.valueOr(0) == 0x75a0)
            function.device = fact(static_cast<std::uint16_t>(kMi300x));
    for (host::GpuFacts &gpu : host.gpus) {
        gpu.model = text(mi300x ? "AMD Instinct MI300X" : "AMD Instinct MI355X");
        gpu.vbios = text("113-M3000100-102");
        gpu.uniqueId = text(fmt::format("0x{}{}", name, gpu.address.bus)); // unique per GPU
    }
    for (host::PciFunction &function : host.functions)
        if (mi300x && function.device.valueOr(0) == kMi300x)
            function.rare.edit().name = text("Instinct MI300X");
    return host;
}

/// The cluster members that differ.
void makeDeviant(FleetHost &member, int number) {
    if (number == 17)
        std::erase_if(member.host.functions,
                      [](const auto &function) { return function.address == *pci::Address::parse(kGpu4); });
    if (number == 17)
        std::erase_if(member.host.gpus,
                      [](const auto &gpu) { return gpu.address == *pci::Address::parse(kGpu4); });
    if (number == 22 || number == 44 || number == 52 || number == 60)
        for (host::GpuFacts &gpu : member.host.gpus)
            gpu.vbios = text("113-M3000100-100");
    if (number == 29)
        setWidth(member.host, 8);
    member.offline = number == 37;
}

} // namespace

std::vector<FleetHost> fleetOfSeventy() {
    std::vector<FleetHost> fleet;
    for (int number = 1; number <= 4; ++number) {
        const std::string name = fmt::format("mi355x-{:02}", number);
        FleetHost member{name, "MI355X bring-up", number == 4, healthy(name, false)};
        if (number == 2)
            setWidth(member.host, 8);
        if (number < 4)
            member.host.vms.push_back(
                {4000, "cloud-hypervisor", fmt::format("vm-{:02}a", number), {}, {}, {}});
        fleet.push_back(std::move(member));
    }
    for (int number = 1; number <= 64; ++number) {
        const std::string name = fmt::format("mi300x-{:03}", number);
        FleetHost member{name, "MI300X cluster", false, healthy(name, true)};
        makeDeviant(member, number);
        fleet.push_back(std::move(member));
    }
    for (const char *name : {"ai1", "ai2"})
        fleet.push_back({name, "Two-node lab", false, healthy(name, true)});
    return fleet;
}

std::vector<host::Host> fleetVms() {
    std::vector<host::Host> vms;
    for (int number = 1; number <= 3; ++number) {
        host::Host vm = flatVm();
        vm.id.target = fmt::format("vm-{:02}a", number);
        vm.hostname = text(vm.id.target);
        vms.push_back(std::move(vm));
    }
    return vms;
}

} // namespace fabricscope::samples
