// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/capture/redact/RedactPlaces.h"
#include "core/capture/redact/RedactRules.h"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace fabricscope::capture {

namespace {

constexpr std::size_t kRow = 16;
constexpr std::size_t kRowText = 3 * kRow + 1; // " xx" sixteen times and a line feed
constexpr std::size_t kFirstExtended = 0x100;
constexpr std::size_t kLast = 0x1000;

/// One function's bytes within the text: rows of fixed width, so that each byte's position is known.
class Rows {
public:
    Rows(std::string &text, std::size_t begin, std::size_t end) : m_text(text), m_begin(begin), m_end(end) {}

    [[nodiscard]] std::optional<std::uint32_t> dword(std::size_t offset) const {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) {
            const auto at = place(offset + i);
            const auto byte =
                at ? parseInteger<std::uint8_t>(std::string_view(m_text).substr(*at, 2), 16) : std::nullopt;
            if (!byte)
                return std::nullopt;
            value = value << 8U | *byte;
        }
        return value;
    }
    void setDword(std::size_t offset, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i, value >>= 8U)
            if (const auto at = place(offset + i))
                m_text.replace(*at, 2, fmt::format("{:02x}", value & 0xFFU));
    }

private:
    [[nodiscard]] std::optional<std::size_t> place(std::size_t offset) const {
        const std::size_t at = m_begin + offset / kRow * kRowText + 3 * (offset % kRow) + 1;
        return at + 2 <= m_end ? std::optional{at} : std::nullopt;
    }

    std::string &m_text;
    std::size_t m_begin;
    std::size_t m_end;
};

/// The rows of lspci -xxxx, each with its offset; also indented, quoted and with CR LF, as pasted.
class OffsetRows {
public:
    OffsetRows(std::string_view text, std::vector<Replacement> &out) : m_text(text), m_out(out) {}

    [[nodiscard]] std::optional<std::size_t> lastOffset() const {
        return m_rows.empty() ? std::nullopt : std::optional(m_rows.rbegin()->first);
    }
    void add(std::size_t offset, std::size_t place) { m_rows[offset] = place; }
    void clear() { m_rows.clear(); }

    [[nodiscard]] std::optional<std::uint32_t> dword(std::size_t offset) const {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) {
            const auto at = place(offset + i);
            const auto byte = at ? parseInteger<std::uint8_t>(m_text.substr(*at, 2), 16) : std::nullopt;
            if (!byte)
                return std::nullopt;
            value = value << 8U | *byte;
        }
        return value;
    }
    void setDword(std::size_t offset, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i, value >>= 8U)
            if (const auto at = place(offset + i))
                m_out.push_back({*at, 2, fmt::format("{:02x}", value & 0xFFU)});
    }

private:
    [[nodiscard]] std::optional<std::size_t> place(std::size_t offset) const {
        const auto row = m_rows.find(offset / kRow * kRow);
        if (row == m_rows.end())
            return std::nullopt;
        const std::size_t at = row->second + 3 * (offset % kRow);
        const std::size_t end = std::min(m_text.find('\n', row->second), m_text.size());
        return at + 2 <= end ? std::optional{at} : std::nullopt;
    }

    std::string_view m_text;
    std::vector<Replacement> &m_out;
    std::map<std::size_t, std::size_t> m_rows; ///< offset -> position of its first byte in the text
};

/// "100: 03 00 ...": its offset, and the position of its first byte in the line.
std::optional<std::pair<std::size_t, std::size_t>> offsetRow(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t>|"), line.size());
    const auto colon = line.find(": ", begin);
    if (colon == std::string_view::npos || colon - begin < 2 || colon - begin > 3 || colon + 4 > line.size())
        return std::nullopt;
    const auto offset = parseInteger<std::uint16_t>(line.substr(begin, colon - begin), 16);
    if (!offset || *offset % kRow != 0 || !parseInteger<std::uint8_t>(line.substr(colon + 2, 2), 16))
        return std::nullopt;
    return std::pair{std::size_t{*offset}, colon + 2};
}

// PCI Express Base Specification, "Device Serial Number Extended Capability": id 0003h, an EUI-64 in two
// dwords, the lower first. On NICs it contains the MAC address.
template<class Bytes> void replaceSerial(Bytes rows, const Pseudonyms &pseudonyms) {
    constexpr std::uint32_t kSerialNumber = 0x0003;
    std::size_t offset = kFirstExtended;
    for (int hops = 0; hops < 64 && offset >= kFirstExtended && offset + 12 <= kLast; ++hops) {
        const auto header = rows.dword(offset);
        if (!header || *header == 0 || *header == 0xFFFFFFFF)
            return;
        const auto low = rows.dword(offset + 4);
        const auto high = rows.dword(offset + 8);
        if ((*header & 0xFFFFU) == kSerialNumber && low && high) {
            const std::uint64_t mapped = pseudonyms.guid(std::uint64_t{*high} << 32U | *low);
            rows.setDword(offset + 4, static_cast<std::uint32_t>(mapped));
            rows.setDword(offset + 8, static_cast<std::uint32_t>(mapped >> 32U));
        }
        offset = *header >> 20U & ~std::uint32_t{3};
    }
}

} // namespace

std::string withoutDeviceSerials(std::string_view text, const Pseudonyms &pseudonyms) {
    std::string out(text);
    for (std::size_t at = 0; at < out.size();) {
        const std::size_t lineEnd = std::min(out.find('\n', at), out.size());
        std::size_t end = lineEnd + 1;
        while (end < out.size() && out[end] != '=')
            end = std::min(out.find('\n', end), out.size() - 1) + 1;
        if (out[at] == '=' && lineEnd + 1 < out.size())
            replaceSerial(Rows(out, lineEnd + 1, std::min(end, out.size())), pseudonyms);
        at = end;
    }
    return out;
}

bool isConfigLine(std::string_view line) {
    const auto isHex = [](std::string_view digits, std::size_t least, std::size_t most) {
        return digits.size() >= least && digits.size() <= most &&
               digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    };
    if (line.starts_with('=')) {
        constexpr std::size_t kLongest = 14, kAddress = 7; // "=10000:41:00.0"
        if (line.size() <= kAddress || line.size() > kLongest)
            return false;
        const std::string_view domain = line.substr(1, line.size() - 1 - kAddress);
        const std::string_view address = line.substr(line.size() - kAddress);
        return (domain.empty() ||
                (domain.back() == ':' && isHex(domain.substr(0, domain.size() - 1), 4, 5))) &&
               isHex(address.substr(0, 2), 2, 2) && address[2] == ':' && isHex(address.substr(3, 2), 2, 2) &&
               address[5] == '.' && isHex(address.substr(6), 1, 1);
    }
    while (!line.empty()) {
        if (!isHex(takeUntil(line, ' '), 0, 2))
            return false;
    }
    return true;
}

void replaceLspciSerials(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out) {
    OffsetRows rows(text, out);
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n');
        const auto row = offsetRow(line);
        if (!row)
            continue;
        if (rows.lastOffset() && row->first <= *rows.lastOffset()) { // the next function's
            replaceSerial<OffsetRows &>(rows, pseudonyms);
            rows.clear();
        }
        rows.add(row->first, static_cast<std::size_t>(line.data() - text.data()) + row->second);
    }
    replaceSerial<OffsetRows &>(rows, pseudonyms);
}

} // namespace fabricscope::capture
