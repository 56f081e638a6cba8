// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/Bytes.h"
#include "core/formats/Hex.h"
#include "core/host/Host.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// A line of `resource` for a region that is not there: most of them, and told by its bytes alone.
inline constexpr std::string_view kUnusedRegion =
    "resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n";

/// The lines of one function's `resource`: the n-th line is region n. Functions with the same regions share
/// the list of them: nearly all virtual functions have what the one before has.
class PciRegions {
public:
    /// Called for each line of a `resource` file in order; false where it makes no sense.
    bool line(std::string_view value) {
        const unsigned index = m_next++;
        std::uint64_t start = 0, end = 0, flags = 0;
        constexpr std::size_t kLength = 56;
        if (value.size() != kLength || !fixedHex(value, 0, {}, start) ||
            !fixedHex(value, 19, {eightBytes(value.data() + 2), start >> 32}, end) ||
            !fixedHex(value, 38, {}, flags) || index > 31 || end < start)
            return false;
        if (flags == 0 && end == 0)
            return true;
        // A region that begins at 0 and ends at all ones has 2^64 bytes: no region of this world.
        if (end - start == ~std::uint64_t{0})
            return false;
        m_bars.push_back({static_cast<std::uint8_t>(index), ByteCount{end - start + 1}, flags});
        return true;
    }
    /// The same for kUnusedRegion, `count` of them.
    void unused(std::size_t count) { m_next += static_cast<unsigned>(count); }
    [[nodiscard]] bool begun() const { return m_next != 0; }
    /// Another file's line or another function's came: these are the regions, and the next `resource` begins
    /// anew.
    const host::SharedList<host::Bar> &finish() {
        m_next = 0;
        if (m_bars != m_last.items())
            m_last = m_bars;
        m_bars.clear();
        return m_last;
    }

private:
    /// What the upper eight digits of a number probably are: nothing, or those of the number before.
    struct Likely {
        std::uint64_t text = 0x3030303030303030, value = 0;
    };

    /// "0x" and 16 digits at this place.
    static bool fixedHex(std::string_view value, std::size_t at, Likely likely, std::uint64_t &number) {
        const char *const digits = value.data() + at;
        const std::uint64_t high =
            eightBytes(digits + 2) == likely.text ? likely.value : hexEight(digits + 2);
        const std::uint64_t low = hexEight(digits + 10);
        number = high << 32 | low;
        return *digits == '0' && (high | low) >> 32 == 0;
    }

    unsigned m_next = 0;
    std::vector<host::Bar> m_bars;
    host::SharedList<host::Bar> m_last;
};

} // namespace fabricscope::formats
