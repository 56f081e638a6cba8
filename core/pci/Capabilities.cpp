// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Capabilities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>

namespace fabricscope::pci {

namespace {

constexpr std::size_t kHeaderSize = 64;
constexpr std::size_t kStandardSize = 256;
constexpr std::size_t kExtendedSize = 4096;

/// Registers are little-endian; a register that was not read is unknown.
class Registers {
public:
    explicit Registers(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    [[nodiscard]] bool has(std::size_t offset, std::size_t count) const {
        return offset + count <= m_bytes.size();
    }
    /// 0 if it was not read: call only after has().
    [[nodiscard]] std::uint8_t byte(std::size_t offset) const { return has(offset, 1) ? m_bytes[offset] : 0; }
    [[nodiscard]] std::uint16_t word(std::size_t offset) const {
        return static_cast<std::uint16_t>(byte(offset) | byte(offset + 1) << 8);
    }
    [[nodiscard]] std::uint32_t dword(std::size_t offset) const {
        return word(offset) | static_cast<std::uint32_t>(word(offset + 2)) << 16;
    }
    [[nodiscard]] bool allOnes(std::size_t offset, std::size_t count) const {
        const auto *first = m_bytes.data() + offset;
        return has(offset, count) && std::all_of(first, first + count, [](auto b) { return b == 0xFF; });
    }

private:
    std::span<const std::uint8_t> m_bytes;
};

constexpr bool bit(unsigned value, unsigned number) {
    return ((value >> number) & 1U) != 0;
}

std::uint16_t payloadBytes(unsigned code) {
    return static_cast<std::uint16_t>(128U << (code & 7U)); // codes 6 and 7 are reserved, and still a number
}

// PCIe 6.0, 7.5.3: offsets from the start of the capability.
void decodeLink(const Registers &registers, std::size_t at, Express &express) {
    const std::uint32_t capabilities = registers.dword(at + 0x0C);
    const std::uint16_t control = registers.word(at + 0x10);
    const std::uint16_t status = registers.word(at + 0x12);
    express.maxSpeed = LinkSpeed::fromCode(capabilities & 0xFU);
    express.maxWidth = validWidth((capabilities >> 4) & 0x3FU);
    express.aspm = static_cast<std::uint8_t>(control & 3U);
    express.currentSpeed = LinkSpeed::fromCode(status & 0xFU);
    express.currentWidth = validWidth((status >> 4) & 0x3FU);
    if (((status >> 4) & 0x3FU) == 0 && express.currentSpeed && express.maxWidth)
        express.currentWidth = std::uint8_t{0}; // a link that is down; VFs state no speed, either
    express.linkTraining = bit(status, 11);
    express.linkActive = bit(status, 13);
}

void decodeExpress(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (!registers.has(at, 0x0C))
        return;
    const std::uint16_t flags = registers.word(at + 2);
    const std::uint32_t deviceCapabilities = registers.dword(at + 4);
    const std::uint16_t deviceControl = registers.word(at + 8);
    Express express;
    express.portType = static_cast<PortType>((flags >> 4) & 0xFU);
    express.maxPayloadSupported = payloadBytes(deviceCapabilities);
    express.functionLevelReset = bit(deviceCapabilities, 28);
    express.relaxedOrdering = bit(deviceControl, 4);
    express.maxPayload = payloadBytes(deviceControl >> 5U);
    express.extendedTags = bit(deviceControl, 8);
    express.noSnoop = bit(deviceControl, 11);
    express.maxReadRequest = payloadBytes(deviceControl >> 12U);
    express.deviceErrors = static_cast<std::uint8_t>(registers.byte(at + 0x0A) & 0xFU);

    const bool hasLink =
        express.portType != PortType::RootComplexEndpoint && express.portType != PortType::EventCollector;
    if (hasLink && registers.has(at, 0x14))
        decodeLink(registers, at, express);
    const bool slotImplemented = bit(flags, 8) && (express.portType == PortType::RootPort ||
                                                   express.portType == PortType::DownstreamPort);
    if (slotImplemented && registers.has(at, 0x18))
        express.slotNumber = static_cast<std::uint16_t>(registers.dword(at + 0x14) >> 19);
    const unsigned version = flags & 0xFU;
    if (version < 2) // no such register, no such feature
        express.ariForwarding = express.tenBitTags = false;
    if (version >= 2 && registers.has(at, 0x32)) {
        const std::uint16_t deviceControl2 = registers.word(at + 0x28);
        express.ariForwarding = bit(deviceControl2, 5);
        express.tenBitTags = bit(deviceControl2, 12);
        if (hasLink) {
            express.supportedSpeeds = (registers.byte(at + 0x2C) >> 1U) & 0x7FU;
            express.targetSpeed = LinkSpeed::fromCode(registers.word(at + 0x30) & 0xFU);
        }
    }
    config.express = express;
}

void decodeAcs(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 8))
        config.acs = Acs{static_cast<std::uint8_t>(registers.word(at + 4) & 0x7FU),
                         static_cast<std::uint8_t>(registers.word(at + 6) & 0x7FU)};
}

void decodeAts(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (!registers.has(at, 8))
        return;
    const std::uint16_t control = registers.word(at + 6);
    config.ats = Ats{bit(control, 15), static_cast<std::uint8_t>(control & 0x1FU)};
}

void decodeSrIov(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 0x1C))
        config.sriov =
            SrIov{bit(registers.word(at + 8), 0), registers.word(at + 0x0C), registers.word(at + 0x0E),
                  registers.word(at + 0x10),      registers.word(at + 0x14), registers.word(at + 0x16),
                  registers.word(at + 0x1A)};
}

