// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretValues.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace fabricscope::bench {

bool isWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t findValue(std::string_view text, std::string_view value, std::size_t at, char before,
                      bool isEnd) {
    for (std::size_t place = text.find(value, at);; place = text.find(value, place + 1)) {
        if (place == std::string_view::npos || value.size() >= kMinSecretValue)
            return place;
        const std::size_t end = place + value.size();
        if (!isWordChar(place == 0 ? before : text[place - 1]) &&
            (end == text.size() ? isEnd : !isWordChar(text[end])))
            return place;
    }
}

namespace {

std::string jsonForm(char c) {
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return {c};
    }
}

/// RFC 3986, section 2.3: all but unreserved characters.
std::string urlForm(char c) {
    return isWordChar(c) || c == '-' || c == '.' || c == '~'
               ? std::string{c}
               : fmt::format("%{:02X}", static_cast<unsigned char>(c));
}

/// In a path, and as Python's quote() does.
std::string urlPathForm(char c) {
    return c == '/' ? std::string{c} : urlForm(c);
}

/// In a query, and as Python's quote_plus() does.
std::string urlQueryForm(char c) {
    return c == ' ' ? std::string{'+'} : urlForm(c);
}

std::string shellForm(char c) {
    return c == '\'' ? "'\\''" : std::string{c};
}

/// As bash prints it by `printf %q`: a backslash before each character with a meaning.
std::string backslashForm(char c) {
    constexpr std::string_view kSpecial = " \t!\"$&'()*,;<>?[\\]^`{|}";
    return kSpecial.find(c) == std::string_view::npos ? std::string{c} : std::string{'\\', c};
}

/// In HTML and XML: as Python, as Go, and with the named entity.
std::string htmlForm(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#x27;";
    default:
        return {c};
    }
}
std::string goHtmlForm(char c) {
    return c == '"' ? "&#34;" : c == '\'' ? "&#39;" : htmlForm(c);
}
std::string xmlForm(char c) {
    return c == '\'' ? "&apos;" : htmlForm(c);
}
/// PHP and others, the quotes of Python and Go mixed.
std::string phpHtmlForm(char c) {
    return c == '\'' ? "&#39;" : htmlForm(c);
}
/// Text between tags, where quotes need none.
std::string htmlTextForm(char c) {
    return c == '"' || c == '\'' ? std::string{c} : htmlForm(c);
}

/// Python's repr() between double quotes.
std::string reprForm(char c) {
    return c == '"' ? std::string{c} : jsonForm(c);
}

/// The same between single quotes.
std::string quotedReprForm(char c) {
    return c == '\'' ? "\\'" : reprForm(c);
}

/// RFC 4648.
std::string base64(std::string_view value) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kGroup = 3;
    std::string text;
    for (; !value.empty(); value.remove_prefix(std::min(kGroup, value.size()))) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < kGroup; ++i)
            bits = bits << 8U | (i < value.size() ? static_cast<unsigned char>(value[i]) : 0U);
        for (std::size_t i = 0; i <= kGroup; ++i)
            text += i <= value.size() ? kDigits[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return text;
}

/// RFC 4648, section 6, with its padding.
std::string base32(std::string_view value) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    constexpr std::size_t kGroup = 8;
    constexpr unsigned kBits = 5;
    std::string text;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : value) {
        bits = (bits << 8U | static_cast<unsigned char>(c)) & 0xFFFU; // at most four bits are left before it
        for (count += 8U; count >= kBits; count -= kBits)
            text += kDigits[bits >> (count - kBits) & 31U];
    }
    if (count > 0)
        text += kDigits[bits << (kBits - count) & 31U];
    text.append((kGroup - text.size() % kGroup) % kGroup, '=');
    return text;
}

