// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/SipHash.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::capture {

/// What stands for a name, address or number in a redacted capture: the same for the same input and key, of
/// the same form, and for different inputs different. Relations that topology and readiness live on are kept:
/// addresses of one subnet stay in one subnet, an EUI-64 stays that of its MAC address, an IPv4-mapped GID
/// that of its IPv4 address.
class Pseudonyms {
public:
    using Mac = std::array<std::uint8_t, 6>;
    using Ipv6 = std::array<std::uint8_t, 16>;

    explicit Pseudonyms(std::string_view key) : m_hash(key) {}

    /// Locally administered. All zero and broadcast stay; of multicast addresses the last three bytes are
    /// replaced.
    [[nodiscard]] Mac mac(Mac address) const;
    /// Loopback, link-local, netmasks, multicast and 0.x stay or stay within their range; private ones stay
    /// private.
    [[nodiscard]] std::uint32_t ipv4(std::uint32_t address) const;
    /// Loopback, unspecified and multicast stay, prefixes of a kind (fe80::/64, fd00::/8, 2000::/3) too.
    [[nodiscard]] Ipv6 ipv6(Ipv6 address) const;
    /// A GUID, EUI-64 or the lower half of an IPv6 address. 0 and all ones stay.
    [[nodiscard]] std::uint64_t guid(std::uint64_t value) const;
    /// A number of up to 64 bits (unique id) that keeps its count of hex digits. 0 and all ones stay.
    [[nodiscard]] std::uint64_t number(std::uint64_t value) const;
    /// Letters become letters (also bytes beyond ASCII), digits digits, the rest stays: serial numbers.
    [[nodiscard]] std::string sameForm(std::string_view text) const;
    /// Hex digits become hex digits, the rest stays: UUIDs, machine ids. All zero or all f stays.
    [[nodiscard]] std::string sameHexForm(std::string_view text) const;
    /// "host-3fa91c07": a readable stand-in for a name.
    [[nodiscard]] std::string name(std::string_view prefix, std::string_view text) const;
    /// 64 bits that stand for a word.
    [[nodiscard]] std::uint64_t word(std::string_view text) const { return hash("word", text); }

private:
    [[nodiscard]] std::uint64_t hash(std::string_view kind, std::string_view text) const;
    [[nodiscard]] std::uint64_t hash(std::string_view kind, std::uint64_t value) const;
    [[nodiscard]] std::uint64_t prefixPreserving(std::uint64_t bits, int width, int prefixBits) const;

    SipHash m_hash;
};

} // namespace fabricscope::capture
