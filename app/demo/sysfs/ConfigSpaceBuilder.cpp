// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/ConfigSpaceBuilder.h"

#include <bit>
#include <span>

namespace fabricscope::app::demo {

namespace {

using pci::PortType;

constexpr std::uint8_t kPowerManagement = 0x01, kMsi = 0x05, kSubsystem = 0x0D, kExpress = 0x10, kMsiX = 0x11;
constexpr std::uint16_t kAer = 0x01, kSerialNumber = 0x03, kAcs = 0x0D, kAri = 0x0E, kAts = 0x0F,
                        kSrIov = 0x10, kPageRequest = 0x13, kResizableBar = 0x15, kSecondaryExpress = 0x19,
                        kPasid = 0x1B, kDataLink = 0x25, kPhysical16 = 0x26, kPhysical32 = 0x2A;

/// Little-endian registers in a growing list of capabilities.
class Registers {
public:
    explicit Registers(std::size_t size) : m_bytes(size, 0) {}

    void put8(std::size_t at, std::uint64_t value) { m_bytes[at] = static_cast<std::uint8_t>(value); }
    void put16(std::size_t at, std::uint64_t value) { put(at, value, 2); }
    void put32(std::size_t at, std::uint64_t value) { put(at, value, 4); }
    void put64(std::size_t at, std::uint64_t value) { put(at, value, 8); }