void decodeAri(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 8))
        config.ari = Ari{registers.byte(at + 5)};
}

void decodeAer(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 0x14))
        config.aer = Aer{registers.dword(at + 4), registers.dword(at + 0x10)};
}

void decodePasid(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 8))
        config.pasid =
            Pasid{bit(registers.word(at + 6), 0), static_cast<std::uint8_t>(registers.byte(at + 5) & 0x1FU)};
}

void decodeSerialNumber(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 12))
        config.serialNumber =
            static_cast<std::uint64_t>(registers.dword(at + 8)) << 32 | registers.dword(at + 4);
}

void decodeSecondaryExpress(const Registers &registers, std::size_t at, ConfigSpace &config) {
    if (registers.has(at, 12))
        config.laneErrors = registers.dword(at + 8);
}

struct Capability {
    std::uint16_t id;
    bool extended;
    std::string_view name;
    void (*decode)(const Registers &, std::size_t at, ConfigSpace &) = nullptr;
};

// Ids: PCI Code and ID Assignment Specification 1.15, sections 2 and 3. One line adds a capability.
constexpr Capability kCapabilities[] = {
    {0x01, false, "Power Management"},
    {0x02, false, "AGP"},
    {0x03, false, "VPD"},
    {0x04, false, "Slot ID"},
    {0x05, false, "MSI"},
    {0x06, false, "CompactPCI hot swap"},
    {0x07, false, "PCI-X"},
    {0x08, false, "HyperTransport"},
    {0x09, false, "Vendor specific"},
    {0x0A, false, "Debug port"},
    {0x0C, false, "Hot plug"},
    {0x0D, false, "Bridge subsystem"},
    {0x10, false, "Express", decodeExpress},
    {0x11, false, "MSI-X"},
    {0x12, false, "SATA"},
    {0x13, false, "Advanced Features"},
    {0x14, false, "Enhanced Allocation"},
    {0x01, true, "AER", decodeAer},
    {0x02, true, "Virtual Channel"},
    {0x03, true, "Serial Number", decodeSerialNumber},
    {0x04, true, "Power Budgeting"},
    {0x05, true, "RC Link Declaration"},
    {0x07, true, "RCEC Association"},
    {0x09, true, "Virtual Channel"},
    {0x0B, true, "Vendor specific"},
    {0x0D, true, "ACS", decodeAcs},
    {0x0E, true, "ARI", decodeAri},
    {0x0F, true, "ATS", decodeAts},
    {0x10, true, "SR-IOV", decodeSrIov},
    {0x11, true, "MR-IOV"},
    {0x12, true, "Multicast"},
    {0x13, true, "PRI"},
    {0x15, true, "Resizable BAR"},
    {0x16, true, "DPA"},
    {0x17, true, "TPH"},
    {0x18, true, "LTR"},
    {0x19, true, "Secondary Express", decodeSecondaryExpress},
    {0x1B, true, "PASID", decodePasid},
    {0x1D, true, "DPC"},
    {0x1E, true, "L1 PM Substates"},
    {0x1F, true, "PTM"},
    {0x22, true, "Readiness Time"},
    {0x23, true, "DVSEC"},
    {0x24, true, "VF Resizable BAR"},
    {0x25, true, "Data Link Feature"},
    {0x26, true, "Physical Layer 16 GT/s"},
    {0x27, true, "Lane Margining"},
    {0x2A, true, "Physical Layer 32 GT/s"},
    {0x2E, true, "DOE"},
    {0x2F, true, "Device 3"},
    {0x30, true, "IDE"},
    {0x31, true, "Physical Layer 64 GT/s"},
};

