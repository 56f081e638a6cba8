// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHosts.h"

namespace fabricscope::samples {

namespace {

constexpr std::size_t kExpressAt = 0x40;
constexpr std::size_t kExtendedAt = 0x100;
constexpr std::size_t kExtendedSize = 0x40;

/// Little-endian writes to a config space of 4096 bytes.
class Space {
public:
    void put8(std::size_t at, unsigned value) { bytes[at] = static_cast<std::uint8_t>(value); }
    void put16(std::size_t at, unsigned value) {
        put8(at, value & 0xFF);
        put8(at + 1, value >> 8);
    }
    void put32(std::size_t at, std::uint32_t value) {
        put16(at, value & 0xFFFF);
        put16(at + 2, value >> 16);
    }
    /// Adds an extended capability of at most kExtendedSize bytes after the last one; the first is at 100h,
    /// where readers begin. Returns its offset.
    std::size_t extended(unsigned id) {
        const std::size_t at = m_last == 0 ? kExtendedAt : m_last + kExtendedSize;
        if (m_last != 0)
            put16(m_last + 2, static_cast<unsigned>(at << 4) | 1U);
        put32(at, id | (1U << 16));
        m_last = at;
        return at;
    }

    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(4096, 0);

private:
    std::size_t m_last = 0;
};

void putHeader(Space &space, const host::PciFunction &function) {
    const pci::ConfigSpace &config = *function.config;
    space.put16(0x00, function.vendor.valueOr(0));
    space.put16(0x02, function.device.valueOr(0));
    space.put16(0x04, 0x0006);
    // Decoded from 64 bytes, only the status bit is known.
    const bool capabilities = config.express || (config.status & 0x0010) != 0;
    space.put16(0x06, capabilities ? 0x0010 : 0);
    space.put8(0x08, function.revision.valueOr(0));
    space.put8(0x09, function.classCode.valueOr(0) & 0xFF);
    space.put16(0x0A, function.classCode.valueOr(0) >> 8);
    space.put8(0x0E, config.headerType);
    if (capabilities)
        space.put8(0x34, kExpressAt);
    if (config.headerType == 1) {
        space.put8(0x18, function.address.bus);
        space.put8(0x19, function.rare->secondaryBus.valueOr(0));
        space.put8(0x1A, function.rare->subordinateBus.valueOr(0));
    } else {
        space.put16(0x2C, function.subsystemVendor.valueOr(0));
        space.put16(0x2E, function.subsystemDevice.valueOr(0));
    }
}

unsigned code(const host::Fact<pci::LinkSpeed> &speed) {
    return speed ? speed->generation() : 0;
}

void putExpress(Space &space, const host::PciFunction &function) {
    const pci::Express &express = *function.config->express;
    space.put8(kExpressAt, 0x10);
    space.put16(kExpressAt + 2, 2U | (static_cast<unsigned>(express.portType) << 4));
    space.put32(kExpressAt + 4, 0x10000002); // 512 bytes, FLR
    space.put16(kExpressAt + 8, 0x5930);     // relaxed ordering, 256 bytes payload, 4096 bytes read request
    if (function.maxSpeed) {
        space.put32(kExpressAt + 0x0C, code(function.maxSpeed) | (function.maxWidth.valueOr(0) << 4U));
        space.put16(kExpressAt + 0x12, code(function.currentSpeed) |
                                           (function.currentWidth.valueOr(0) << 4U) |
                                           (function.currentWidth ? 0x2000U : 0U));
        space.put32(kExpressAt + 0x2C, ((1U << code(function.maxSpeed)) - 1U) << 1U);
        space.put16(kExpressAt + 0x30, code(function.maxSpeed));
    }
}

void putExtended(Space &space, const host::PciFunction &function) {
    const pci::ConfigSpace &config = *function.config;
    if (config.acs) {
        const std::size_t at = space.extended(0x000D);
        space.put16(at + 4, config.acs->supported);
        space.put16(at + 6, config.acs->enabled);
    }
    if (config.ats) {
        const std::size_t at = space.extended(0x000F);
        space.put16(at + 6, config.ats->enabled ? 0x8000 : 0);
    }
    if (config.sriov) {
        const std::size_t at = space.extended(0x0010);
        space.put16(at + 0x08, config.sriov->vfEnable ? 1 : 0);
        space.put16(at + 0x0C, config.sriov->initialVfs);
        space.put16(at + 0x0E, config.sriov->totalVfs);
        space.put16(at + 0x10, config.sriov->numVfs);
        space.put16(at + 0x14, config.sriov->firstVfOffset);
        space.put16(at + 0x16, config.sriov->vfStride);
        space.put16(at + 0x1A, config.sriov->vfDeviceId);
    }
}

} // namespace

std::vector<std::uint8_t> configBytes(const host::PciFunction &function) {
    if (!function.config || function.config->bytesRead == 0)
        return {};
    const std::size_t size = function.config->bytesRead;
    if (function.dead || function.config->dead)
        return std::vector<std::uint8_t>(size, 0xFF);
    Space space;
    putHeader(space, function);
    if (function.config->express)
        putExpress(space, function);
    putExtended(space, function);
    space.bytes.resize(size);
    return std::move(space.bytes);
}

} // namespace fabricscope::samples
