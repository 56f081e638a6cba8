// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/Bytes.h"
#include "core/formats/FunctionNames.h"
#include "core/formats/Hex.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMaxBytes = 4096;

/// Collects the bytes of one function's config space.
struct Dump {
    std::optional<Address> address;        ///< of its "=BDF" line; unknown before the first
    host::PciFunction *function = nullptr; ///< the function on that line, if another section listed it
    std::string_view text;                 ///< from that line to the last one of hex
    std::array<std::uint8_t, kMaxBytes> bytes{};
    std::size_t count = 0;
    std::size_t zerosFrom = 0; ///< bytes from here on are zero, since no dump wrote to them
    bool tooLong = false;
    std::string_view
        linesBefore; ///< the previous dump, if it consisted only of whole lines: see appendAsBefore()
};

constexpr std::size_t kFullLine = 48; // without its line feed
constexpr std::size_t kBytesPerLine = kFullLine / 3;

// A line of od with 16 bytes.
bool appendFullLine(std::string_view line, Dump &dump) {
    if (line.size() != kFullLine || dump.count + kBytesPerLine > kMaxBytes)
        return false;
    unsigned bad = 0;
    for (std::size_t i = 0; i < kBytesPerLine; ++i) {
        const unsigned high = hexDigit(line[3 * i + 1]);
        const unsigned low = hexDigit(line[3 * i + 2]);
        bad |= static_cast<unsigned>(line[3 * i] != ' ') | (high & 0xF0U) | (low & 0xF0U);
        dump.bytes[dump.count + i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    dump.zerosFrom = std::max(dump.zerosFrom, dump.count + kBytesPerLine); // even if it was not such a line
    if (bad != 0)
        return false;
    dump.count += kBytesPerLine;
    return true;
}

// Most of 4 KiB is zero: counts the whole lines of zeros at the start of `unread`, with their line feeds.
std::size_t appendZeros(std::string_view unread, Dump &dump) {
    constexpr std::string_view kZeros = " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n";
    static_assert(kZeros.size() == kFullLine + 1);
    std::size_t lines = 0;
    for (std::size_t room = (kMaxBytes - dump.count) / kBytesPerLine;
         lines < room && startsWith(unread.substr(lines * kZeros.size()), kZeros);)
        ++lines;
    const std::size_t end = dump.count + lines * kBytesPerLine;
    for (std::size_t at = dump.count; at < std::min(end, dump.zerosFrom); ++at)
        dump.bytes[at] = 0;
    dump.count = end;
    return lines * kZeros.size();
}

// " de 10 30 23 ...": blanks, then two digits per byte.
bool appendHexLine(std::string_view line, Dump &dump) {
    if (appendFullLine(line, dump))
        return true;
    std::size_t at = 0;
    while (at < line.size()) {
        if (line[at] == ' ') {
            ++at;
            continue;
        }
        const unsigned value = at + 1 < line.size() ? hexByte(line[at], line[at + 1]) : 0x100U;
        if (value > 0xFF || (at + 2 < line.size() && line[at + 2] != ' '))
            return false;
        if (dump.count == kMaxBytes) {
            dump.tooLong = true;
            return false;
        }
        dump.bytes[dump.count++] = static_cast<std::uint8_t>(value);
        dump.zerosFrom = std::max(dump.zerosFrom, dump.count);
        at += 2;
    }
    return true;
}

constexpr std::size_t kLine = kFullLine + 1;

/// Virtual functions, and the ports of a switch, have nearly the same contents: counts the whole lines at the
/// start of `unread` that equal the previous dump at this position. Their bytes are still there.
std::size_t appendAsBefore(std::string_view unread, Dump &dump) {
    const std::size_t at = dump.count / kBytesPerLine * kLine;
    if (dump.linesBefore.size() <= at)
        return 0;
    const std::string_view before = dump.linesBefore.substr(at);
    std::size_t same = startsWith(unread, before) ? before.size() : 0;
    while (same < before.size() && startsWith(unread.substr(same), before.substr(same, kLine)))
        same += kLine;
    dump.count += same / kLine * kBytesPerLine;
    return same;
}

class ConfigDumps {
public:
    ConfigDumps(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_lines(text), m_builder(builder), m_names(builder) {}

    void read() {
        for (;;) {
            if (const std::size_t taken = takeFullLines(m_lines.unread()); taken != 0) {
                extendTo(m_lines.unread().data() + taken - 1);
                m_lines.skip(taken);
            } else if (m_lines.next()) {
                readLine(m_lines.line());
            } else {
                break;
            }
        }
        deliver();
    }

private:
    // Nearly every line is a whole one of od: recognized by its length, without searching for a line feed.
    std::size_t takeFullLines(std::string_view unread) {
        if (m_skipping || !m_dump.address || !m_isWhole || unread.size() <= kFullLine ||
            unread[kFullLine] != '\n')
            return 0;
        if (const std::size_t same = appendAsBefore(unread, m_dump); same != 0)
            return same;
        m_isNew = true;
        if (const std::size_t zeros = appendZeros(unread, m_dump); zeros != 0)
            return zeros;
        return appendFullLine(unread.substr(0, kFullLine), m_dump) ? kLine : 0;
    }

    void readLine(std::string_view line) {
        if (!line.empty() && line[0] == '=') {
            deliver();
            begin(line);
            return;
        }
        m_isWhole = false;
        m_isNew = true;
        if (m_skipping || line.empty())
            return;
        if (!m_dump.address) {
            m_builder.warn(m_text, line, "comes before the first function");
            m_skipping = true;
            return;
        }
        if (!appendHexLine(line, m_dump)) {
            m_builder.warn(m_text, line,
                           m_dump.tooLong ? "more than 4096 bytes of config space"
                                          : "not a line of hex bytes");
            m_dump.tooLong = false;
            m_skipping = true;
        }
        extendTo(line.data() + line.size());
    }

    void begin(std::string_view line) {
        m_dump.linesBefore = {};
        if (m_isWhole && m_dump.count > 0)
            m_dump.linesBefore = m_dump.text.substr(m_dump.text.find('\n') + 1);
        if (!m_dump.linesBefore.empty()) // with its last line feed, since another line followed
            m_dump.linesBefore = {m_dump.linesBefore.data(), m_dump.linesBefore.size() + 1};
        m_dump.function =
            line.size() == 1 + FunctionNames::kLength ? m_names.knownFunction(line.data() + 1) : nullptr;
        m_dump.address = m_dump.function ? m_dump.function->address : Address::parse(line.substr(1));
        m_dump.text = line;
        m_dump.count = 0;
        m_isWhole = true;
        m_isNew = false;
        m_skipping = !m_dump.address;
        if (m_skipping)
            m_builder.warn(m_text, line, "not the address of a PCI function");
    }

    void extendTo(const char *end) {
        m_dump.text = {m_dump.text.data(), static_cast<std::size_t>(end - m_dump.text.data())};
    }

    void deliver() {
        constexpr std::size_t kLeast = 64; // data that every user may read
        if (!m_dump.address)
            return;
        const bool isDecoded = !m_isNew && m_dump.count == m_decoded;
        m_decoded = 0;
        if (m_dump.count < kLeast) {
            m_builder.warn(m_text, m_dump.text, "fewer than 64 bytes of config space");
            return;
        }
        host::PciFunction *function = m_dump.function ? m_dump.function : m_builder.function(*m_dump.address);
        if (!function)
            return;
        if (!isDecoded)
            m_config = pci::decodeConfigSpace(std::span(m_dump.bytes).first(m_dump.count));
        m_decoded = m_dump.count;
        // A later read shows the present state; a truncated one must not replace a more complete earlier
        // one.
        const pci::ConfigSpace &now = *std::as_const(m_config);
        const auto &before = std::as_const(function->config);
        if (before && !before->dead && now.bytesRead < before->bytesRead && !now.dead)
            return;
        constexpr std::size_t kRevision = 8; // kernels before 4.10 have no file of it
        if (!now.dead && !function->revision)
            function->revision = {m_dump.bytes[kRevision], m_text.evidence(m_dump.text)};
        function->dead = now.dead;
        function->config = m_config;
        function->configEvidence = m_text.evidence(m_dump.text);
    }

    const SectionText &m_text;
    LineCursor m_lines;
    HostBuilder &m_builder;
    FunctionNames m_names;
    Dump m_dump;
    host::Shared<pci::ConfigSpace> m_config;
    std::size_t m_decoded = 0; ///< bytes of the last dump that m_config is of
    bool m_isWhole = false;    ///< only whole lines so far
    bool m_isNew = true;       ///< something in it differs from the previous dump
    bool m_skipping = false;   ///< after an invalid line, up to the next function
};

} // namespace

void readPciConfig(const SectionText &text, HostBuilder &builder) {
    ConfigDumps(text, builder).read();
}

} // namespace fabricscope::formats
