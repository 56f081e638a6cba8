// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Made.h"
#include "tests/support/MadeMaker.h"

#include <fmt/format.h>

namespace fabricscope::made {

namespace {

using namespace shapes;

/// Hands out functions until the wanted number is there.
class Filler {
public:
    Filler(Maker &maker, std::size_t count) : m_maker(maker), m_left(count) {}

    [[nodiscard]] bool full() const { return m_left == 0; }
    bool root(const std::string &bdf, const Shape &shape) {
        return !full() && (m_maker.add(bdf, shape), --m_left, true);
    }
    bool below(const std::string &bdf, const std::string &parent, const Shape &shape) {
        return !full() && (m_maker.add(bdf, parent, shape), --m_left, true);
    }
    bool virtualOf(const std::string &bdf, const std::string &physical, const Shape &shape) {
        return !full() && (m_maker.addVirtual(bdf, physical, shape), --m_left, true);
    }

private:
    Maker &m_maker;
    std::size_t m_left;
};

/// One PCI domain: eight root ports; below each a switch, below its ports a second switch with GPU and NVMe,
/// and a NIC with 24 VFs. 8 x 41 + 1 functions.
void fillDomain(Filler &filler, unsigned domain) {
    auto bdf = [&](unsigned bus, unsigned device = 0, unsigned function = 0) {
        return fmt::format("{:04x}:{:02x}:{:02x}.{}", domain, bus, device, function);
    };
    filler.root(bdf(0), kHostBridge);
    for (unsigned column = 0; column < 8; ++column) {
        const unsigned bus = 1 + column * 16;
        const std::string port = bdf(0, 1 + column), up = bdf(bus);
        filler.root(port, kRootPort) && filler.below(up, port, kUpstream) &&
            filler.below(bdf(bus + 1, 0), up, kDownstream) &&
            filler.below(bdf(bus + 1, 1), up, kDownstream) &&
            filler.below(bdf(bus + 2), bdf(bus + 1, 0), kUpstream);
        const std::string inner = bdf(bus + 2);
        for (unsigned device = 0; device < 4; ++device)
            filler.below(bdf(bus + 3, device), inner, kDownstream) &&
                filler.below(bdf(bus + 4 + device), bdf(bus + 3, device), device < 2 ? kGpu : kNvme);
        const std::string nic = bdf(bus + 8);
        filler.below(nic, bdf(bus + 1, 1), kFabricNic);
        for (unsigned vf = 1; vf <= 24; ++vf)
            filler.virtualOf(bdf(bus + 8, vf / 8, vf % 8), nic, kFabricNic.withDriver("vfio-pci"));
    }
}

} // namespace

host::Host manyFunctions(std::size_t count) {
    Maker maker("many");
    maker.addNumaNode(0, "0-7", 1024);
    maker.addNumaNode(1, "8-15", 1024);
    maker.host.functions.reserve(count);
    Filler filler(maker, count);
    for (unsigned domain = 0; !filler.full(); ++domain) {
        maker.numa = static_cast<int>(domain % 2);
        fillDomain(filler, domain);
    }
    return maker.finish();
}

} // namespace fabricscope::made
