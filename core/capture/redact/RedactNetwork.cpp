// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Neighbours at the ends of cables, and routing tables, whose addresses cannot be recognized by their form:
// digits without dots or colons.
#include "core/base/Text.h"
#include "core/capture/redact/RedactPlaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace fabricscope::capture {

namespace {

/// A key of `lldpctl -f keyvalue`, by its ending. To add one, add a row.
struct LldpRule {
    std::string_view key;
    ValueKind how;
};
constexpr LldpRule kLldpRules[] = {
    {".chassis.name", ValueKind::Host}, {".descr", ValueKind::Text},   {".local", ValueKind::Text},
    {".ifalias", ValueKind::Text},      {".vlan", ValueKind::Text},    {".serial", ValueKind::Text},
    {".asset", ValueKind::Text},        {".address", ValueKind::Text}, {".unknown-tlv", ValueKind::Text},
    {".vlan-id", ValueKind::Vlan},
};

std::string_view takeWord(std::string_view &rest) {
    constexpr std::string_view kBlanks = " \t";
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    return word;
}

/// Reverses the bytes of an address: /proc/net/route prints them so.
std::uint32_t turned(std::uint32_t word) {
    return (word & 0xFF) << 24 | (word & 0xFF00) << 8 | (word >> 8 & 0xFF00) | word >> 24;
}

class Routes {
public:
    Routes(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out)
        : m_text(text), m_pseudonyms(pseudonyms), m_out(out) {}

    /// Interface, destination, gateway, flags, counts, metric, mask.
    void replaceV4(std::string_view line) {
        constexpr std::size_t kColumns = 8;
        std::array<std::string_view, kColumns> words;
        for (std::string_view &word : words)
            word = takeWord(line);
        const auto mask = parseInteger<std::uint32_t>(words[7], 16);
        putV4(words[1], mask.value_or(0xFFFFFFFF));
        putV4(words[2], 0xFFFFFFFF);
    }

    /// Destination, its length, source, its length, gateway.
    void replaceV6(std::string_view line) {
        constexpr std::size_t kColumns = 5;
        std::array<std::string_view, kColumns> words;
        for (std::string_view &word : words)
            word = takeWord(line);
        constexpr unsigned kWhole = 128;
        putV6(words[0], parseInteger<unsigned>(words[1], 16).value_or(kWhole));
        putV6(words[2], parseInteger<unsigned>(words[3], 16).value_or(kWhole));
        putV6(words[4], kWhole);
    }

private:
    /// A network remains one: no bits are set beyond its mask.
    void putV4(std::string_view word, std::uint32_t mask) {
        if (const auto address = parseInteger<std::uint32_t>(word, 16))
            put(word, fmt::format("{:08X}", turned(m_pseudonyms.ipv4(turned(*address))) & mask));
    }

    void putV6(std::string_view word, unsigned bits) {
        Pseudonyms::Ipv6 address{};
        if (word.size() != address.size() * 2)
            return;
        for (std::size_t i = 0; i < address.size(); ++i) {
            const auto byte = parseInteger<std::uint8_t>(word.substr(i * 2, 2), 16);
            if (!byte)
                return;
            address[i] = *byte;
        }
        std::string text;
        const Pseudonyms::Ipv6 mapped = m_pseudonyms.ipv6(address);
        for (std::size_t i = 0; i < mapped.size(); ++i) {
            const auto begin = static_cast<unsigned>(i * 8);
            const unsigned kept = bits > begin ? std::min(bits - begin, 8U) : 0;
            text += fmt::format("{:02x}", mapped[i] & (0xFF00U >> kept & 0xFF));
        }
        put(word, std::move(text));
    }

    void put(std::string_view word, std::string text) {
        m_out.push_back(
            {static_cast<std::size_t>(word.data() - m_text.data()), word.size(), std::move(text)});
    }

    std::string_view m_text;
    const Pseudonyms &m_pseudonyms;
    std::vector<Replacement> &m_out;
};

} // namespace

void findLldpPlaces(std::string_view text, std::vector<Place> &places) {
    const auto add = [&](std::string_view value, ValueKind how) {
        if (!value.empty())
            places.push_back({static_cast<std::size_t>(value.data() - text.data()), value.size(), how});
    };
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n');
        const auto equals = line.find('=');
        if (!line.starts_with("lldp.") || equals == std::string_view::npos) {
            add(trimmed(line), ValueKind::Text); // the second line of a description
            continue;
        }
        const std::string_view key = line.substr(0, equals);
        for (const LldpRule &rule : kLldpRules)
            if (key.ends_with(rule.key)) {
                add(trimmed(line.substr(equals + 1)), rule.how);
                break;
            }
    }
}

void replaceRoutes(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out) {
    Routes routes(text, pseudonyms, out);
    for (std::string_view rest = text; !rest.empty();) {
        std::string_view line = takeUntil(rest, '\n');
        const std::string_view file = takeUntil(line, ':');
        if (file == "route")
            routes.replaceV4(line);
        else if (file == "ipv6_route")
            routes.replaceV6(line);
    }
}

} // namespace fabricscope::capture
