// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fabricscope::formats::lspci {

/// The rows of `lspci -x`: "00: de 10 30 23 ...", "1f0: ...", 16 bytes each and in order.
class HexRows {
public:
    static constexpr std::size_t kMost = 4096;

    /// Whether a line is such a row.
    [[nodiscard]] static bool isRow(std::string_view line);
    /// False: it does not follow the rows before it; it and all later rows are left out.
    bool add(std::string_view line);
    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return m_bytes; }
    void clear();

private:
    std::vector<std::uint8_t> m_bytes;
    bool m_broken = false;
};

} // namespace fabricscope::formats::lspci
