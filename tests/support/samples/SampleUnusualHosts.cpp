// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <random>

namespace fabricscope::samples {

using namespace shapes;

namespace {

SampleHostBuilder oneGpuBuilder() {
    SampleHostBuilder builder("one");
    builder.addNumaNode(0, "0-31", 256);
    builder.add("0000:40:00.0", kHostBridge).config->express.reset();
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kGpu);
    return builder;
}

host::PciFunction &theGpu(SampleHostBuilder &builder) {
    return builder.host.functions.back();
}

} // namespace

host::Host oneGpu() {
    return oneGpuBuilder().finish();
}

host::Host deadGpu() {
    SampleHostBuilder builder = oneGpuBuilder();
    host::PciFunction &gpu = theGpu(builder);
    gpu.dead = true;
    gpu.currentSpeed = gpu.maxSpeed = {};
    gpu.currentWidth = gpu.maxWidth = {};
    return builder.finish();
}

host::Host narrowGpu() {
    SampleHostBuilder builder = oneGpuBuilder();
    theGpu(builder).currentWidth = fact(std::uint8_t{8});
    return builder.finish();
}

host::Host partitionedGpu() {
    SampleHostBuilder builder = oneGpuBuilder();
    host::GpuFacts facts;
    facts.address = theGpu(builder).address;
    facts.computePartition = text("CPX");
    facts.memoryPartition = text("NPS4");
    for (int index = 0; index < 8; ++index) {
        facts.renderMinors.push_back(128 + index);
        facts.kfdNodes.push_back(1 + index);
    }
    builder.host.gpus.push_back(std::move(facts));
    return builder.finish();
}

host::Host vmdHost() {
    SampleHostBuilder builder("vmd");
    builder.addNumaNode(0, "0-31", 256);
    builder.add("0000:64:00.0", kHostBridge).config->express.reset();
    builder.add("0000:64:05.5", {0x010400, 0x8086, 0x28c0, "vmd", 0, 0});
    builder.numa = -1;
    for (unsigned index = 0; index < 4; ++index) {
        const std::string port = fmt::format("10000:00:{:02x}.0", 2 + index);
        builder.add(port, {0x060400, 0x8086, 0x347a, "pcieport", 4, 4, pci::PortType::RootPort});
        builder.add(fmt::format("10000:{:02x}:00.0", 1 + index), port,
                    {0x010802, 0x8086, 0x0b60, "nvme", 4, 4});
    }
    builder.host.nestedRoots.push_back({0x10000, 0, address("0000:64:05.5")});
    return builder.finish();
}

host::Host cpuLessNodes() {
    SampleHostBuilder builder("cpuless");
    builder.addNumaNode(0, "0-31", 256);
    builder.addNumaNode(1, "32-63", 256);
    builder.addNumaNode(2, "", 96);
    builder.addNumaNode(5, "", 512);
    builder.add("0000:00:01.0", kRootPort);
    builder.add("0000:01:00.0", "0000:00:01.0", kNvme);
    builder.numa = 2;
    builder.add("0002:00:00.0", kRootPort);
    builder.add("0002:01:00.0", "0002:00:00.0", {0x030200, 0x10de, 0x2342, "nvidia", 5, 16});
    return builder.finish();
}

host::Host cycles() {
    SampleHostBuilder builder = oneGpuBuilder();
    builder.add("0000:50:00.0", kDownstream).parent = address("0000:51:00.0");
    builder.add("0000:51:00.0", kDownstream).parent = address("0000:52:00.0");
    builder.add("0000:52:00.0", kDownstream).parent = address("0000:50:00.0");
    builder.add("0000:53:00.0", "0000:52:00.0", kNvme);
    builder.add("0000:60:00.0", kUpstream).parent = address("0000:60:00.0");
    builder.add("0000:70:00.0", kNvme).parent = address("0000:6f:1f.7");
    builder.add("0000:41:00.0", kGpu).parent = address("0000:40:01.1");
    return builder.finish();
}

