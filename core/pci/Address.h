// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SlimOptional.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::pci {

/// Domain, bus, device and function of a PCI function: its BDF. The domain has 32 bits, since VMD
/// (`10000:`) and some ARM and Hyper-V hosts use more than the customary four digits.
struct Address {
    std::uint32_t domain = 0;
    std::uint8_t bus = 0;
    std::uint8_t device = 0;   ///< 0 to 31
    std::uint8_t function = 0; ///< 0 to 7

    friend constexpr auto operator<=>(const Address &, const Address &) = default;

    /// "0000:41:00.0", "10000:01:00.0", or "41:00.0" (domain 0). Hexadecimal in either case, nothing
    /// before or behind.
    [[nodiscard]] static std::optional<Address> parse(std::string_view text);

    /// dddd:bb:dd.f in lower case; more digits only where the domain needs them.
    [[nodiscard]] std::string toString() const;
    /// bb:dd.f, for pictures of hosts that have one domain only.
    [[nodiscard]] std::string toShortString() const;

    /// One number that sorts as the address does.
    [[nodiscard]] constexpr std::uint64_t key() const {
        return (std::uint64_t{domain} << 16) | (std::uint64_t{bus} << 8) | (std::uint64_t{device} << 3) |
               function;
    }
};

} // namespace fabricscope::pci

/// No device has number 255.
template<> struct fabricscope::NoneOf<fabricscope::pci::Address> {
    static constexpr fabricscope::pci::Address value{0, 0, 0xFF, 0};
};

template<> struct std::hash<fabricscope::pci::Address> {
    std::size_t operator()(const fabricscope::pci::Address &address) const noexcept {
        return std::hash<std::uint64_t>{}(address.key());
    }
};
