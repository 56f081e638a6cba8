// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/Bytes.h"
#include "core/formats/Hex.h"
#include "core/formats/HostBuilder.h"

#include <cstdint>
#include <cstring>
#include <optional>

namespace fabricscope::formats {

/// Finds functions by the text of their address, for listings that name one after the other: neighbours are
/// on one bus, so that usually only device and function have to be parsed.
class FunctionNames {
public:
    explicit FunctionNames(HostBuilder &builder) : m_builder(builder) {}

    static constexpr std::size_t kLength = 12; ///< "0000:41:00.0", nearly always

    /// Finds or creates it (HostBuilder::function); nullptr if these kLength bytes are not an address.
    [[nodiscard]] host::PciFunction *function(const char *bdf) {
        return read(bdf) ? m_builder.function(m_address) : nullptr;
    }
    /// Only parses the address.
    [[nodiscard]] std::optional<Address> address(const char *bdf) {
        return read(bdf) ? std::optional(m_address) : std::nullopt;
    }
    /// Only finds it.
    [[nodiscard]] host::PciFunction *knownFunction(const char *bdf) {
        return read(bdf) ? m_builder.knownFunction(m_address) : nullptr;
    }

private:
    bool read(const char *bdf) {
        constexpr std::uint8_t kMaxDevice = 31, kMaxFunction = 7;
        if (eightBytes(bdf) != m_bus)
            return readFull(bdf);
        const unsigned device = hexByte(bdf[8], bdf[9]);
        const std::uint8_t function = hexDigit(bdf[11]);
        if (device > kMaxDevice || function > kMaxFunction || bdf[10] != '.')
            return false;
        m_address.device = static_cast<std::uint8_t>(device);
        m_address.function = function;
        return true;
    }
    bool readFull(const char *bdf) {
        const auto address = Address::parse({bdf, kLength});
        if (!address)
            return false;
        m_address = *address;
        m_bus = eightBytes(bdf);
        return true;
    }

    HostBuilder &m_builder;
    Address m_address;                            ///< the last one
    std::uint64_t m_bus = eightBytes("0000:00:"); ///< bus prefix of its name
};

} // namespace fabricscope::formats
