// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string>
#include <string_view>

namespace fabricscope::samples {

template<class T> host::Fact<T> fact(T value) {
    return {std::move(value), {}};
}
inline host::Fact<std::string> text(std::string_view value) {
    return {std::string(value), {}};
}

/// What a function is; a line in the tables of the made hosts.
struct Shape {
    std::uint32_t classCode = 0;
    std::uint16_t vendor = 0, device = 0;
    const char *driver = nullptr;
    unsigned generation = 5; ///< 0: no link (conventional PCI, root complex endpoints)
    unsigned width = 16;
    pci::PortType portType = pci::PortType::Endpoint;
    std::uint64_t bar0 = 0; ///< bytes

    [[nodiscard]] bool isBridge() const { return (classCode >> 8) == 0x0604; }
    [[nodiscard]] Shape withDriver(const char *other) const {
        Shape shape = *this;
        shape.driver = other;
        return shape;
    }
};

namespace shapes {
inline constexpr Shape kHostBridge{0x060000, 0x1022, 0x14a4, nullptr, 0, 0, pci::PortType::Endpoint, 0};
inline constexpr Shape kIommu{0x080600, 0x1022, 0x14a6, nullptr, 0, 0, pci::PortType::RootComplexEndpoint, 0};
inline constexpr Shape kRootPort{0x060400, 0x1022, 0x14ab, "pcieport", 5, 16, pci::PortType::RootPort, 0};
inline constexpr Shape kUpstream{0x060400, 0x1000, 0xc030, "pcieport", 5, 16, pci::PortType::UpstreamPort, 0};
inline constexpr Shape kDownstream{0x060400, 0x1000, 0xc030, "pcieport", 5, 16, pci::PortType::DownstreamPort,
                                   0};
inline constexpr Shape kPciBridge{0x060400, 0x1a03, 0x1150, nullptr, 1, 1, pci::PortType::PcieToPci, 0};
inline constexpr Shape kGpu{0x120000, 0x1002, 0x75a0, "amdgpu", 5, 16, pci::PortType::Endpoint, 1ULL << 39};
inline constexpr Shape kFabricNic{0x020000,  0x1dd8, 0x1003, "ionic", 5, 16, pci::PortType::Endpoint,
                                  1ULL << 15};
inline constexpr Shape kConnectX{0x020000,  0x15b3, 0x101d, "mlx5_core", 4, 16, pci::PortType::Endpoint,
                                 1ULL << 25};
inline constexpr Shape kNvme{0x010802, 0x144d, 0xa824, "nvme", 5, 4, pci::PortType::Endpoint, 1ULL << 14};
inline constexpr Shape kBmcVga{0x030000, 0x1a03, 0x2000, "ast", 0, 0, pci::PortType::Endpoint, 1ULL << 24};
} // namespace shapes

/// Puts a host together function by function, in any order.
class SampleHostBuilder {
public:
    explicit SampleHostBuilder(std::string_view name);

    /// On a root bus. `bdf` must be one.
    host::PciFunction &add(std::string_view bdf, const Shape &shape);
    /// Below the function `parent`, which is there already.
    host::PciFunction &add(std::string_view bdf, std::string_view parent, const Shape &shape);
    /// A virtual function of `physical`, beside it.
    host::PciFunction &addVirtual(std::string_view bdf, std::string_view physical, const Shape &shape);
    host::NumaNodeFacts &addNumaNode(int node, std::string_view cpus, std::uint64_t gibibytes);
    /// The net device of a function and, where `rdma` is not empty, its RDMA device, up.
    void addNet(std::string_view bdf, std::string_view netdev, std::string_view mac,
                std::string_view rdma = {});
    void addXgmi(std::string_view from, std::string_view to);

    /// Bus numbers, config spaces, IOMMU groups and NUMA distances filled in, all tables sorted.
    [[nodiscard]] host::Host finish();

    host::Host host;
    int numa = 0;                   ///< of the functions added next
    bool iommu = true;              ///< each function added next gets a group of its own
    std::uint16_t configBytes = 64; ///< as an ordinary user reads it; 4096 as root
    bool retainConfig = false;      ///< finish() leaves config spaces as they are

private:
    void fillBuses();
    void fillGroups();
    std::uint32_t m_nextGroup = 0;
};

/// "0000:41:00.0" as an address; the text must be one.
[[nodiscard]] pci::Address address(std::string_view bdf);

} // namespace fabricscope::samples
