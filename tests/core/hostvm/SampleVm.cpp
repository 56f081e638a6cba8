// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/hostvm/SampleVm.h"

#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace fabricscope::samples {

namespace {

struct AssignedDevice {
    bool gpu = false;
    int numa = 0;
    std::size_t box = 0; ///< index of the switch
    pci::Address onHost;
};

constexpr Shape kH100{0x030200, 0x10de, 0x2330, "nvidia", 5, 16, pci::PortType::Endpoint, 1ULL << 37};

void setCpu(host::Host &host, bool amd) {
    host.architecture = text("x86_64");
    host.cpuVendor = text(amd ? "AuthenticAMD" : "GenuineIntel");
    host.cpuFamily = fact(amd ? 26 : 6);
    host.cpuModelNumber = fact(amd ? 2 : 143);
}

std::vector<AssignedDevice> addServer(SampleHostBuilder &builder, const VmPlan &plan) {
    std::vector<AssignedDevice> assigned;
    builder.addNumaNode(0, "0-63,128-191", 1024);
    builder.addNumaNode(1, "64-127,192-255", 1024);
    for (std::size_t box = 0; box < plan.switches.size(); ++box) {
        builder.numa = box < (plan.switches.size() + 1) / 2 ? 0 : 1;
        const unsigned bus = static_cast<unsigned>(0x10 * (box + 1));
        const auto at = [&](unsigned more, unsigned device) {
            return fmt::format("0000:{:02x}:{:02x}.0", bus + more, device);
        };
        builder.add(at(0, 1), shapes::kRootPort);
        builder.add(at(1, 0), at(0, 1), shapes::kUpstream);
        const SwitchPlan &below = plan.switches[box];
        for (int i = 0; i < below.gpus + below.nics; ++i) {
            const auto port = static_cast<unsigned>(i);
            const bool gpu = i < below.gpus;
            builder.add(at(2, port), at(1, 0), shapes::kDownstream);
            const Shape &shape = !gpu ? shapes::kFabricNic : plan.amd ? shapes::kGpu : kH100;
            builder.add(at(3 + port, 0), at(2, port), shape.withDriver("vfio-pci"));
            assigned.push_back({gpu, builder.numa, box, address(at(3 + port, 0))});
        }
    }
    return assigned;
}

/// The guest address of the n-th device of a kind on a node.
std::string guestAddress(int numa, bool gpu, int number) {
    return fmt::format("{:04x}:00:{:02x}.0", 2 + numa, (gpu ? 1 : 9) + number);
}

} // namespace

SampleVm sampleVm(const VmPlan &plan) {
    SampleHostBuilder server("server-01"), guest("vm-01");
    setCpu(server.host, plan.amd);
    setCpu(guest.host, plan.amd);
    guest.host.virtualization = text("kvm");
    guest.iommu = false;
    for (int node = 0; node < plan.guestNodes; ++node)
        guest.addNumaNode(node, fmt::format("{}-{}", node * 32, node * 32 + 31), 512);
    std::vector<AssignedDevice> assigned = addServer(server, plan);
    if (plan.seed != 0) {
        std::mt19937 random(plan.seed);
        std::shuffle(assigned.begin(), assigned.end(), random);
    }
    SampleVm made;
    std::map<std::pair<int, bool>, int> count;
    std::map<std::size_t, std::set<pci::Address>> nicsOf;
    std::vector<std::pair<std::size_t, pci::Address>> gpus;
    int names = 0;
    for (const AssignedDevice &one : assigned) {
        const std::string bdf = guestAddress(one.numa, one.gpu, count[{one.numa, one.gpu}]++);
        guest.numa = plan.guestReportsNuma ? one.numa : -1;
        if (one.gpu) {
            guest.add(bdf, plan.amd ? shapes::kGpu : kH100);
            host::GpuFacts facts;
            facts.address = address(bdf);
            facts.kfdNodes = {static_cast<int>(gpus.size()) + 1};
            guest.host.gpus.push_back(std::move(facts));
            gpus.emplace_back(one.box, address(bdf));
        } else {
            guest.add(bdf, shapes::kFabricNic);
            guest.addNet(bdf, fmt::format("enp{}", names), fmt::format("04:90:81:00:00:{:02x}", names),
                         fmt::format("ionic_{}", names));
            guest.host.rdmaDevices.back().sysImageGuid =
                text(fmt::format("0690:81ff:fe37:{:04x}", 0x30c8 + names));
            ++names;
            nicsOf[one.box].insert(address(bdf));
        }
        made.guestMapping.matches.push_back({address(bdf),
                                             one.onHost,
                                             hostvm::Confidence::Certain,
                                             {{hostvm::Source::GuestAddress, "the VMM says so", {}, {}}}});
    }
    if (plan.hostBridges)
        for (int node = 0; node < 2; ++node)
            guest.add(fmt::format("{:04x}:00:00.0", 2 + node), shapes::kHostBridge);
    std::sort(made.guestMapping.matches.begin(), made.guestMapping.matches.end(),
              [](const auto &a, const auto &b) { return a.guest < b.guest; });
    made.guestMapping.how = "by UUID";
    for (const auto &[box, gpu] : gpus)
        made.truth[gpu] = nicsOf[box];
    made.server = topologyOf(server.finish());
    made.guest = topologyOf(guest.finish());
    return made;
}

} // namespace fabricscope::samples
