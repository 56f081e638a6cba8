// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/RedactForms.h"

#include "core/base/Text.h"
#include "core/capture/redact/AddressText.h"
#include "core/capture/redact/AllowedTokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace fabricscope::capture {

namespace {

// The text at `at` that consists of characters for which `of` is true.
template<class Predicate> std::string_view runAt(std::string_view text, std::size_t at, Predicate of) {
    std::size_t end = at;
    while (end < text.size() && of(text[end]))
        ++end;
    return text.substr(at, end - at);
}

std::string joined(const std::uint8_t *bytes, std::size_t count, bool upper) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += upper ? fmt::format("{}{:02X}", i ? ":" : "", bytes[i])
                     : fmt::format("{}{:02x}", i ? ":" : "", bytes[i]);
    return out;
}

} // namespace

bool isUuidAt(std::string_view text, std::size_t at) {
    constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    static_assert(kForm.size() == kUuidLength);
    if (text.size() - at < kForm.size() ||
        (text.size() - at > kForm.size() && isAlnum(text[at + kForm.size()])))
        return false;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] == 'x' ? !isHex(text[at + i]) : text[at + i] != '-')
            return false;
    return true;
}

Replacement RedactForms::at(std::string_view text, std::size_t at) const {
    if (!isHex(text[at]) ||
        (at > 0 && isAlnum(text[at - 1]))) // each form begins with a hex digit, "enx..." too
        return {};
    for (const auto match : {&RedactForms::uuid, &RedactForms::dashes, &RedactForms::dottedMac,
                             &RedactForms::macInName, &RedactForms::machineId, &RedactForms::longHex,
                             &RedactForms::dashedIpv4, &RedactForms::ipv4, &RedactForms::colons})
        if (Replacement found = (this->*match)(text, at); found.length > 0)
            return found;
    return {};
}

std::string RedactForms::whole(std::string_view text) const {
    Replacement match = text.empty() ? Replacement{} : at(text, 0);
    return match.length == text.size() ? std::move(match.text) : std::string();
}

std::string RedactForms::freeText(std::string_view text,
                                  const std::function<Replacement(std::size_t at)> &find) const {
    const std::string letters = m_pseudonyms.sameForm(text);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = isAlnum(text[at]) && (at == 0 || !isAlnum(text[at - 1]));
        Replacement match = begins ? this->at(text, at) : Replacement{};
        if (begins && find && match.length == 0)
            match = find(at);
        out += match.length > 0 ? match.text : std::string(1, letters[at]);
        at += std::max<std::size_t>(match.length, 1);
    }
    return out;
}

Replacement RedactForms::uuid(std::string_view text, std::size_t at) const {
    if (!isUuidAt(text, at))
        return {};
    return {at, kUuidLength, m_pseudonyms.sameHexForm(text.substr(at, kUuidLength))};
}

// "9c-63-c0-ff-fe-d4-20-f0" as lspci writes the Device Serial Number, "9C-63-C0-D4-20-F0".
Replacement RedactForms::dashes(std::string_view text, std::size_t at) const {
    if (!isHex(text[at]) || (at > 0 && text[at - 1] == '-'))
        return {};
    const std::string_view run = runAt(text, at, [](char c) { return isAlnum(c) || c == '-'; });
    const bool mac = run.size() == 17;
    if (!mac && run.size() != 23)
        return {};
    std::string colons(run);
    for (std::size_t i = 0; i < run.size(); ++i) {
        if (i % 3 == 2 ? run[i] != '-' : !isHex(run[i]))
            return {};
        if (i % 3 == 2)
            colons[i] = ':';
    }
    std::string mapped = groups(colons);
    std::replace(mapped.begin(), mapped.end(), ':', '-');
    return {at, run.size(), mapped};
}

