// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHostBuilder.h"

#include "tests/support/samples/SampleHosts.h"

#include <algorithm>
#include <stdexcept>

namespace fabricscope::samples {

pci::Address address(std::string_view bdf) {
    const auto parsed = pci::Address::parse(bdf);
    if (!parsed)
        throw std::invalid_argument("not a BDF: " + std::string(bdf));
    return *parsed;
}

SampleHostBuilder::SampleHostBuilder(std::string_view name) {
    host.id = {std::string(name), "5f0c5e0d1b2a49b7a0c6d4e3f2a1b0c9", "0b9d4c1e-7a52-4f3e-8a67-1c2d3e4f5a6b"};
    host.hostname = text(name);
    host.kernel = text("6.8.0-60-generic");
    host.commandLine = text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro iommu=pt");
    host.osName = text("Ubuntu 24.04.2 LTS");
    host.uid = fact(0);
    host.user = text("root");
}

host::PciFunction &SampleHostBuilder::add(std::string_view bdf, const Shape &shape) {
    host::PciFunction function;
    function.address = address(bdf);
    function.rootBus = std::pair{function.address.domain, function.address.bus};
    function.vendor = fact(shape.vendor);
    function.device = fact(shape.device);
    function.subsystemVendor = fact(shape.vendor);
    function.subsystemDevice = fact(std::uint16_t{1});
    function.classCode = fact(shape.classCode);
    function.revision = fact(std::uint8_t{1});
    if (shape.driver != nullptr)
        function.driver = text(shape.driver);
    function.numaNode = fact(numa);
    for (const host::NumaNodeFacts &node : host.numaNodes)
        if (node.node.value == numa && !node.cpus->empty())
            function.localCpus = node.cpus;
    if (shape.generation != 0) {
        function.currentSpeed = function.maxSpeed = fact(*pci::LinkSpeed::fromCode(shape.generation));
        function.currentWidth = function.maxWidth = fact(*pci::validWidth(shape.width));
    }
    if (shape.bar0 != 0)
        function.bars.push_back({0, ByteCount{shape.bar0}, 0x14220c});
    if (iommu)
        function.iommuGroup = fact(IommuGroup{m_nextGroup++});
    function.powerState = text("D0");
    pci::ConfigSpace config;
    config.bytesRead = configBytes;
    config.headerType = shape.isBridge() ? 1 : 0;
    if (shape.generation != 0 || shape.portType != pci::PortType::Endpoint) {
        config.express.emplace();
        config.express->portType = shape.portType;
    }
    function.config = config;
    host.functions.push_back(std::move(function));
    return host.functions.back();
}

host::PciFunction &SampleHostBuilder::add(std::string_view bdf, std::string_view parent, const Shape &shape) {
    const auto above = std::find_if(host.functions.begin(), host.functions.end(),
                                    [at = address(parent)](const auto &f) { return f.address == at; });
    if (above == host.functions.end())
        throw std::invalid_argument("no such parent: " + std::string(parent));
    const auto rootBus = above->rootBus;
    host::PciFunction &function = add(bdf, shape);
    function.parent = address(parent);
    function.rootBus = rootBus;
    return function;
}

host::PciFunction &SampleHostBuilder::addVirtual(std::string_view bdf, std::string_view physical,
                                                 const Shape &shape) {
    host::PciFunction &function = add(bdf, shape);
    host::PciFunction &above =
        *std::find_if(host.functions.begin(), host.functions.end(),
                      [at = address(physical)](const auto &f) { return f.address == at; });
    function.parent = above.parent;
    function.rootBus = above.rootBus;
    function.physfn = fact(above.address);
    function.currentSpeed = function.maxSpeed = {};
    function.currentWidth = function.maxWidth = {};
    above.virtfns.push_back(function.address);
    above.rare.edit().sriovNumVfs = fact(static_cast<std::uint32_t>(above.virtfns.size()));
    above.rare.edit().sriovTotalVfs = fact(std::uint32_t{16});
    return function;
}

host::NumaNodeFacts &SampleHostBuilder::addNumaNode(int node, std::string_view cpus,
                                                    std::uint64_t gibibytes) {
    host.numaNodes.push_back({NumaNode{node}, text(cpus), fact(ByteCount{gibibytes << 30}), {}});
    return host.numaNodes.back();
}

void SampleHostBuilder::addNet(std::string_view bdf, std::string_view netdev, std::string_view mac,
                               std::string_view rdma) {
    host::NetInterface net;
    net.name = netdev;
    net.device = address(bdf);
    net.mac = text(mac);
    net.operstate = text("up");
    net.carrier = fact(true);
    net.speedMbits = fact(std::int64_t{400000});
    net.mtu = fact(std::int64_t{9000});
    net.type = fact(1);
    host.netInterfaces.push_back(std::move(net));
    if (rdma.empty())
        return;
    host::RdmaDevice device;
    device.name = rdma;
    device.device = address(bdf);
    device.firmware = text("1.117.1-a-63");
    host::RdmaPort port;
    port.state = text("ACTIVE");
    port.physicalState = text("LinkUp");
    port.rate = fact(GigabitsPerSecond{400});
    port.linkLayer = text("Ethernet");
    port.netdev = text(netdev);
    device.ports.push_back(std::move(port));
    host.rdmaDevices.push_back(std::move(device));
}

void SampleHostBuilder::addXgmi(std::string_view from, std::string_view to) {
    host.gpuLinks.push_back(
        {host::GpuLink::Kind::Xgmi, address(from), address(to), 1, GigabytesPerSecond{64.0}, {}});
}

void SampleHostBuilder::fillBuses() {
    constexpr int kDeepest = 16; // sample hosts are a few levels deep, unless there is a cycle
    for (const host::PciFunction &function : host.functions) {
        std::optional<pci::Address> at = function.parent;
        for (int level = 0; at && level < kDeepest; ++level) {
            host::PciFunction *above = host.function(*at);
            if (above == nullptr)
                break;
            if (above->config && (above->config->headerType & 0x7F) == 1) {
                const std::uint8_t bus = function.address.bus;
                above->rare.edit().secondaryBus = fact(std::min(above->rare->secondaryBus.valueOr(255), bus));
                above->rare.edit().subordinateBus =
                    fact(std::max(above->rare->subordinateBus.valueOr(0), bus));
            }
            at = above->parent;
        }
    }
}

void SampleHostBuilder::fillGroups() {
    for (const host::PciFunction &function : host.functions)
        if (function.iommuGroup &&
            std::none_of(host.iommuGroups.begin(), host.iommuGroups.end(),
                         [&](const auto &g) { return g.group == *function.iommuGroup; }))
            host.iommuGroups.push_back({*function.iommuGroup, text("identity")});
    std::sort(host.iommuGroups.begin(), host.iommuGroups.end(),
              [](const auto &a, const auto &b) { return a.group < b.group; });
}

host::Host SampleHostBuilder::finish() {
    std::sort(host.functions.begin(), host.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
    fillBuses();
    fillGroups();
    if (!retainConfig)
        for (host::PciFunction &function : host.functions)
            if (function.config)
                function.config = pci::decodeConfigSpace(samples::configBytes(function));
    for (std::size_t i = 0; i < host.numaNodes.size(); ++i) {
        std::vector<int> distances;
        for (std::size_t j = 0; j < host.numaNodes.size(); ++j)
            distances.push_back(i == j ? 10 : 32);
        host.numaNodes[i].distances = fact(distances);
    }
    std::sort(host.netInterfaces.begin(), host.netInterfaces.end(),
              [](const auto &a, const auto &b) { return a.name < b.name; });
    std::sort(host.rdmaDevices.begin(), host.rdmaDevices.end(),
              [](const auto &a, const auto &b) { return a.name < b.name; });
    return std::move(host);
}

} // namespace fabricscope::samples