    /// Links a capability in the first 256 bytes into the list that starts at 0x34.
    void capability(std::size_t at, std::uint8_t id) {
        put8(m_lastPointer, at);
        put8(at, id);
        m_lastPointer = at + 1;
    }
    /// Appends an extended capability of this size; returns its offset.
    std::size_t extended(std::uint16_t id, std::uint8_t version, std::size_t size) {
        const std::size_t at = m_nextExtended;
        if (m_lastExtended != 0)
            put16(m_lastExtended + 2, m_lastVersion | (at << 4));
        put16(at, id);
        put16(at + 2, version);
        m_lastExtended = at;
        m_lastVersion = version;
        m_nextExtended = (at + size + 15) & ~std::size_t{15};
        return at;
    }
    std::vector<std::uint8_t> take() { return std::move(m_bytes); }

private:
    void put(std::size_t at, std::uint64_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            m_bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
    std::vector<std::uint8_t> m_bytes;
    std::size_t m_lastPointer = 0x34, m_nextExtended = 0x100, m_lastExtended = 0, m_lastVersion = 0;
};

unsigned sizeCode(std::uint16_t bytes) {
    return static_cast<unsigned>(std::bit_width(bytes / 128u)) - 1;
}

bool isVf(const DemoFunction &function) {
    return function.physfn.has_value();
}

bool isDownward(const DemoFunction &function) {
    return function.port == PortType::RootPort || function.port == PortType::DownstreamPort;
}

bool isMultiFunction(const DemoHost &host, const DemoFunction &function) {
    for (unsigned number = 0; number < 8; ++number) {
        Address other = function.address;
        other.function = static_cast<std::uint8_t>(number);
        const auto found = host.functions.find(other);
        if (number != function.address.function && found != host.functions.end() && !found->second.physfn)
            return true;
    }
    return false;
}

void putBars(Registers &out, std::size_t first, std::span<const DemoBar> bars) {
    for (const DemoBar &bar : bars) {
        const std::size_t at = first + std::size_t{bar.index} * 4;
        const unsigned flags = (bar.wide ? 0x4u : 0u) | (bar.prefetchable ? 0x8u : 0u);
        out.put32(at, (bar.address & 0xFFFFFFF0u) | flags);
        if (bar.wide)
            out.put32(at + 4, bar.address >> 32);
    }
}

void putWindows(Registers &out, const DemoFunction &function) {
    out.put16(0x1C, 0x01F1); // no I/O: base above limit
    out.put16(0x20, function.memory.empty() ? 0xFFF0 : (function.memory.first >> 16) & 0xFFF0);
    out.put16(0x22, function.memory.empty() ? 0x0000 : (function.memory.last >> 16) & 0xFFF0);
    const bool none = function.prefetchable.empty();
    out.put16(0x24, none ? 0xFFF1 : ((function.prefetchable.first >> 16) & 0xFFF0) | 1);
    out.put16(0x26, none ? 0x0001 : ((function.prefetchable.last >> 16) & 0xFFF0) | 1);
    out.put32(0x28, none ? 0 : function.prefetchable.first >> 32);
    out.put32(0x2C, none ? 0 : function.prefetchable.last >> 32);
}

void putHeader(Registers &out, const DemoHost &host, const DemoFunction &function) {
    out.put16(0x00, isVf(function) ? 0xFFFF : function.vendor);
    out.put16(0x02, isVf(function) ? 0xFFFF : function.device);
    const unsigned memory = isVf(function) || (function.bars.empty() && !function.isBridge()) ? 0u : 0x2u;
    out.put16(0x04, memory | (function.driver.empty() ? 0u : 0x4u) | (isVf(function) ? 0u : 0x400u));
    out.put16(0x06, function.port ? 0x0010 : 0x0000);
    out.put32(0x08, (std::uint64_t{function.classCode} << 8) | function.revision);
    out.put8(0x0C, isVf(function) ? 0 : 0x10);
    out.put8(0x0E, (function.isBridge() ? 1u : 0u) | (isMultiFunction(host, function) ? 0x80u : 0u));
    if (function.isBridge()) {
        out.put8(0x18, function.address.bus);
        out.put8(0x19, *function.secondary);
        out.put8(0x1A, function.subordinate.value_or(*function.secondary));
        putWindows(out, function);
        out.put16(0x3E, 0x0003); // parity response, SERR
    } else {
        if (!isVf(function))
            putBars(out, 0x10, function.bars);
        out.put16(0x2C, function.subsystemVendor);
        out.put16(0x2E, function.subsystemDevice);
    }
    out.put16(0x3C, isVf(function) ? 0 : 0x01FF);
}

void putLink(Registers &out, std::size_t at, const DemoFunction &function) {
    const DemoLink top = function.maxLink.value_or(DemoLink{});
    const unsigned port = function.address.device;
    out.put32(at + 0x0C, top.generation | (std::uint64_t{top.width} << 4) | (2u << 10) | (4u << 15) |
                             (isDownward(function) ? 3u << 20 : 0u) | (1u << 22) |
                             (std::uint64_t{port} << 24));
    out.put16(at + 0x2C, ((1u << top.generation) - 1) << 1);
    if (isVf(function)) // link control and status belong to the PF
        return;
    const DemoLink now = function.link.value_or(DemoLink{1, 0});
    const bool up = now.width != 0;
    out.put16(at + 0x10, up ? 0x0040 : 0x0000);
    out.put16(at + 0x12, now.generation | (unsigned{now.width} << 4) | (1u << 12) |
                             (isDownward(function) && up ? 1u << 13 : 0u));
    out.put16(at + 0x30, top.generation);
    out.put16(at + 0x32, up && now.generation >= 3 ? 0x001E : 0x0000); // equalization complete
}

void putExpress(Registers &out, std::size_t at, const DemoFunction &function, bool ariBelow) {
    out.capability(at, kExpress);
    const auto type = static_cast<unsigned>(*function.port);
    const bool slot = isDownward(function) && function.slot;
    out.put16(at + 2, 2u | (type << 4) | (slot ? 0x100u : 0u));
    const bool endpoint = function.port == PortType::Endpoint || function.port == PortType::LegacyEndpoint;
    out.put32(at + 4, sizeCode(function.maxPayloadSupported) | (1u << 5) | (1u << 15) |
                          (endpoint && function.functionLevelReset ? 1u << 28 : 0u));
    if (!isVf(function))
        out.put16(at + 8, (function.hasAer ? 0x7u : 0x0u) | (function.relaxedOrdering ? 0x10u : 0u) |
                              (sizeCode(function.maxPayload) << 5) | (function.extendedTags ? 0x100u : 0u) |
                              (endpoint ? 0x800u : 0u) | (sizeCode(function.readRequest) << 12));
    out.put16(at + 0x0A, function.correctableErrors != 0 ? 0x1 : 0x0);
    if (function.port != PortType::RootComplexEndpoint)
        putLink(out, at, function);
    if (slot) {
        const bool present = function.link && function.link->width != 0;
        out.put32(at + 0x14, (std::uint64_t{*function.slot} << 19) | 0x60);
        out.put16(at + 0x1A, present ? 0x0040 : 0x0000);
    }
    if (function.port == PortType::RootPort)
        out.put16(at + 0x1E, 1);
    out.put32(at + 0x24, 0x12 | (isDownward(function) ? 0x20u : 0u) | (1u << 16) | (1u << 17));
    if (!isVf(function))
        out.put16(at + 0x28, (ariBelow ? 0x20u : 0u) | (function.hasAri ? 1u << 12 : 0u));
}

void putSrIov(Registers &out, const DemoFunction &function) {
    const std::size_t at = out.extended(kSrIov, 1, 0x40);
    const unsigned first = function.virtfns.empty()
                               ? 1u
                               : (unsigned{function.virtfns[0].bus} << 8 |
                                  unsigned{function.virtfns[0].device} << 3 | function.virtfns[0].function) -
                                     (unsigned{function.address.bus} << 8 |
                                      unsigned{function.address.device} << 3 | function.address.function);
    out.put32(at + 0x04, 0x2); // ARI capable hierarchy preserved
    out.put16(at + 0x08, function.virtfns.empty() ? 0x10 : 0x19);
    out.put16(at + 0x0C, function.totalVfs);
    out.put16(at + 0x0E, function.totalVfs);
    out.put16(at + 0x10, function.virtfns.size());
    out.put8(at + 0x12, function.address.function);
    out.put16(at + 0x14, first);
    out.put16(at + 0x16, 1);
    out.put16(at + 0x1A, function.vfDevice);
    out.put32(at + 0x1C, 0x553);
    out.put32(at + 0x20, 0x1);
    putBars(out, at + 0x24, function.vfBars);
}

void putExtended(Registers &out, const DemoFunction &function) {
    const DemoLink top = function.maxLink.value_or(DemoLink{});
    if (function.hasAer) {
        const std::size_t at = out.extended(kAer, 2, 0x48);
        out.put32(at + 0x08, 0x00100000);
        out.put32(at + 0x0C, 0x00462030);
        out.put32(at + 0x10, function.correctableErrors != 0 ? 0x1 : 0x0);
        out.put32(at + 0x14, 0x2000);
        out.put32(at + 0x18, 0xA0);
    }
    if (function.serialNumber)
        out.put64(out.extended(kSerialNumber, 1, 12) + 4, *function.serialNumber);
    if (function.hasAri)
        out.put16(out.extended(kAri, 1, 8) + 4, 0);
    if (function.totalVfs != 0)
        putSrIov(out, function);
    if (function.acsSupported != 0) {
        const std::size_t at = out.extended(kAcs, 1, 8);
        out.put16(at + 4, function.acsSupported);
        out.put16(at + 6, function.acsEnabled);
    }
    if (function.hasAts) {
        const std::size_t at = out.extended(kAts, 1, 8);
        out.put16(at + 4, 0x0020); // page aligned requests
        out.put16(at + 6, function.atsEnabled ? 0x8000 : 0x0000);
    }
    if (function.hasPasid) {
        const std::size_t pri = out.extended(kPageRequest, 1, 16);
        out.put16(pri + 6, 0x0100);
        out.put32(pri + 8, 0x200);
        const std::size_t at = out.extended(kPasid, 1, 8);
        out.put16(at + 4, 0x1006);
    }
    if (function.hasRebar && !function.bars.empty()) {
        const std::size_t at = out.extended(kResizableBar, 1, 12);
        const auto megabytes = function.bars.front().size >> 20;
        const auto code = megabytes == 0 ? 0u : static_cast<unsigned>(std::bit_width(megabytes)) - 1;
        // Sizes up to 128 TiB: bits 4 to 31 represent 1 MiB to 128 TiB.
        out.put32(at + 4, ((std::uint64_t{2} << code) - 1) << 4);
        out.put32(at + 8, (std::uint64_t{code} << 8) | (1u << 5) | function.bars.front().index);
    }
    if (isVf(function) || function.port == PortType::RootComplexEndpoint)
        return;
    if (top.generation >= 3)
        out.extended(kSecondaryExpress, 1, 12u + 2u * top.width);
    if (top.generation >= 4) {
        out.put32(out.extended(kDataLink, 1, 12) + 4, 0x80000001);
        const std::size_t at = out.extended(kPhysical16, 1, 0x20u + top.width);
        out.put32(at + 0x0C, 0x1F);
    }
    if (top.generation >= 5) {
        const std::size_t at = out.extended(kPhysical32, 1, 0x20u + top.width);
        out.put32(at + 0x0C, 0x1F);
    }
}

bool hasAriBelow(const DemoHost &host, const DemoFunction &function) {
    if (!isDownward(function))
        return false;
    const auto below =
        host.functions.lower_bound(Address{function.address.domain, *function.secondary, 0, 0});
    return below != host.functions.end() && below->second.parent == function.address && below->second.hasAri;
}

} // namespace

std::vector<std::uint8_t> buildConfigSpace(const DemoHost &host, const DemoFunction &function) {
    Registers out(function.port ? 4096 : 256);
    putHeader(out, host, function);
    if (!function.port)
        return out.take();
    if (!isVf(function)) {
        out.capability(0x48, kPowerManagement);
        out.put16(0x4A, 0x0003);
        out.put16(0x4C, 0x0008);
    }
    putExpress(out, 0x58, function, hasAriBelow(host, function));
    if (function.isBridge()) {
        out.capability(0xA0, kMsi);
        out.put16(0xA2, function.driver.empty() ? 0x0080 : 0x0081);
        out.put32(0xA4, function.driver.empty() ? 0 : 0xFEE00000);
        out.capability(0xC0, kSubsystem);
        out.put16(0xC4, function.subsystemVendor);
        out.put16(0xC6, function.subsystemDevice);
    } else {
        out.capability(0xA0, kMsiX);
        out.put16(0xA2, (function.driver.empty() ? 0u : 0x8000u) | 63u);
        const unsigned bar = function.bars.empty() ? 0u : function.bars.back().index;
        out.put32(0xA4, 0x2000u | bar);
        out.put32(0xA8, 0x3000u | bar);
    }
    putExtended(out, function);
    return out.take();
}

} // namespace fabricscope::app::demo