std::string lowered(std::string text) {
    for (char &c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

enum class BehindIt : std::uint8_t { Nothing, More };

/// What stays the same wherever the value stands in an encoded text, with this many bytes before it in its
/// first group: "user:VALUE" of Basic authentication. What is behind it shares its last digits.
std::string base64Inside(std::string_view value, std::size_t before, BehindIt behind) {
    constexpr std::size_t kGroup = 3, kDigits = 4;
    std::string bytes(before, '\0');
    bytes += value;
    if (behind == BehindIt::More)
        bytes.resize(bytes.size() - bytes.size() % kGroup);
    const std::string text = base64(bytes);
    // A digit holds six bits: one byte before it touches two digits, two bytes touch three.
    return text.substr(std::min({before == 0 ? 0 : before + 1, kDigits - 1, text.size()}));
}

/// Little-endian, as PowerShell encodes commands; ASCII only.
std::string utf16Of(std::string_view value) {
    std::string text;
    for (const char c : value)
        text.append({c, '\0'});
    return text;
}

std::string hex(std::string_view value, bool upper) {
    std::string text;
    for (const char c : value)
        text += upper ? fmt::format("{:02X}", static_cast<unsigned char>(c))
                      : fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

/// The code points of UTF-8; of other bytes none.
std::vector<std::uint32_t> codePointsOf(std::string_view text) {
    std::vector<std::uint32_t> points;
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80    ? 1
                                   : lead >= 0xF0 ? 4
                                   : lead >= 0xE0 ? 3
                                   : lead >= 0xC2 ? 2
                                                  : 0;
        if (length == 0 || at + length > text.size())
            return {};
        std::uint32_t point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i)
            point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
        points.push_back(point);
        at += length;
    }
    return points;
}

/// In ASCII, as JSON does: two surrogates for what is beyond 16 bits.
std::string jsonEscape(std::uint32_t point) {
    if (point <= 0xFFFF)
        return fmt::format("\\u{:04x}", point);
    point -= 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (point >> 10U), 0xDC00 + (point & 0x3FFU));
}

/// As Python's ascii().
std::string pythonEscape(std::uint32_t point) {
    return point <= 0xFF     ? fmt::format("\\x{:02x}", point)
           : point <= 0xFFFF ? fmt::format("\\u{:04x}", point)
                             : fmt::format("\\U{:08x}", point);
}

std::string asciiOf(const std::string &form, std::string (*escape)(std::uint32_t)) {
    std::string ascii;
    for (const std::uint32_t point : codePointsOf(form))
        ascii += point < 0x80 ? std::string{static_cast<char>(point)} : escape(point);
    return ascii;
}

/// As Python prints bytes.
std::string bytesOf(const std::string &form) {
    std::string ascii;
    for (const char c : form) {
        const auto byte = static_cast<unsigned char>(c);
        ascii += byte < 0x80 ? std::string{c} : pythonEscape(byte);
    }
    return ascii;
}

} // namespace

std::vector<std::string> binaryForms(const std::string &value) {
    constexpr std::size_t kShortest = 6, kGroup = 3;
    if (value.size() < kShortest)
        return {};
    std::vector<std::string> forms{base64(value), base64(value + '\n'), hex(value, false), hex(value, true),
                                   base64(utf16Of(value))};
    forms.emplace_back(value.rbegin(), value.rend());
    for (const std::string &text : {value, value + '\n'}) {
        std::string form = base32(text);
        form.resize(form.find_last_not_of('=') + 1); // found with its padding, too
        forms.push_back(lowered(form));
        forms.push_back(std::move(form));
    }
    constexpr std::size_t kLeast = 8; // shorter ones occur by chance
    for (std::size_t before = 0; before < kGroup; ++before) {
        for (const std::string &text : {value, value + '\n'}) {
            std::string form = base64Inside(text, before, BehindIt::Nothing);
            forms.push_back(form);
            form.resize(form.find_last_not_of('=') + 1); // often left out
            forms.push_back(std::move(form));
        }
        forms.push_back(base64Inside(value, before, BehindIt::More));
    }
    std::erase_if(forms, [](const std::string &form) { return form.size() < kLeast; });
    for (std::size_t i = 0, count = forms.size(); i < count; ++i) {
        std::string url = forms[i];
        std::replace(url.begin(), url.end(), '+', '-'); // RFC 4648, section 5
        std::replace(url.begin(), url.end(), '/', '_');
        if (url != forms[i])
            forms.push_back(std::move(url));
    }
    return forms;
}

std::vector<std::string> encodedForms(const std::string &value) {
    std::vector<std::string> forms;
    for (const auto encode :
         {jsonForm, urlForm, urlPathForm, urlQueryForm, shellForm, backslashForm, reprForm, quotedReprForm,
          htmlForm, goHtmlForm, xmlForm, phpHtmlForm, htmlTextForm}) {
        std::string form;
        for (const char c : value)
            form += encode(c);
        const bool isAscii = std::none_of(form.begin(), form.end(),
                                          [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        std::vector<std::string> all{form};
        if (!isAscii)
            all.insert(all.end(), {asciiOf(form, jsonEscape), asciiOf(form, pythonEscape), bytesOf(form)});
        for (std::string &each : all)
            if (!each.empty() && each != value && std::find(forms.begin(), forms.end(), each) == forms.end())
                forms.push_back(std::move(each));
    }
    return forms;
}

} // namespace fabricscope::bench
