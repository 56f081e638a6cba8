// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::pci {

/// The rate of one PCI Express lane, by the code of LnkCap, LnkSta and LnkCtl2 (PCIe 6.0, 7.5.3.6):
/// 1 = 2.5 GT/s (Gen1) ... 6 = 64 GT/s (Gen6), 7 = 128 GT/s.
class LinkSpeed {
public:
    constexpr LinkSpeed() = default;
    /// Codes 1 to 7; anything else is no speed.
    [[nodiscard]] static std::optional<LinkSpeed> fromCode(unsigned code);
    /// sysfs's "32.0 GT/s PCIe", "8 GT/s", lspci's "16GT/s"; "Unknown" and the like: std::nullopt.
    [[nodiscard]] static std::optional<LinkSpeed> parse(std::string_view text);

    [[nodiscard]] constexpr unsigned generation() const { return m_code; }
    /// Gigatransfers a second, of one lane.
    [[nodiscard]] double gigatransfersPerSecond() const;
    /// What one lane carries after line coding: 8b/10b for Gen1 and 2, 128b/130b for Gen3 to 5, 242/256 from
    /// Gen6. One direction.
    [[nodiscard]] GigabytesPerSecond perLane() const;

    friend constexpr auto operator<=>(const LinkSpeed &, const LinkSpeed &) = default;

private:
    explicit constexpr LinkSpeed(std::uint8_t code) : m_code(code) {}
    std::uint8_t m_code = 1;
};

/// Width (lanes: 1 to 32) and speed of a link that is up.
struct LinkRate {
    LinkSpeed speed;
    std::uint8_t width = 1;

    /// Physical bandwidth of one direction: Gen5 x16 = 63.0 GB/s. (A library's own figure for the same link
    /// is another quantity.)
    [[nodiscard]] GigabytesPerSecond bandwidth() const;
    /// "Gen5 x16".
    [[nodiscard]] std::string toString() const;

    friend constexpr auto operator<=>(const LinkRate &, const LinkRate &) = default;
};

/// A width as sysfs or a register gives it; 0 (link down, VF) and values over 32 (all-ones reads):
/// std::nullopt.
[[nodiscard]] std::optional<std::uint8_t> validWidth(unsigned width);

} // namespace fabricscope::pci
