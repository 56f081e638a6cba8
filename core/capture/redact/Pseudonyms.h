// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/SipHash.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::capture {

/// Replacements for names, addresses and numbers in a redacted capture: the same for the same input and key,
/// in any case of letters, of the same form, and different for different inputs. Relations that topology and
/// readiness depend on are kept: addresses of one subnet stay in one subnet, an EUI-64 still matches its MAC
/// address, an IPv4-mapped GID its IPv4 address.
class Pseudonyms {
public:
    using Mac = std::array<std::uint8_t, 6>;
    using Ipv6 = std::array<std::uint8_t, 16>;

    explicit Pseudonyms(std::string_view key) : m_hash(key) {}

    /// Locally administered. All zeros and broadcast are kept; of multicast addresses the last three bytes
    /// are replaced.
    [[nodiscard]] Mac mac(Mac address) const;
    /// Loopback, link-local, netmasks, multicast and 0.x are kept or stay within their range; private
    /// addresses stay private.
    [[nodiscard]] std::uint32_t ipv4(std::uint32_t address) const;
    /// Loopback, unspecified and multicast are kept, and so are prefixes of a kind (fe80::/64, fd00::/8,
    /// 2000::/3) and the host number 1, which any network has.
    [[nodiscard]] Ipv6 ipv6(Ipv6 address) const;
    /// A GUID, EUI-64 or the lower half of an IPv6 address. 0 and all ones are kept.
    [[nodiscard]] std::uint64_t guid(std::uint64_t value) const;
    /// A number of up to 64 bits (unique id). From 48 bits on it is what guid() makes of it, since a text may
    /// have it in either form; below, its number of hex digits is kept. 0 and all ones are kept.
    [[nodiscard]] std::uint64_t number(std::uint64_t value) const;
    /// 0, 1 and 4095 are kept: no VLAN, the default one, and a reserved number.
    [[nodiscard]] std::uint64_t vlan(std::uint64_t id) const;
    /// Of a VXLAN or GENEVE network, 24 bits. 0 is kept, and what has more bits is another number of its
    /// form.
    [[nodiscard]] std::uint64_t vni(std::uint64_t id) const;
    /// 0 and those of multicast, from 0xc000 on, are kept.
    [[nodiscard]] std::uint64_t lid(std::uint64_t value) const;
    /// Of an InfiniBand partition, 16 bits. Its first, full membership, is kept, and the default partition.
    [[nodiscard]] std::uint64_t pkey(std::uint64_t value) const;
    /// Of a user or a group; those of systems, below 1000, and of nobody are kept.
    [[nodiscard]] std::uint64_t userId(std::uint64_t id) const;
    /// Letters (and bytes beyond ASCII) become letters, digits become digits, the rest is kept: serial
    /// numbers.
    [[nodiscard]] std::string sameForm(std::string_view text) const;
    /// Hex digits become hex digits, the rest is kept: UUIDs, machine ids. All zeros or all f are kept.
    [[nodiscard]] std::string sameHexForm(std::string_view text) const;
    /// "host-3fa91c07": a readable replacement of a name.
    [[nodiscard]] std::string name(std::string_view prefix, std::string_view text) const;
    /// A 64-bit hash of a word.
    [[nodiscard]] std::uint64_t word(std::string_view text) const { return hash("word", text); }

private:
    [[nodiscard]] std::uint64_t hash(std::string_view kind, std::string_view text) const;
    [[nodiscard]] std::uint64_t hash(std::string_view kind, std::uint64_t value) const;
    [[nodiscard]] std::uint64_t small(std::uint64_t value, int width, std::uint64_t above,
                                      std::uint64_t below) const;
    [[nodiscard]] std::uint64_t prefixPreserving(std::uint64_t bits, int width, int prefixBits) const;

    SipHash m_hash;
};

} // namespace fabricscope::capture