const Capability *findCapability(std::uint16_t id, bool extended) {
    const auto *found =
        std::find_if(std::begin(kCapabilities), std::end(kCapabilities),
                     [&](const Capability &c) { return c.id == id && c.extended == extended; });
    return found == std::end(kCapabilities) ? nullptr : found;
}

void addCapability(const Registers &registers, const CapabilityRef &ref, ConfigSpace &config) {
    config.capabilities.push_back(ref);
    if (const Capability *known = findCapability(ref.id, ref.extended); known && known->decode)
        known->decode(registers, ref.offset, config);
}

void walkStandard(const Registers &registers, ConfigSpace &config) {
    constexpr std::size_t kCardBus = 2;
    const std::size_t pointer = config.headerType == kCardBus ? 0x14 : 0x34;
    if (!bit(config.status, 4))
        return;
    std::bitset<kStandardSize> seen;
    for (std::size_t at = registers.byte(pointer) & ~3U; at != 0; at = registers.byte(at + 1) & ~3U) {
        if (at < kHeaderSize) {
            config.problems.push_back(fmt::format("capability pointer 0x{:02x} points into the header", at));
            return;
        }
        if (seen[at]) {
            config.problems.push_back(fmt::format("capability list loops at 0x{:02x}", at));
            return;
        }
        seen.set(at);
        if (!registers.has(at, 2)) {
            if (registers.size() > kHeaderSize) // at 64 bytes the list is simply out of sight
                config.problems.push_back(fmt::format("capability at 0x{:02x} lies beyond the {} bytes read",
                                                      at, registers.size()));
            return;
        }
        const std::uint8_t id = registers.byte(at);
        if (id == 0xFF) {
            config.problems.push_back(fmt::format("capability list is broken at 0x{:02x}", at));
            return;
        }
        const auto version = static_cast<std::uint8_t>(id == 0x10 ? registers.byte(at + 2) & 0xFU : 0);
        addCapability(registers, {id, static_cast<std::uint16_t>(at), version, false}, config);
    }
}