// "9c63.c0d4.20f0" as switches write a MAC address; "2024.1203.0001" is a version.
Replacement RedactForms::dottedMac(std::string_view text, std::size_t at) const {
    constexpr std::size_t kLength = 14, kGroup = 5;
    if (at > 0 && text[at - 1] == '.')
        return {};
    const std::string_view run = runAt(text, at, [](char c) { return isAlnum(c) || c == '.'; });
    const std::string_view shown = run.substr(0, run.find_last_not_of('.') + 1); // npos + 1 is 0
    if (shown.size() != kLength)
        return {};
    std::string colons;
    for (std::size_t i = 0; i < kLength; ++i) {
        if ((i + 1) % kGroup == 0 ? shown[i] != '.' : !isHex(shown[i]))
            return {};
        if (shown[i] == '.')
            continue;
        if (!colons.empty() && colons.size() % 3 == 2)
            colons += ':';
        colons += shown[i];
    }
    if (shown.starts_with("20") && shown.find_first_not_of("0123456789.") == std::string_view::npos)
        return {};
    std::string digits = groups(colons);
    std::erase(digits, ':');
    return {at, kLength, digits.substr(0, 4) + '.' + digits.substr(4, 4) + '.' + digits.substr(8)};
}

// "enx9c63c0d420f0": an interface that systemd named after its address.
Replacement RedactForms::macInName(std::string_view text, std::size_t at) const {
    constexpr std::size_t kDigits = 12;
    constexpr std::string_view kPrefix = "enx";
    if (text.substr(at, kPrefix.size()) != kPrefix)
        return {};
    const std::string_view digits = runAt(text, at + kPrefix.size(), isAlnum);
    const auto number = parseInteger<std::uint64_t>(digits, 16);
    if (digits.size() != kDigits || !number)
        return {};
    Pseudonyms::Mac mac{};
    for (std::size_t i = 0; i < mac.size(); ++i)
        mac[i] = static_cast<std::uint8_t>(*number >> (8 * (mac.size() - 1 - i)));
    std::string name(kPrefix);
    for (const std::uint8_t byte : m_pseudonyms.mac(mac))
        name += fmt::format("{:02x}", byte);
    return {at, name.size(), name};
}

// 32 hex digits alone: a machine id, a UUID without its dashes, or an address without its colons.
Replacement RedactForms::machineId(std::string_view text, std::size_t at) const {
    constexpr std::size_t kDigits = 32;
    if (!isHex(text[at]) || (at + kDigits < text.size() && isAlnum(text[at + kDigits])))
        return {};
    const std::string_view digits = text.substr(at, kDigits);
    if (digits.size() != kDigits || !std::all_of(digits.begin(), digits.end(), isHex))
        return {};
    if (digits.starts_with("fe80000000000000")) { // a link-local address in /proc/net/if_inet6
        std::string colons;
        for (std::size_t i = 0; i < kDigits; i += 4)
            colons += (i == 0 ? "" : ":") + std::string(digits.substr(i, 4));
        std::string mapped = ipv6(colons);
        std::erase(mapped, ':');
        return {at, kDigits, std::move(mapped)};
    }
    return {at, kDigits, m_pseudonyms.sameHexForm(digits)};
}

