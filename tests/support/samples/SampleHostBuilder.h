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

/// The kind of a function; one row in the tables of the sample hosts.
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

/// Builds a host function by function, in any order.
class SampleHostBuilder {
public:
    explicit SampleHostBuilder(std::string_view name);

    /// Adds a function on a root bus. `bdf` must be valid.
    host::PciFunction &add(std::string_view bdf, const Shape &shape);
    /// Adds a function below the function `parent`, which must have been added already.
    host::PciFunction &add(std::string_view bdf, std::string_view parent, const Shape &shape);
    /// Adds a virtual function of `physical`, on the same level.
    host::PciFunction &addVirtual(std::string_view bdf, std::string_view physical, const Shape &shape);
    host::NumaNodeFacts &addNumaNode(int node, std::string_view cpus, std::uint64_t gibibytes);
    /// Adds the net device of a function and, if `rdma` is not empty, its RDMA device, up.
    void addNet(std::string_view bdf, std::string_view netdev, std::string_view mac,
                std::string_view rdma = {});
    void addXgmi(std::string_view from, std::string_view to);

    /// Fills in bus numbers, config spaces, IOMMU groups and NUMA distances, and sorts all tables.
    [[nodiscard]] host::Host finish();

    host::Host host;
    int numa = 0;                   ///< NUMA node of the functions added next
    bool iommu = true;              ///< the functions added next get a group each
    std::uint16_t configBytes = 64; ///< as read by an ordinary user; 4096 as root
    bool retainConfig = false;      ///< finish() does not change config spaces

private:
    void fillBuses();
    void fillGroups();
    std::uint32_t m_nextGroup = 0;
};

/// Parses "0000:41:00.0"; the text must be valid.
[[nodiscard]] pci::Address address(std::string_view bdf);

} // namespace fabricscope::samples
