// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/AddressText.h"

#include "core/base/Text.h"
#include "core/capture/redact/RedactForms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::capture {

namespace {

bool appendWords(std::string_view groups, std::vector<std::uint16_t> &words) {
    if (groups.empty())
        return true;
    for (const std::string_view group : splitGroups(groups)) {
        if (const auto v4 = parseIpv4(group);
            v4 && group.data() + group.size() == groups.data() + groups.size()) {
            words.push_back(static_cast<std::uint16_t>(*v4 >> 16U));
            words.push_back(static_cast<std::uint16_t>(*v4));
            continue;
        }
        const auto word = parseInteger<std::uint16_t>(group, 16);
        if (!word || group.size() > 4 || !isHex(group[0]))
            return false;
        words.push_back(*word);
    }
    return true;
}

} // namespace

std::optional<std::uint32_t> parseIpv4(std::string_view text) {
    std::uint32_t address = 0;
    for (int i = 0; i < 4; ++i) {
        const auto dot = text.find('.');
        if ((dot == std::string_view::npos) != (i == 3))
            return std::nullopt;
        const std::string_view digits = takeUntil(text, '.');
        const auto value = parseInteger<std::uint8_t>(digits);
        if (!value || (digits.size() > 1 && digits[0] == '0'))
            return std::nullopt;
        address = address << 8U | *value;
    }
    return address;
}

std::string formatIpv4(std::uint32_t a) {
    return fmt::format("{}.{}.{}.{}", a >> 24U, a >> 16U & 0xFFU, a >> 8U & 0xFFU, a & 0xFFU);
}

std::string paddedIpv4(std::string_view text, const Pseudonyms &pseudonyms) {
    std::string plain;
    std::vector<std::size_t> widths;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = takeUntil(rest, '.');
        widths.push_back(part.size());
        plain += (plain.empty() ? "" : ".") +
                 std::string(part.substr(std::min(part.find_first_not_of('0'), part.size() - 1)));
    }
    const auto address = parseIpv4(plain);
    if (!address)
        return pseudonyms.sameForm(text); // "999.001.002.004"
    const std::string mapped = formatIpv4(pseudonyms.ipv4(*address));
    std::string out;
    std::string_view rest = mapped;
    for (const std::size_t width : widths)
        out += fmt::format("{}{:0>{}}", out.empty() ? "" : ".", takeUntil(rest, '.'), width);
    return out;
}

std::vector<std::string_view> splitGroups(std::string_view run) {
    std::vector<std::string_view> groups;
    for (;;) {
        const auto colon = run.find(':');
        groups.push_back(run.substr(0, colon));
        if (colon == std::string_view::npos)
            return groups;
        run.remove_prefix(colon + 1);
    }
}

std::optional<Pseudonyms::Ipv6> parseIpv6(std::string_view text) {
    std::vector<std::uint16_t> words;
    const auto gap = text.find("::");
    if (gap == std::string_view::npos) {
        if (!appendWords(text, words) || words.size() != 8)
            return std::nullopt;
    } else {
        std::vector<std::uint16_t> tail;
        if (!appendWords(text.substr(0, gap), words) || !appendWords(text.substr(gap + 2), tail) ||
            words.size() + tail.size() > 7)
            return std::nullopt;
        words.resize(8 - tail.size());
        words.insert(words.end(), tail.begin(), tail.end());
    }
    Pseudonyms::Ipv6 address{};
    for (std::size_t i = 0; i < 8; ++i) {
        address[2 * i] = static_cast<std::uint8_t>(words[i] >> 8U);
        address[2 * i + 1] = static_cast<std::uint8_t>(words[i]);
    }
    return address;
}

std::string formatIpv6(const Pseudonyms::Ipv6 &address, std::string_view like) {
    std::array<unsigned, 8> words{};
    for (std::size_t i = 0; i < 8; ++i)
        words[i] = static_cast<unsigned>(address[2 * i]) << 8U | address[2 * i + 1];
    const bool full = like.size() == 39;
    std::size_t from = 8;
    std::size_t most = 1;
    for (std::size_t i = 0; i < 8 && like.find("::") != std::string_view::npos; ++i) {
        std::size_t zeros = 0;
        while (i + zeros < 8 && words[i + zeros] == 0)
            ++zeros;
        if (zeros > most) {
            from = i;
            most = zeros;
        }
    }
    std::string out;
    for (std::size_t i = 0; i < 8; ++i) {
        if (i == from) {
            out += "::";
            i += most - 1;
            continue;
        }
        if (!out.empty() && out.back() != ':')
            out += ':';
        out += full ? fmt::format("{:04x}", words[i]) : fmt::format("{:x}", words[i]);
    }
    if (like.find('.') != std::string_view::npos)
        out = "::ffff:" + formatIpv4(words[6] << 16U | words[7]);
    return out;
}

} // namespace fabricscope::capture
