// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/lspci/LspciHosts.h"

#include "core/formats/HostReader.h"
#include "tests/support/Shell.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <random>
#include <sstream>

namespace fabricscope::formats {

host::Host importedHost(const std::vector<SectionPair> &sections) {
    capture::Capture capture;
    for (const auto &[name, bytes] : sections) {
        capture::Section::Meta meta;
        meta.name = name;
        meta.part = capture::Part::Import;
        capture.sections.emplace_back(meta, bytes);
    }
    return readHost(capture);
}

pci::Address bdf(std::string_view text) {
    const auto address = pci::Address::parse(text);
    if (!address)
        ADD_FAILURE() << text << " is no address";
    return address.value_or(pci::Address{});
}

std::string cut(const std::string &section, host::EvidenceRef evidence) {
    return evidence.exists() ? section.substr(evidence.offset, evidence.length) : std::string("no evidence");
}

std::map<std::string, std::string> parentsOf(const host::Host &host) {
    const auto topology = topology::build(std::make_shared<const host::Host>(host));
    std::map<std::string, std::string> parents;
    const auto &nodes = topology->nodes();
    for (const topology::Node &node : nodes) {
        if (!node.bdf)
            continue;
        const topology::Node &above = nodes[*node.parent];
        std::string parent = above.bdf ? above.bdf->toString() : above.name;
        if (above.kind == topology::NodeKind::Switch)
            for (const topology::Port &port : above.ports)
                for (const topology::NodeId below : port.below)
                    if (below == node.id)
                        parent = port.bdf.toString();
        parents[node.bdf->toString()] = parent;
        for (const topology::Port &port : node.ports)
            if (!port.upstream)
                parents[port.bdf.toString()] = node.bdf->toString();
    }
    return parents;
}

std::string fileText(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

namespace {

class TemporaryFile {
public:
    explicit TemporaryFile(const std::string &text)
        : path(std::filesystem::temp_directory_path() /
               ("fabricscope-lspci-" + std::to_string(std::random_device{}()) + ".txt")) {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path); }
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    std::filesystem::path path;
};

/// Config spaces with random registers.
class DumpBuilder {
public:
    DumpBuilder(DumpedHost &host, std::uint32_t seed) : m_host(host), m_random(seed) {}

    void make() {
        const unsigned domains = 1 + pick(3);
        for (unsigned i = 0; i < domains; ++i) {
            static constexpr std::uint32_t kDomains[] = {0, 1, 0x10000};
            m_domain = kDomains[i];
            unsigned bus = 0;
            const unsigned roots = 1 + pick(3);
            for (unsigned root = 0; root < roots; ++root) {
                makeRoot(static_cast<std::uint8_t>(bus));
                bus = std::max(m_nextBus, bus + 1) + pick(8);
            }
        }
    }

private:
    unsigned pick(unsigned count) { return static_cast<unsigned>(m_random() % count); }

    void makeRoot(std::uint8_t bus) {
        const std::string name = fmt::format("pci{:04x}:{:02x}", m_domain, bus);
        m_nextBus = bus + 1U;
        add({m_domain, bus, 0, 0}, endpoint(0x060000, 9), name);
        const unsigned ports = 1 + pick(4);
        for (unsigned port = 0; port < ports; ++port)
            makePort({m_domain, bus, static_cast<std::uint8_t>(1 + port), 0}, 4, name, 2);
        if (pick(2) != 0)
            add({m_domain, bus, 31, 0}, endpoint(0x080600, 9), name);
    }

    /// Adds a bridge with this port type and the devices below it.
    void makePort(const pci::Address &at, unsigned type, const std::string &above, unsigned depth) {
        Bytes &space = add(at, endpoint(0x060400, type), above);
        space[0x0E] = 1;
        const unsigned first = m_nextBus++;
        std::fill(space.begin() + 0x10, space.begin() + 0x34, std::uint8_t{0});
        const auto bus = static_cast<std::uint8_t>(first);
        const std::string name = at.toString();
        if (type == 5) {
            const unsigned ports = 1 + pick(4);
            for (unsigned port = 0; port < ports; ++port)
                makePort({m_domain, bus, static_cast<std::uint8_t>(4 * port), 0}, 6, name, depth - 1);
        } else if (depth > 0 && pick(2) == 0) {
            makePort({m_domain, bus, 0, 0}, 5, name, depth);
        } else if (pick(5) != 0) {
            makeDevice({m_domain, bus, 0, 0}, name);
        }                                    // otherwise an empty slot
        Bytes &after = m_host.functions[at]; // looked up again: others were added
        after[0x18] = at.bus;
        after[0x19] = bus;
        after[0x1A] = static_cast<std::uint8_t>(m_nextBus - 1);
    }

    void makeDevice(const pci::Address &at, const std::string &above) {
        static constexpr std::uint32_t kClasses[] = {0x030200, 0x120000, 0x020000, 0x020700, 0x010802};
        const std::uint32_t code = kClasses[pick(std::size(kClasses))];
        Bytes &space = add(at, endpoint(code, pick(2)), above);
        const unsigned functions = pick(3);
        if (code == 0x020000 && pick(2) == 0) { // VFs on the next bus: offset 256, stride 1
            const unsigned vfs = 1 + pick(3);
            const std::size_t sriov = m_sriovAt;
            space[sriov + 0x08] |= 1;
            put16(space, sriov + 0x10, vfs);
            put16(space, sriov + 0x14, 256);
            put16(space, sriov + 0x16, 1);
            for (unsigned i = 0; i < vfs; ++i)
                add({m_domain, static_cast<std::uint8_t>(m_nextBus), 0, static_cast<std::uint8_t>(i)},
                    endpoint(0x020000, 0), above);
            ++m_nextBus;
            return;
        }
        space[m_sriovAt + 0x08] &= 0xFE;
        for (unsigned i = 0; i < functions; ++i) {
            Bytes &other = add({at.domain, at.bus, at.device, static_cast<std::uint8_t>(1 + i)},
                               endpoint(0x040300, 0), above);
            other[m_sriovAt + 0x08] &= 0xFE;
        }
    }

    Bytes &add(const pci::Address &at, Bytes space, const std::string &above) {
        m_host.parents[at.toString()] = above;
        return m_host.functions[at] = std::move(space);
    }

    static void put16(Bytes &space, std::size_t at, unsigned value) {
        space[at] = static_cast<std::uint8_t>(value);
        space[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }
    void random(Bytes &space, std::size_t at, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            space[at + i] = static_cast<std::uint8_t>(m_random());
    }

    Bytes endpoint(std::uint32_t classCode, unsigned type) {
        Bytes space(4096);
        static constexpr unsigned kVendors[] = {0x10de, 0x1002, 0x15b3, 0x8086, 0x1af4};
        put16(space, 0x00, kVendors[pick(std::size(kVendors))]);
        put16(space, 0x02, pick(0x10000));
        put16(space, 0x04, pick(0x10000) & 0x0407);
        put16(space, 0x06, 0x0010);
        space[0x08] = static_cast<std::uint8_t>(pick(256));
        if (space[0x08] == 0xFF)
            space[0x08] = 1;
        space[0x09] = static_cast<std::uint8_t>(classCode);
        put16(space, 0x0A, classCode >> 8);
        put16(space, 0x2C, 0x1028);
        put16(space, 0x2E, pick(0x10000));
        space[0x34] = 0x64;
        express(space, 0x64, type);
        static constexpr std::pair<unsigned, std::size_t> kExtended[] = {
            {0x0001, 0x48}, {0x0003, 0x0C}, {0x000D, 0x08}, {0x000E, 0x08},
            {0x000F, 0x08}, {0x0010, 0x40}, {0x001B, 0x08}, {0x0019, 0x20},
        };
        std::size_t at = 0x100;
        for (const auto &[id, size] : kExtended) {
            random(space, at, size);
            const bool last = id == 0x0019;
            put16(space, at, id);
            put16(space, at + 2, static_cast<unsigned>((last ? 0 : at + size) << 4 | 1U));
            if (id == 0x0010) {
                m_sriovAt = at;
                space[at + 0x08] &= 0xFE; // no virtual functions that do not exist
            }
            at += size;
        }
        return space;
    }
    void express(Bytes &space, std::size_t at, unsigned type) {
        random(space, at, 0x3C);
        put16(space, at, 0x0010);
        put16(space, at + 2, 2U | type << 4 | (pick(2) << 8));
        // Speeds 1 to 6 and valid widths: lspci prints reserved values in its own form.
        static constexpr unsigned kWidths[] = {0, 1, 2, 4, 8, 12, 16, 32};
        for (const std::size_t link : {std::size_t{0x0C}, std::size_t{0x12}})
            put16(space, at + link,
                  (1 + pick(6)) | kWidths[pick(std::size(kWidths))] << 4 | (pick(16) << 12));
        space[at + 0x30] = static_cast<std::uint8_t>((space[at + 0x30] & 0xF0U) | (1 + pick(6)));
        const unsigned highest = 1 + pick(5);
        space[at + 0x2C] = static_cast<std::uint8_t>(((1U << highest) - 1U) << 1);
    }

    DumpedHost &m_host;
    std::mt19937 m_random;
    std::uint32_t m_domain = 0;
    unsigned m_nextBus = 1;
    std::size_t m_sriovAt = 0;
};

} // namespace

DumpedHost::DumpedHost(std::uint32_t seed) {
    DumpBuilder(*this, seed).make();
}

std::string DumpedHost::dump() const {
    std::string text;
    for (const auto &[address, bytes] : functions) {
        text += address.toString() + " Device";
        for (std::size_t i = 0; i < bytes.size(); ++i)
            text +=
                i % 16 == 0 ? fmt::format("\n{:02x}: {:02x}", i, bytes[i]) : fmt::format(" {:02x}", bytes[i]);
        text += "\n\n";
    }
    return text;
}

bool lspciIsThere() {
    return !test::outputOf("lspci --version 2>/dev/null").empty();
}

std::string lspciOf(const std::filesystem::path &file, const std::string &options) {
    return test::outputOf("lspci -F '" + file.string() + "' " + options + " 2>/dev/null");
}

std::string lspciOfDump(const std::string &dump, const std::string &options) {
    const TemporaryFile file(dump);
    return lspciOf(file.path, options);
}

namespace {

void expectSameExpress(const pci::Express &registers, const pci::Express &text, bool further) {
    EXPECT_EQ(text.portType, registers.portType);
    EXPECT_EQ(text.maxPayloadSupported, registers.maxPayloadSupported);
    EXPECT_EQ(text.maxPayload, registers.maxPayload);
    EXPECT_EQ(text.maxReadRequest, registers.maxReadRequest);
    EXPECT_EQ(text.relaxedOrdering, registers.relaxedOrdering);
    EXPECT_EQ(text.extendedTags, registers.extendedTags);
    EXPECT_EQ(text.noSnoop, registers.noSnoop);
    EXPECT_EQ(text.deviceErrors, registers.deviceErrors);
    EXPECT_EQ(text.maxSpeed, registers.maxSpeed);
    EXPECT_EQ(text.maxWidth, registers.maxWidth);
    EXPECT_EQ(text.currentSpeed, registers.currentSpeed);
    EXPECT_EQ(text.currentWidth, registers.currentWidth);
    EXPECT_EQ(text.slotNumber, registers.slotNumber);
    const bool hasLink = registers.portType != pci::PortType::RootComplexEndpoint;
    if (hasLink) {
        EXPECT_EQ(text.aspm, registers.aspm);
        EXPECT_EQ(text.linkActive, registers.linkActive);
        EXPECT_EQ(text.linkTraining, registers.linkTraining);
    }
    // For further functions of an endpoint, lspci omits LnkCap2 and LnkCtl2: the link belongs to function 0.
    if (text.supportedSpeeds != 0 || !further) {
        EXPECT_EQ(text.supportedSpeeds, registers.supportedSpeeds);
    }
    // lspci prints these only for some port types: what it omits is unknown.
    if (text.functionLevelReset) {
        EXPECT_EQ(text.functionLevelReset, registers.functionLevelReset);
    }
    if (text.ariForwarding) {
        EXPECT_EQ(text.ariForwarding, registers.ariForwarding);
    }
    if (text.tenBitTags) {
        EXPECT_EQ(text.tenBitTags, registers.tenBitTags);
    }
    // A register that reads 0 is printed as 2.5GT/s.
    if (registers.targetSpeed && (text.targetSpeed || !further)) {
        EXPECT_EQ(text.targetSpeed, registers.targetSpeed);
    }
}

} // namespace

void expectSameConfig(const pci::ConfigSpace &registers, const pci::ConfigSpace &text,
                      const std::string &where) {
    SCOPED_TRACE(where);
    EXPECT_TRUE(text.fromText);
    EXPECT_EQ(text.dead, registers.dead);
    constexpr unsigned kCommand = 0x07FF, kStatus = 0xF9F8; // DEVSEL is not stored
    EXPECT_EQ(text.command & kCommand, registers.command & kCommand & ~0x80U);
    EXPECT_EQ(text.status & kStatus, registers.status & kStatus);
    EXPECT_EQ(text.busMaster, registers.busMaster);
    EXPECT_EQ(text.primaryBus, registers.primaryBus);
    EXPECT_EQ(text.secondaryBus, registers.secondaryBus);
    EXPECT_EQ(text.subordinateBus, registers.subordinateBus);
    EXPECT_EQ(text.capabilities, registers.capabilities);
    ASSERT_EQ(text.express.has_value(), registers.express.has_value());
    if (registers.express)
        expectSameExpress(*registers.express, *text.express, where.back() != '0');
    EXPECT_EQ(text.acs, registers.acs);
    EXPECT_EQ(text.ats, registers.ats);
    EXPECT_EQ(text.sriov, registers.sriov);
    EXPECT_EQ(text.ari, registers.ari);
    EXPECT_EQ(text.pasid, registers.pasid);
    EXPECT_EQ(text.serialNumber, registers.serialNumber);
    ASSERT_EQ(text.aer.has_value(), registers.aer.has_value());
    if (registers.aer) {
        // The bits that lspci 3.9 names.
        constexpr std::uint32_t kUncorrectable = 0x003FF030, kCorrectable = 0x31C1;
        EXPECT_EQ(text.aer->uncorrectableStatus & kUncorrectable,
                  registers.aer->uncorrectableStatus & kUncorrectable);
        EXPECT_EQ(text.aer->correctableStatus & kCorrectable,
                  registers.aer->correctableStatus & kCorrectable);
    }
    constexpr std::uint32_t kLanes = 0xFFFF; // lspci names those of an x16
    EXPECT_EQ(text.laneErrors.has_value(), registers.laneErrors.has_value());
    EXPECT_EQ(text.laneErrors.value_or(0) & kLanes, registers.laneErrors.value_or(0) & kLanes);
}

} // namespace fabricscope::formats