namespace {

class Dice {
public:
    explicit Dice(std::uint32_t seed) : m_engine(seed) {}
    /// A number from 0 to `sides` - 1, computed from the engine directly: distributions differ between
    /// standard libraries.
    std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(m_engine()) % sides; }
    bool chance(std::uint32_t percent) { return roll(100) < percent; }
    pci::Address address() {
        return {chance(10) ? roll(0x20000) : 0, static_cast<std::uint8_t>(roll(12)),
                static_cast<std::uint8_t>(roll(4)), static_cast<std::uint8_t>(roll(3))};
    }

private:
    std::mt19937 m_engine;
};

host::PciFunction randomFunction(Dice &dice, const std::vector<host::PciFunction> &others) {
    static constexpr std::uint32_t kClasses[] = {0x060400, 0x060400, 0x060400, 0x060401, 0x060000, 0x030000,
                                                 0x030200, 0x120000, 0x020000, 0x010802, 0x068000, 0x000000};
    auto known = [&] {
        return others.empty() ? dice.address() : others[dice.roll(others.size())].address;
    };
    host::PciFunction function;
    function.address = dice.chance(3) ? known() : dice.address();
    if (dice.chance(70))
        function.parent = dice.chance(90) ? known() : dice.address();
    if (dice.chance(80))
        function.rootBus = std::pair{function.address.domain, static_cast<std::uint8_t>(dice.roll(4))};
    if (dice.chance(95))
        function.classCode = fact(kClasses[dice.roll(std::size(kClasses))]);
    if (dice.chance(90))
        function.vendor = fact(static_cast<std::uint16_t>(dice.chance(50) ? 0x10de : dice.roll(0x10000)));
    if (dice.chance(70))
        function.numaNode = fact(static_cast<int>(dice.roll(5)) - 1);
    if (dice.chance(5))
        function.numaNode = fact(static_cast<int>(dice.roll(0xFFFFFFFF)));
    if (dice.chance(60)) {
        function.currentWidth = fact(static_cast<std::uint8_t>(dice.roll(33)));
        function.maxWidth = fact(static_cast<std::uint8_t>(dice.roll(33)));
        function.currentSpeed = fact(*pci::LinkSpeed::fromCode(1 + dice.roll(7)));
        function.maxSpeed = fact(*pci::LinkSpeed::fromCode(1 + dice.roll(7)));
    }
    if (dice.chance(30)) {
        function.config.emplace();
        function.config->bytesRead = dice.chance(50) ? 64 : 256;
        function.config->headerType = static_cast<std::uint8_t>(dice.roll(256));
        function.config->secondaryBus = static_cast<std::uint8_t>(dice.roll(12));
        if (dice.chance(70)) {
            function.config->express.emplace();
            function.config->express->portType = static_cast<pci::PortType>(dice.roll(16));
        }
    }
    if (dice.chance(15))
        function.physfn = fact(known());
    for (std::uint32_t vf = dice.chance(10) ? dice.roll(4) : 0; vf > 0; --vf)
        function.virtfns.push_back(known());
    if (dice.chance(20))
        function.driver = text(dice.chance(50) ? "vfio-pci" : "\x1b[31mred\xff");
    function.dead = dice.chance(3);
    return function;
}

} // namespace