void walkExtended(const Registers &registers, ConfigSpace &config) {
    if (!registers.has(kStandardSize, 4))
        return;
    std::bitset<kExtendedSize> seen;
    std::size_t at = kStandardSize;
    while (at != 0) {
        if (at < kStandardSize) {
            config.problems.push_back(
                fmt::format("extended capability pointer 0x{:03x} points below 0x100", at));
            return;
        }
        if (seen[at]) {
            config.problems.push_back(fmt::format("extended capability list loops at 0x{:03x}", at));
            return;
        }
        seen.set(at);
        if (!registers.has(at, 4)) {
            config.problems.push_back(fmt::format(
                "extended capability at 0x{:03x} lies beyond the {} bytes read", at, registers.size()));
            return;
        }
        const std::uint32_t header = registers.dword(at);
        if (at == kStandardSize && (header == 0 || header == 0xFFFFFFFF))
            return; // no extended capabilities at all
        if ((header & 0xFFFFU) == 0xFFFFU) {
            config.problems.push_back(fmt::format("extended capability list is broken at 0x{:03x}", at));
            return;
        }
        if ((header & 0xFFFFU) != 0) // id 0 is a place holder with a pointer
            addCapability(registers,
                          {static_cast<std::uint16_t>(header & 0xFFFFU), static_cast<std::uint16_t>(at),
                           static_cast<std::uint8_t>((header >> 16) & 0xFU), true},
                          config);
        at = (header >> 20) & 0xFFCU;
    }
}

void decodeHeader(const Registers &registers, ConfigSpace &config) {
    config.vendor = registers.word(0x00);
    config.device = registers.word(0x02);
    config.command = registers.word(0x04);
    config.status = registers.word(0x06);
    config.revision = registers.byte(0x08);
    config.classCode = registers.dword(0x08) >> 8;
    config.headerType = registers.byte(0x0E) & 0x7FU;
    config.multiFunction = bit(registers.byte(0x0E), 7);
    config.busMaster = bit(config.command, 2);
    constexpr std::uint8_t kBridge = 1;
    if (config.headerType == kBridge && registers.has(0x18, 3)) {
        config.primaryBus = registers.byte(0x18);
        config.secondaryBus = registers.byte(0x19);
        config.subordinateBus = registers.byte(0x1A);
    }
}

} // namespace

ConfigSpace decodeConfigSpace(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kIdentity = 16; // up to the header type
    ConfigSpace config;
    const Registers registers(bytes.first(std::min(bytes.size(), kExtendedSize)));
    config.bytesRead = static_cast<std::uint16_t>(registers.size());
    if (registers.size() < kIdentity) {
        config.problems.push_back(fmt::format("only {} bytes, too few for a header", registers.size()));
        return config;
    }
    decodeHeader(registers, config);
    config.dead = registers.allOnes(0, kIdentity);
    if (config.dead)
        return config;
    if (registers.size() >= kHeaderSize) {
        walkStandard(registers, config);
        walkExtended(registers, config);
    }
    return config;
}

std::string_view capabilityName(std::uint16_t id, bool extended) {
    const Capability *known = findCapability(id, extended);
    return known ? known->name : std::string_view{};
}

std::string_view toString(PortType type) {
    struct Name {
        PortType type;
        std::string_view name;
    };
    static constexpr Name kNames[] = {
        {PortType::Endpoint, "Endpoint"},
        {PortType::LegacyEndpoint, "Legacy Endpoint"},
        {PortType::RootPort, "Root Port"},
        {PortType::UpstreamPort, "Upstream Port"},
        {PortType::DownstreamPort, "Downstream Port"},
        {PortType::PcieToPci, "PCIe to PCI Bridge"},
        {PortType::PciToPcie, "PCI to PCIe Bridge"},
        {PortType::RootComplexEndpoint, "Root Complex Endpoint"},
        {PortType::EventCollector, "Root Complex Event Collector"},
    };
    for (const Name &entry : kNames)
        if (entry.type == type)
            return entry.name;
    return "reserved port type";
}

std::string Acs::toString() const {
    static constexpr std::string_view kBits[] = {"SV", "TB", "RR", "CR", "UF", "EC", "DT"};
    std::string text;
    for (unsigned i = 0; i < std::size(kBits); ++i) {
        if (i > 0)
            text += ' ';
        text += kBits[i];
        text += bit(enabled, i) ? '+' : '-';
    }
    return text;
}

} // namespace fabricscope::pci
