// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/Bytes.h"
#include "core/formats/Hex.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <array>
#include <span>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMostBytes = 4096;

/// Collects the bytes of one function's config space.
struct Dump {
    std::string_view name; ///< its "=BDF" line, without the '='; empty before the first
    std::string_view text; ///< from that line to the last one of hex
    std::array<std::uint8_t, kMostBytes> bytes{};
    std::size_t count = 0;
    bool tooLong = false;
};

constexpr std::size_t kWholeLine = 48;

// The line that od writes of 16 bytes.
bool appendWholeLine(std::string_view line, Dump &dump) {
    constexpr std::size_t kBytes = kWholeLine / 3;
    if (line.size() != kWholeLine || dump.count + kBytes > kMostBytes)
        return false;
    unsigned bad = 0;
    for (std::size_t i = 0; i < kBytes; ++i) {
        const unsigned high = hexDigit(line[3 * i + 1]);
        const unsigned low = hexDigit(line[3 * i + 2]);
        bad |= static_cast<unsigned>(line[3 * i] != ' ') | (high & 0xF0U) | (low & 0xF0U);
        dump.bytes[dump.count + i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    if (bad != 0)
        return false;
    dump.count += kBytes;
    return true;
}

// Most of 4 KiB is nothing: as many whole lines of zeros as `unread` begins with, with their line feeds.
std::size_t appendZeros(std::string_view unread, Dump &dump) {
    constexpr std::string_view kZeros = " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n";
    static_assert(kZeros.size() == kWholeLine + 1);
    constexpr std::size_t kBytes = kWholeLine / 3;
    std::size_t lines = 0;
    for (std::size_t room = (kMostBytes - dump.count) / kBytes;
         lines < room && startsWith(unread.substr(lines * kZeros.size()), kZeros);)
        ++lines;
    std::fill_n(dump.bytes.begin() + static_cast<std::ptrdiff_t>(dump.count), lines * kBytes,
                std::uint8_t{0});
    dump.count += lines * kBytes;
    return lines * kZeros.size();
}

// " de 10 30 23 ...": blanks, then two digits a byte.
bool appendHexLine(std::string_view line, Dump &dump) {
    if (appendWholeLine(line, dump))
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
        if (dump.count == kMostBytes) {
            dump.tooLong = true;
            return false;
        }
        dump.bytes[dump.count++] = static_cast<std::uint8_t>(value);
        at += 2;
    }
    return true;
}

void deliver(const SectionText &text, const Dump &dump, HostBuilder &builder) {
    constexpr std::size_t kLeast = 64; // what the kernel gives to everybody
    if (dump.name.empty())
        return;
    if (dump.count < kLeast) {
        builder.warn(text, dump.text, "less than 64 bytes of config space");
        return;
    }
    host::PciFunction *function = builder.functionNamed(dump.name);
    if (!function)
        return;
    auto config = pci::decodeConfigSpace(std::span(dump.bytes).first(dump.count));
    // A later read tells the present state; one that was cut short must not take away what an earlier one
    // brought.
    const bool shorter =
        function->config && !function->config->dead && config.bytesRead < function->config->bytesRead;
    if (shorter && !config.dead)
        return;
    constexpr std::size_t kRevision = 8; // kernels before 4.10 have no file of it
    if (!config.dead && !function->revision)
        function->revision = {dump.bytes[kRevision], text.evidence(dump.text)};
    function->dead = config.dead;
    function->config = std::move(config);
    function->configEvidence = text.evidence(dump.text);
}

} // namespace

void readPciConfig(const SectionText &text, HostBuilder &builder) {
    Dump dump;
    bool skipping = false; // behind a line that made no sense, up to the next function
    LineCursor lines(text);
    for (;;) {
        // Nearly every line is a whole one of od's: told by its length, and no line feed is looked for in it.
        const std::string_view unread = lines.unread();
        if (!skipping && !dump.name.empty() && unread.size() > kWholeLine && unread[kWholeLine] == '\n') {
            std::size_t taken = appendZeros(unread, dump);
            if (taken == 0 && appendWholeLine(unread.substr(0, kWholeLine), dump))
                taken = kWholeLine + 1;
            if (taken != 0) {
                const char *end = unread.data() + taken - 1;
                dump.text = {dump.text.data(), static_cast<std::size_t>(end - dump.text.data())};
                lines.skip(taken);
                continue;
            }
        }
        if (!lines.next())
            break;
        const std::string_view line = lines.line();
        if (!line.empty() && line[0] == '=') {
            deliver(text, dump, builder);
            dump.name = line.substr(1);
            dump.text = line;
            dump.count = 0;
            skipping = !Address::parse(dump.name);
            if (skipping) {
                builder.warn(text, line, "not the address of a PCI function");
                dump.name = {};
            }
            continue;
        }
        if (skipping || line.empty())
            continue;
        if (dump.name.empty()) {
            builder.warn(text, line, "stands before the first function");
            skipping = true;
            continue;
        }
        if (!appendHexLine(line, dump)) {
            builder.warn(text, line,
                         dump.tooLong ? "more than 4096 bytes of config space" : "not a line of hex bytes");
            dump.tooLong = false;
            skipping = true;
        }
        dump.text = text.bytes.substr(static_cast<std::size_t>(dump.text.data() - text.bytes.data()),
                                      static_cast<std::size_t>(line.data() + line.size() - dump.text.data()));
    }
    deliver(text, dump, builder);
}

} // namespace fabricscope::formats
