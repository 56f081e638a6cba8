// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace fabricscope::samples {

namespace {

using namespace shapes;

constexpr unsigned kColumns = 8;
constexpr unsigned kMaxVfs = 255; ///< on one bus, together with their PF

/// Adds functions until the requested number is reached.
class Filler {
public:
    Filler(SampleHostBuilder &builder, std::size_t count) : m_builder(builder), m_left(count) {}

    [[nodiscard]] bool full() const { return m_left == 0; }
    bool root(const std::string &bdf, const Shape &shape) {
        return !full() && (m_builder.add(bdf, shape), --m_left, true);
    }
    bool below(const std::string &bdf, const std::string &parent, const Shape &shape) {
        return !full() && (m_builder.add(bdf, parent, shape), --m_left, true);
    }
    bool virtualOf(const std::string &bdf, const std::string &physical, const Shape &shape) {
        return !full() && (m_builder.addVirtual(bdf, physical, shape), --m_left, true);
    }

private:
    SampleHostBuilder &m_builder;
    std::size_t m_left;
};

std::string bdf(unsigned domain, unsigned bus, unsigned device = 0, unsigned function = 0) {
    return fmt::format("{:04x}:{:02x}:{:02x}.{}", domain, bus, device, function);
}

/// A root port, and below it a switch with a GPU, an NVMe drive, two NICs and a second switch with another
/// drive: 14 functions.
void fillColumn(Filler &filler, unsigned domain, unsigned bus,
                std::vector<std::pair<unsigned, unsigned>> &nics) {
    const std::string port = bdf(domain, bus, 1, 1), up = bdf(domain, bus + 1), inner = bdf(domain, bus + 8);
    auto down = [&](unsigned device) {
        return bdf(domain, bus + 2, device);
    };
    filler.root(bdf(domain, bus), kHostBridge) && filler.root(port, kRootPort) &&
        filler.below(up, port, kUpstream);
    for (unsigned device = 0; device < 5; ++device)
        filler.below(down(device), up, kDownstream);
    filler.below(bdf(domain, bus + 3), down(0), kGpu) && filler.below(bdf(domain, bus + 4), down(1), kNvme);
    for (unsigned nic = 0; nic < 2; ++nic)
        if (filler.below(bdf(domain, bus + 5 + nic), down(2 + nic), kFabricNic))
            nics.emplace_back(domain, bus + 5 + nic);
    filler.below(inner, down(4), kUpstream) && filler.below(bdf(domain, bus + 9), inner, kDownstream) &&
        filler.below(bdf(domain, bus + 10), bdf(domain, bus + 9), kNvme);
}

} // namespace

host::Host manyFunctions(std::size_t count) {
    SampleHostBuilder builder("many");
    builder.addNumaNode(0, "0-63,128-191", 1024);
    builder.addNumaNode(1, "64-127,192-255", 1024);
    builder.host.functions.reserve(count);
    Filler filler(builder, count);
    Shape nicVf = kFabricNic.withDriver("vfio-pci");
    nicVf.device = 0x1004;
    for (unsigned domain = 0; !filler.full(); ++domain) {
        std::vector<std::pair<unsigned, unsigned>> nics;
        for (unsigned column = 0; column < kColumns; ++column) {
            builder.numa = column < kColumns / 2 ? 0 : 1;
            fillColumn(filler, domain, column * 32, nics);
        }
        for (unsigned vf = 1; vf <= kMaxVfs; ++vf) // one per NIC in turn, up to the requested number
            for (const auto &[at, bus] : nics) {
                builder.numa = bus < kColumns / 2 * 32 ? 0 : 1;
                filler.virtualOf(bdf(at, bus, vf / 8, vf % 8), bdf(at, bus), nicVf);
            }
    }
    return builder.finish();
}

} // namespace fabricscope::samples