// "0x9c63c00300d420f0", "9c63c00300d420f0": a GUID or a world wide name; "9c63c0d420f0": a MAC address.
// Memory addresses have leading zeros.
Replacement RedactForms::longHex(std::string_view text, std::size_t at) const {
    constexpr std::size_t kMac = 12, kGuid = 16;
    const bool prefixed = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
    const std::size_t begin = at + (prefixed ? 2 : 0);
    const std::string_view digits = runAt(text, begin, isAlnum);
    if ((digits.size() != kMac && digits.size() != kGuid) ||
        !std::all_of(digits.begin(), digits.end(), isHex) || digits.starts_with("0000") ||
        digits.find_first_not_of("0fF") == std::string_view::npos)
        return {};
    const auto value = parseInteger<std::uint64_t>(digits, 16).value_or(0);
    std::uint64_t mapped = 0;
    if (digits.size() == kGuid) {
        mapped = m_pseudonyms.guid(value);
    } else {
        constexpr NumberForms kAddresses{.addresses = true};
        if (isAllowedNumber(digits, kAddresses)) // a page address
            return {};
        if (std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
            return {};
        constexpr std::uint64_t kMulticast = std::uint64_t{1} << 40U;
        if ((value & kMulticast) != 0) // no device's address: the id of a container
            return {at, begin - at + digits.size(),
                    std::string(text.substr(at, begin - at)) + m_pseudonyms.sameHexForm(digits)};
        Pseudonyms::Mac mac{};
        for (std::size_t i = 0; i < mac.size(); ++i)
            mac[i] = static_cast<std::uint8_t>(value >> (8 * (mac.size() - 1 - i)));
        for (const std::uint8_t byte : m_pseudonyms.mac(mac))
            mapped = mapped << 8U | byte;
    }
    const bool upper = std::any_of(digits.begin(), digits.end(), [](char c) { return c >= 'A' && c <= 'F'; });
    std::string out(text.substr(at, prefixed ? 2 : 0));
    out +=
        upper ? fmt::format("{:0{}X}", mapped, digits.size()) : fmt::format("{:0{}x}", mapped, digits.size());
    return {at, begin - at + digits.size(), std::move(out)};
}

// "10-1-2-4" in "ip-10-1-2-4": names of cloud machines.
Replacement RedactForms::dashedIpv4(std::string_view text, std::size_t at) const {
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0)
        return {};
    const std::string_view run = runAt(text, at, [](char c) { return isAlnum(c) || c == '-'; });
    std::string dots(run);
    std::replace(dots.begin(), dots.end(), '-', '.');
    const auto address = parseIpv4(dots);
    if (!address)
        return {};
    std::string mapped = formatIpv4(m_pseudonyms.ipv4(*address));
    std::replace(mapped.begin(), mapped.end(), '.', '-');
    return {at, run.size(), std::move(mapped)};
}

Replacement RedactForms::ipv4(std::string_view text, std::size_t at) const {
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0 || (at > 0 && text[at - 1] == '.'))
        return {};
    std::string_view run = runAt(text, at, [](char c) { return c == '.' || isAlnum(c); });
    if (!run.empty() && run.back() == '.')
        run.remove_suffix(1);
    const auto address = parseIpv4(run);
    if (!address && looksLikeIpv4(run)) // "010.001.002.004"
        return {at, run.size(), paddedIpv4(run, m_pseudonyms)};
    const std::size_t end = at + run.size();
    const bool dashed = end + 1 < text.size() && text[end] == '-' && isAlnum(text[end + 1]) &&
                        !parseIpv4(runAt(text, end + 1, [](char c) { return c == '.' || isAlnum(c); }));
    if (!address || dashed)
        return {};
    return {at, run.size(), formatIpv4(m_pseudonyms.ipv4(*address))};
}

// Any form with colons between hex digits.
Replacement RedactForms::colons(std::string_view text, std::size_t at) const {
    if (!isHex(text[at]) && (text[at] != ':' || (at > 0 && text[at - 1] == ':')))
        return {};
    if (text[at] == ':' && at > 0 && !isHex(text[at - 1]) && (at + 1 == text.size() || text[at + 1] != ':'))
        return {}; // it ends a key: "address:0002:00:05.0"
    std::string_view run = runAt(text, at, [](char c) { return isHex(c) || c == ':'; });
    constexpr std::ptrdiff_t kMaxPlain = 2; // "0000:41:00", "20:50:11"
    if (run.size() < 3 ||
        (std::count(run.begin(), run.end(), ':') <= kMaxPlain && run.find("::") == std::string_view::npos))
        return {};
    const std::size_t end = at + run.size();
    if (end < text.size() && text[end] == '.') {
        // "::ffff:10.0.0.1", or a PCI address.
        const std::string_view longer =
            runAt(text, at, [](char c) { return isHex(c) || c == ':' || c == '.'; });
        if (const std::string mapped = ipv6(longer); !mapped.empty())
            return {at, longer.size(), mapped};
    }
    // The last group belongs to the following text: a word, or an IPv4 address.
    if (end < text.size() &&
        (isAlnum(text[end]) || (text[end] == '.' && end + 1 < text.size() && isAlnum(text[end + 1]))))
        run = run.substr(0, run.rfind(':'));
    if (run.size() >= 2 && run.back() == ':' && run[run.size() - 2] != ':')
        run.remove_suffix(1);
    std::string mapped = ipv6(run);
    if (mapped.empty())
        mapped = groups(run);
    return mapped == run ? Replacement{} : Replacement{at, run.size(), std::move(mapped)};
}

