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

/// The most common line of `resource`, for an unused region, recognized by comparing its bytes.
inline constexpr std::string_view kUnusedRegion =
    "resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n";

/// The lines of one function's `resource`: the n-th line is region n. Functions with equal regions share the
/// list: nearly all virtual functions have the same regions as the previous one.
class PciRegions {
public:
    /// Called for each line of a `resource` file in order; false if it is invalid.
    bool line(std::string_view value) {
        const unsigned index = m_next++;
        constexpr std::size_t kLength = 56; // three times "0x" and 16 digits, with blanks between
        if (value.size() != kLength || index > 31)
            return false;
        const std::uint64_t start = m_start.read(value.data());
        const std::uint64_t end = m_end.read(value.data() + 19);
        const std::uint64_t flags = m_flags.read(value.data() + 38);
        if (m_start.isBad || m_end.isBad || m_flags.isBad || end < start)
            return false;
        if (flags == 0 && end == 0)
            return true;
        // A region that begins at 0 and ends at all ones would have 2^64 bytes: not a real region.
        if (end - start == ~std::uint64_t{0})
            return false;
        m_bars.push_back({static_cast<std::uint8_t>(index), ByteCount{end - start + 1}, flags});
        return true;
    }
    /// The same for `count` lines that are kUnusedRegion.
    void unused(std::size_t count) { m_next += static_cast<unsigned>(count); }
    [[nodiscard]] bool begun() const { return m_next != 0; }
    /// A line of another file or function follows: returns the regions, and the next `resource` starts
    /// anew.
    const host::SharedList<host::Bar> &finish() {
        m_next = 0;
        if (m_bars != m_last.items())
            m_last = m_bars;
        m_bars.clear();
        return m_last;
    }

private:
    /// Eight digits, which are probably the same as before: regions of neighbours are
    /// adjacent.
    struct Digits {
        std::uint64_t text = eightBytes("00000000"), value = 0;

        std::uint64_t read(const char *digits) {
            if (const std::uint64_t now = eightBytes(digits); now != text) {
                text = now;
                value = hexEight(digits);
            }
            return value;
        }
    };
    /// "0x" and 16 digits.
    struct Number {
        Digits high, low;
        bool isBad = false;

        std::uint64_t read(const char *text) {
            const std::uint64_t upper = high.read(text + 2), lower = low.read(text + 10);
            isBad = *text != '0' || (upper | lower) >> 32 != 0;
            return upper << 32 | lower;
        }
    };

    Number m_start, m_end, m_flags;
    unsigned m_next = 0;
    std::vector<host::Bar> m_bars;
    host::SharedList<host::Bar> m_last;
};

} // namespace fabricscope::formats
