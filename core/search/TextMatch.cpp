// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/TextMatch.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>

namespace fabricscope::search {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isWordCharacter(char c) {
    const char small = lower(c);
    return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

/// A piece of an address: up to this many hexadecimal digits, at least one.
template<class Integer>
bool read(std::string_view text, std::size_t maxDigits, std::optional<Integer> &into) {
    if (text.empty() || text.size() > maxDigits)
        return false;
    // Only digits: parseInteger() would accept the prefix "0x", but text with an x does not get here.
    const auto value = parseInteger<std::uint32_t>(text, 16);
    if (!value)
        return false;
    into = static_cast<Integer>(*value);
    return true;
}

} // namespace

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

Quality qualityOf(std::string_view text, std::string_view word) {
    if (word.empty() || word.size() > text.size())
        return Quality::None;
    const auto matchesAt = [&](std::size_t at) {
        return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                          [](char expected, char found) { return expected == lower(found); });
    };
    if (matchesAt(0))
        return word.size() == text.size() ? Quality::Exact : Quality::Prefix;
    Quality best = Quality::None;
    for (std::size_t at = 1; at + word.size() <= text.size(); ++at) {
        if (lower(text[at]) != word.front() || !matchesAt(at))
            continue;
        if (!isWordCharacter(text[at - 1]))
            return Quality::Word;
        best = Quality::Part;
    }
    return best;
}

std::optional<PartialAddress> PartialAddress::parse(std::string_view word) {
    if (word.size() < 2 || word.size() > 16 ||
        word.find_first_not_of("0123456789abcdef:.") != std::string_view::npos)
        return std::nullopt;
    PartialAddress result;
    std::string_view rest = word;
    const auto colons = std::count(word.begin(), word.end(), ':');
    const auto dots = std::count(word.begin(), word.end(), '.');
    bool whole = colons >= 1 && colons <= 2 && dots <= 1;
    if (whole && colons == 2)
        whole = read(takeUntil(rest, ':'), 8, result.domain);
    whole = whole && read(takeUntil(rest, ':'), 2, result.bus);
    if (whole && dots == 1) {
        whole = read(takeUntil(rest, '.'), 2, result.device) && read(rest, 1, result.function);
    } else if (whole) {
        whole = read(rest, 2, result.device);
    }
    return whole ? result : PartialAddress{}; // still a beginning of one: "0000:4"
}

Quality qualityOf(const pci::Address &bdf, std::string_view word, const PartialAddress &address) {
    const std::string full = bdf.toString();
    const std::string_view inFull = full;
    const Quality written =
        std::max(qualityOf(inFull, word), qualityOf(inFull.substr(full.size() - 7), word));
    if (!address.bus || written == Quality::Exact)
        return written;
    const bool same = address.bus == bdf.bus && address.device == bdf.device &&
                      (!address.domain || address.domain == bdf.domain) &&
                      (!address.function || address.function == bdf.function);
    return !same ? written : address.function ? Quality::Exact : std::max(written, Quality::Prefix);
}

Quality qualityOfIds(std::uint16_t vendor, std::uint16_t device, std::string_view word) {
    std::array<char, 9> text{};
    std::size_t at = 0;
    for (const std::uint16_t id : {vendor, device}) {
        for (int shift = 12; shift >= 0; shift -= 4)
            text[at++] = "0123456789abcdef"[id >> shift & 0xF];
        if (at < text.size())
            text[at++] = ':';
    }
    return qualityOf(std::string_view(text.data(), text.size()), word);
}

} // namespace fabricscope::search