std::string RedactForms::ipv6(std::string_view run) const {
    // Eight pairs are a GUID in bytes, not eight short words.
    const auto address = parseIpv6(run);
    if (!address || (run.size() == 23 && run.find("::") == std::string_view::npos))
        return {};
    const Pseudonyms::Ipv6 mapped = m_pseudonyms.ipv6(*address);
    return mapped == *address ? std::string(run) : formatIpv6(mapped, run);
}

// Within a run of groups: six pairs are a MAC address, eight a GUID, twenty an IPoIB address, four groups of
// four digits a GUID. Up to three bytes are kept.
std::string RedactForms::groups(std::string_view run) const {
    const auto parts = splitGroups(run);
    std::string out;
    for (std::size_t i = 0; i < parts.size();) {
        const std::size_t width = parts[i].size();
        std::size_t end = i;
        while (end < parts.size() && parts[end].size() == width)
            ++end;
        const std::size_t count = end - i;
        const auto begin = static_cast<std::size_t>(parts[i].data() - run.data());
        const std::string_view same = run.substr(begin, count * (width + 1) - 1);
        if (!out.empty() || i > 0)
            out += ':';
        std::vector<std::uint8_t> bytes;
        for (std::size_t k = i; k < end && width == 2; ++k)
            bytes.push_back(parseInteger<std::uint8_t>(parts[k], 16).value_or(0));
        const bool upper = std::any_of(same.begin(), same.end(), [](char c) { return c >= 'A' && c <= 'F'; });
        const auto guidAt = [&](std::size_t at) {
            std::uint64_t value = 0;
            for (std::size_t k = at; k < at + 8; ++k)
                value = value << 8U | bytes[k];
            value = m_pseudonyms.guid(value);
            for (std::size_t k = at + 8; k-- > at; value >>= 8U)
                bytes[k] = static_cast<std::uint8_t>(value);
        };
        if (width == 2 && count == 6) {
            Pseudonyms::Mac mac{};
            std::copy(bytes.begin(), bytes.end(), mac.begin());
            mac = m_pseudonyms.mac(mac);
            out += joined(mac.data(), mac.size(), upper);
        } else if (width == 2 && (count == 8 || count == 20)) {
            guidAt(count - 8);
            out += joined(bytes.data(), bytes.size(), upper);
        } else if (width == 4 && count == 4) {
            std::string digits;
            for (std::size_t k = i; k < end; ++k)
                digits += parts[k];
            const std::uint64_t value =
                m_pseudonyms.guid(parseInteger<std::uint64_t>(digits, 16).value_or(0));
            out += fmt::format("{:04x}:{:04x}:{:04x}:{:04x}", value >> 48U, value >> 32U & 0xFFFFU,
                               value >> 16U & 0xFFFFU, value & 0xFFFFU);
        } else if (width == 4 && count == 8) {
            const std::string mapped = ipv6(same);
            out += mapped.empty() ? same : std::string_view(mapped);
        } else {
            // A fingerprint, or several items joined; a short run is not handled here (colons()), and a small
            // separate decimal is an index: "100:fe80:0000:...".
            constexpr std::size_t kFew = 3, kByte = 2;
            const bool index =
                count == 1 && width <= kFew && same.find_first_not_of("0123456789") == std::string_view::npos;
            const bool stays = index || (count <= kFew && width <= kByte);
            out += stays ? std::string(same) : m_pseudonyms.sameHexForm(same);
        }
        i = end;
    }
    return out;
}

} // namespace fabricscope::capture