host::Host randomHost(std::uint32_t seed, std::size_t functions) {
    Dice dice(seed);
    host::Host host;
    host.id.target = "random";
    for (std::size_t i = 0; i < functions; ++i)
        host.functions.push_back(randomFunction(dice, host.functions));
    auto any = [&] {
        return functions == 0 ? dice.address() : host.functions[dice.roll(functions)].address;
    };
    for (std::uint32_t i = dice.roll(4); i > 0; --i)
        host.numaNodes.push_back({NumaNode{static_cast<int>(dice.roll(6)) - 1}, text("0-3"), {}, {}});
    for (std::uint32_t i = dice.roll(3); i > 0; --i)
        host.nestedRoots.push_back({dice.roll(0x20000), static_cast<std::uint8_t>(dice.roll(4)), any()});
    for (std::uint32_t i = dice.roll(4); i > 0; --i) {
        host.gpus.push_back({});
        host.gpus.back().address = any();
        host.gpus.back().renderMinors.resize(dice.roll(100));
        host.vms.push_back({i, "qemu", "", "", {any(), any(), any()}, {}});
        host.gpuLinks.push_back({host::GpuLink::Kind::Xgmi, any(), any(), std::nullopt, std::nullopt, {}});
    }
    if (dice.chance(80)) // readers sort; the builder must accept unsorted input
        std::stable_sort(host.functions.begin(), host.functions.end(),
                         [](const auto &a, const auto &b) { return a.address < b.address; });
    return host;
}

host::Host microVm() {
    SampleHostBuilder builder("microvm");
    builder.host.id.machineId.clear();
    builder.host.osName = {};
    builder.iommu = false;
    builder.numa = -1;
    builder.addNumaNode(0, "0-1", 2);
    builder.add("0000:00:00.0", {0x060000, 0x8086, 0x0d57, nullptr, 0, 0});
    builder.add("0000:00:01.0", {0x010000, 0x1af4, 0x1042, "virtio-pci", 0, 0});
    builder.add("0000:00:02.0", {0x020000, 0x1af4, 0x1041, "virtio-pci", 0, 0});
    builder.addNet("0000:00:02.0", "eth0", "02:fc:00:00:00:01");
    return builder.finish();
}

host::Host manyNodes(int nodes) {
    SampleHostBuilder builder("many-nodes");
    for (int node = 0; node < nodes; ++node) {
        builder.numa = node;
        builder.addNumaNode(node, fmt::format("{}-{}", node * 8, node * 8 + 7), 64);
        const unsigned bus = static_cast<unsigned>(node) * 8;
        const std::string port = fmt::format("0000:{:02x}:01.1", bus),
                          nic = fmt::format("0000:{:02x}:00.0", bus + 1);
        builder.add(port, kRootPort);
        builder.add(nic, port, kFabricNic);
        builder.addNet(nic, fmt::format("ens{}", node), fmt::format("04:90:81:02:{:02x}:00", node),
                       fmt::format("ionic_{}", node));
        if (node % 3 == 0) {
            const std::string other = fmt::format("0000:{:02x}:02.1", bus);
            builder.add(other, kRootPort);
            builder.add(fmt::format("0000:{:02x}:00.0", bus + 2), other, kGpu);
        }
    }
    return builder.finish();
}

host::Host manyVirtual(unsigned count) {
    SampleHostBuilder builder("many-vfs");
    builder.addNumaNode(0, "0-31", 256);
    builder.addNumaNode(1, "32-63", 256);
    Shape vf = kConnectX;
    vf.device = 0x101e;
    for (const unsigned bus : {0x40U, 0x80U}) {
        builder.numa = bus == 0x40 ? 0 : 1;
        const std::string port = fmt::format("0000:{:02x}:01.1", bus),
                          nic = fmt::format("0000:{:02x}:00.0", bus + 1);
        builder.add(port, kRootPort);
        builder.add(nic, port, kConnectX);
        builder.addNet(nic, fmt::format("ens{}", bus), "04:90:81:03:00:01", fmt::format("mlx5_{}", bus >> 6));
        for (unsigned each = 1; each <= count / 2; ++each)
            builder.addVirtual(fmt::format("0000:{:02x}:{:02x}.{}", bus + 1, each / 8, each % 8), nic,
                               each % 2 == 0 ? vf.withDriver("vfio-pci") : vf);
    }
    return builder.finish();
}

} // namespace fabricscope::samples
