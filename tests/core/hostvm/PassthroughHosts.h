// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/mapping/GuestMapping.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::samples {

using host::VmDevice;

/// The host's devices: GPUs at 41, 42 and 43, and one VF of each of the NICs at 51, 52 and 53, all bound to
/// vfio-pci, without information about a VM.
inline host::Host passthroughHost() {
    SampleHostBuilder builder("hv-1");
    builder.host.hostname = text("hv-1");
    builder.host.id.machineId = "5a1d00000000000000000000000000f1";
    builder.addNumaNode(0, "0-31", 512);
    for (unsigned i = 0; i < 3; ++i) {
        const std::string gpu = fmt::format("0000:4{}:00.0", i + 1),
                          nic = fmt::format("0000:5{}:00.0", i + 1);
        builder.add(gpu, shapes::kGpu.withDriver("vfio-pci"));
        builder.add(nic, shapes::kFabricNic);
        builder.addVirtual(fmt::format("0000:5{}:00.1", i + 1), nic,
                           shapes::kFabricNic.withDriver("vfio-pci"));
        builder.addNet(nic, fmt::format("enp{}", i), fmt::format("04:90:81:00:00:{:02x}", i));
    }
    return builder.finish();
}

/// A guest with three such GPUs at 00:01 to 00:03, three such NICs at 00:05 to 00:07 in its domain 0, and a
/// virtio interface.
inline host::Host passthroughGuest(const std::string &name = "vm-1") {
    SampleHostBuilder builder(name);
    builder.host.hostname = text(name);
    builder.host.virtualization = text("kvm");
    builder.iommu = false;
    builder.addNumaNode(0, "0-31", 512);
    for (unsigned i = 0; i < 3; ++i) {
        builder.add(fmt::format("0000:00:0{}.0", 1 + i), shapes::kGpu);
        const std::string nic = fmt::format("0000:00:0{}.0", 5 + i);
        builder.add(nic, shapes::kFabricNic);
        builder.addNet(nic, fmt::format("ens{}", 5 + i), fmt::format("04:90:81:aa:00:{:02x}", i),
                       fmt::format("ionic_{}", i));
    }
    Shape virtio = shapes::kConnectX;
    virtio.vendor = 0x1af4;
    virtio.device = 0x1041;
    builder.add("0000:00:09.0", virtio);
    builder.addNet("0000:00:09.0", "ens9", "52:54:00:00:00:01");
    return builder.finish();
}

/// A VM of the host with devices in this order; nothing else is known about them.
inline host::VmProcess vmWith(const std::string &name, const std::vector<std::string> &devices,
                              std::uint32_t pid = 4711) {
    host::VmProcess vm;
    vm.pid = pid;
    vm.vmm = "cloud-hypervisor";
    vm.name = name;
    for (const std::string &bdf : devices) {
        vm.devices.push_back(address(bdf));
        VmDevice deviceInfo;
        deviceInfo.onHost = address(bdf);
        vm.deviceInfo.push_back(deviceInfo);
    }
    return vm;
}

/// Both sides report the UUID that the VMM gave the guest.
inline void matchByUuid(host::VmProcess &vm, host::Host &guest) {
    vm.uuid = "11111111-0000-4000-8000-000000000001";
    guest.productUuid = text(vm.uuid);
}

inline const std::vector<std::string> kAllSix = {"0000:41:00.0", "0000:42:00.0", "0000:43:00.0",
                                                 "0000:51:00.1", "0000:52:00.1", "0000:53:00.1"};

inline host::GuestPlace slot(std::uint8_t device, std::uint32_t domain = 0) {
    return {domain, 0, {{device, 0}}};
}

/// One line per match, for comparison: "0000:00:01.0=0000:41:00.0 certain guest address".
inline std::vector<std::string> matchesOf(const hostvm::GuestMapping &result) {
    std::vector<std::string> lines;
    for (const hostvm::Match &match : result.matches)
        lines.push_back(fmt::format("{}={} {} {}", match.guest.toString(), match.onHost.toString(),
                                    toString(match.confidence), toString(match.proofs.front().source)));
    return lines;
}

inline hostvm::GuestMapping mappedGuest(host::Host onHost, host::Host guest,
                                        const hostvm::Options &options = {}) {
    return hostvm::mapGuest(*topologyOf(std::move(onHost)), *topologyOf(std::move(guest)), options);
}

} // namespace fabricscope::samples
