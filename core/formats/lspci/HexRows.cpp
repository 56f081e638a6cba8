// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/HexRows.h"

#include "core/formats/Hex.h"

namespace fabricscope::formats::lspci {

namespace {

constexpr std::size_t kRowBytes = 16;

/// Digits of the offset in front: 2 or 3, then ": "; 0 where the line does not begin so.
std::size_t offsetDigits(std::string_view line) {
    std::size_t digits = 0;
    while (digits < line.size() && digits <= 3 && hexDigit(line[digits]) <= 0xF)
        ++digits;
    const bool followed = digits + 1 < line.size() && line[digits] == ':' && line[digits + 1] == ' ';
    return digits >= 2 && digits <= 3 && followed ? digits : 0;
}

} // namespace

bool HexRows::isRow(std::string_view line) {
    const std::size_t digits = offsetDigits(line);
    return digits != 0 && line.size() >= digits + 4 && hexByte(line[digits + 2], line[digits + 3]) <= 0xFF &&
           (line.size() == digits + 4 || line[digits + 4] == ' ');
}

bool HexRows::add(std::string_view line) {
    const std::size_t digits = offsetDigits(line);
    const auto offset = hexNumber(line.substr(0, digits));
    if (m_broken || !offset || *offset != m_bytes.size() || m_bytes.size() >= kMost) {
        m_broken = true;
        return false;
    }
    if (m_bytes.empty())
        m_bytes.reserve(kMost);
    std::size_t at = digits + 1;
    for (std::size_t count = 0; count < kRowBytes; ++count, at += 3) {
        const unsigned value =
            at + 2 < line.size() && line[at] == ' ' ? hexByte(line[at + 1], line[at + 2]) : 0x100U;
        if (value > 0xFF) {
            m_broken = true; // a short row is the last one
            return count > 0;
        }
        m_bytes.push_back(static_cast<std::uint8_t>(value));
    }
    return true;
}

void HexRows::clear() {
    m_bytes.clear();
    m_broken = false;
}

} // namespace fabricscope::formats::lspci
