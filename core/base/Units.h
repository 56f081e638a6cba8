// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SlimOptional.h"

#include <compare>
#include <cstdint>
#include <string>

namespace fabricscope {

/// A number with a unit in its type, so that GB/s and Gb/s, or two kinds of index, are never mixed.
template<class Tag, class Number> struct Quantity {
    Number value{};
    friend constexpr auto operator<=>(const Quantity &, const Quantity &) = default;
};

template<class Tag, class Number> struct NoneOf<Quantity<Tag, Number>> {
    static constexpr Quantity<Tag, Number> value{NoneOf<Number>::value};
};

/// 10^9 bytes a second.
using GigabytesPerSecond = Quantity<struct GigabytesPerSecondTag, double>;
/// 10^9 bits a second.
using GigabitsPerSecond = Quantity<struct GigabitsPerSecondTag, double>;
using ByteCount = Quantity<struct ByteCountTag, std::uint64_t>;
/// The kernel's node number, 0 and up. The kernel's "-1" is not a node but unknown (std::nullopt).
using NumaNode = Quantity<struct NumaNodeTag, int>;
/// The number under /sys/kernel/iommu_groups.
using IommuGroup = Quantity<struct IommuGroupTag, std::uint32_t>;

/// Binary units as lspci prints them: "512M", "1G"; below 1 KiB "64".
[[nodiscard]] std::string toString(ByteCount bytes);
/// One decimal below 1000: "63.0 GB/s".
[[nodiscard]] std::string toString(GigabytesPerSecond bandwidth);

} // namespace fabricscope
