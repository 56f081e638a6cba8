// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Command lines of VMMs and output of their tools, matched with a guest. An input is the name of one of the
// sections, a line feed, and its bytes; for "vmm" each line is an argument of one process.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/formats/HostReader.h"
#include "core/hostvm/Passthrough.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "tests/fuzz/Fuzz.h"
#include "tests/fuzz/SectionSeeds.h"

#include <algorithm>
#include <set>

using namespace fabricscope;

namespace {

void add(capture::Capture &capture, std::string_view name, std::string bytes) {
    capture::Section::Meta meta;
    meta.name = name;
    meta.origin = "ch-remote --api-socket /run/a.sock info";
    capture.sections.emplace_back(std::move(meta), std::move(bytes));
}

std::shared_ptr<const topology::Topology> topologyOf(const capture::Capture &capture) {
    return topology::build(std::make_shared<const host::Host>(formats::readHost(capture)));
}

/// A guest with devices of the host's models, and a bridge.
const topology::Topology &guest() {
    static const auto kGuest = [] {
        capture::Capture capture;
        add(capture, "pci-devices",
            "l 0000:00:01.0 -> /sys/devices/pci0000:00/0000:00:01.0\n"
            "l 0000:01:00.0 -> /sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0\n"
            "l 0000:00:02.0 -> /sys/devices/pci0000:00/0000:00:02.0\n");
        add(capture, "pci",
            "0000:00:01.0/class:0x060400\n0000:00:01.0/secondary_bus_number:1\n"
            "0000:01:00.0/class:0x120000\n0000:01:00.0/vendor:0x1002\n"
            "0000:00:02.0/class:0x020000\n");
        return topologyOf(capture);
    }();
    return *kGuest;
}

void check(const topology::Topology &host) {
    for (const host::VmProcess &vm : host.host().vms) {
        fuzz::require(vm.devices.size() <= 512 && vm.deviceInfo.size() <= 2048);
        fuzz::require(HostText(vm.name).plain() == vm.name && HostText(vm.apiSocket).plain() == vm.apiSocket);
        for (const host::VmDevice &device : vm.deviceInfo) {
            fuzz::require(HostText(device.id).plain() == device.id);
            fuzz::require(!device.inGuest || !device.inGuest->slots.empty());
            fuzz::require(!device.onHost ||
                          std::find(vm.devices.begin(), vm.devices.end(), *device.onHost) !=
                              vm.devices.end() ||
                          vm.devices.size() == 512);
        }
    }
    const hostvm::GuestMapping result = hostvm::mapGuest(host, guest());
    std::set<pci::Address> taken;
    for (const hostvm::Match &match : result.matches)
        fuzz::require(!match.proofs.empty() && taken.insert(match.onHost).second);
    static_cast<void>(hostvm::summaryOf(result));
    static_cast<void>(hostvm::passthroughOf(host));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const std::string name(takeUntil(text, '\n'));
    capture::Capture capture;
    for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds())
        if (seed.isBase)
            add(capture, seed.name, seed.bytes);
    std::string bytes(text);
    if (name == "vmm") {
        bytes = "@pid 99\n";
        while (!text.empty())
            bytes.append("=").append(takeUntil(text, '\n')).append("\n");
    }
    add(capture, name, std::move(bytes));
    check(*topologyOf(capture));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all = {
        "vmm\nqemu-system-x86_64\n-device\npcie-root-port,id=p,bus=pcie.0,addr=0x1\n-device\n"
        "vfio-pci,host=05:00.0,bus=p\n-device\n{\"driver\":\"vfio-pci\",\"host\":\"0000:06:00.0\",\"bus\":"
        "\"pcie.0\",\"addr\":\"0x2\"}\n-nic\ntap,mac=52:54:00:00:00:01\n-m\n4G\n",
        "vmm\ncloud-hypervisor\n--device\npath=/sys/bus/pci/devices/0000:05:00.0/"
        ",id=\"a,b\",pci_device_id=2\n"
        "--memory-zone\nid=a,size=1G,x=[1,2]\n--net\nmac=52:54:00:00:00:01\n"};
    for (const SectionSeed &seed : sectionSeeds())
        for (const char *name : {"tool-ch-remote", "tool-virsh", "tool-ip-link", "vmm-start", "vmm-fds"})
            if (seed.name == name)
                all.push_back(seed.name + '\n' + seed.bytes);
    return all;
}
