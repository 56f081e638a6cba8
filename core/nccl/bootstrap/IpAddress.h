// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::nccl {

/// An IPv4 or IPv6 address with the length of its subnet's prefix, in network order.
struct IpAddress {
    enum class Family : std::uint8_t { V4, V6 };
    Family family = Family::V4;
    std::array<std::uint8_t, 16> bytes{}; ///< the first 4 for IPv4
    unsigned prefix = 32;                 ///< at most 32 or 128

    /// "10.1.0.21/24", "fe80::1", "::ffff:10.0.0.1"; a scope ("%eth0") is ignored. Nothing else may be
    /// before or behind.
    [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);

    [[nodiscard]] bool isLoopback() const;  ///< 127.0.0.0/8, ::1
    [[nodiscard]] bool isLinkLocal() const; ///< 169.254.0.0/16, fe80::/10
    [[nodiscard]] bool sameAddress(const IpAddress &other) const;
    /// Whether `other` lies in the subnet of this one, by this one's prefix.
    [[nodiscard]] bool hasInSubnet(const IpAddress &other) const;
};

} // namespace fabricscope::nccl
