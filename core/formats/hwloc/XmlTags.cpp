// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/XmlTags.h"

#include "core/formats/Bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace fabricscope::formats {

namespace {

constexpr std::array<bool, 256> makeTable(std::string_view members) {
    std::array<bool, 256> table{};
    for (const char c : members)
        table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr auto kBlanks = makeTable(" \t\r\n");
/// What ends a name. '<' and quotes cannot be part of one.
constexpr auto kNameEnds = makeTable(" \t\r\n=/><\"'");

bool isBlank(char c) {
    return kBlanks[static_cast<unsigned char>(c)];
}
bool endsName(char c) {
    return kNameEnds[static_cast<unsigned char>(c)];
}

/// The first such byte at or behind `at`, or the text's size. Values and the blanks between tags are short:
/// eight bytes at a time without a call.
std::size_t findByte(std::string_view text, char wanted, std::size_t at) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    const std::uint64_t pattern = kOnes * static_cast<unsigned char>(wanted);
    for (int words = 0; words < 8 && text.size() - at >= sizeof pattern; ++words, at += sizeof pattern) {
        std::uint64_t value = 0;
        std::memcpy(&value, text.data() + at, sizeof value);
        value ^= pattern;
        if (const std::uint64_t zero = (value - kOnes) & ~value & kHighBits; zero != 0)
            return at + static_cast<std::size_t>(std::countr_zero(zero)) / 8;
    }
    return std::min(text.find(wanted, at), text.size());
}
static_assert(std::endian::native == std::endian::little, "findByte() counts bytes from the low end");

} // namespace

XmlTags::XmlTags(std::string_view text) : m_text(text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (m_text.substr(0, kMark.size()) == kMark)
        m_at = kMark.size();
    m_open.reserve(32);
}

bool XmlTags::fail(std::string_view what, std::size_t offset) {
    if (!m_damage)
        m_damage = Damage{what, offset};
    m_at = m_text.size();
    m_inTag = m_isStart = false;
    m_name = {};
    return false;
}

bool XmlTags::next() {
    if (m_inTag)
        finishTag();
    m_depth = m_open.size();
    while (!m_damage) {
        const std::size_t open = findByte(m_text, '<', m_at);
        if (open == m_text.size())
            return endOfText();
        m_at = open;
        switch (at(open + 1)) {
        case '/':
            return endTag();
        case '!':
        case '?':
            if (!passOver())
                return false;
            break;
        default:
            return startTag();
        }
    }
    return false;
}

bool XmlTags::endOfText() {
    if (!m_open.empty())
        return fail("the text ends within an element", m_text.size());
    m_at = m_text.size();
    return false;
}

bool XmlTags::startTag() {
    const std::size_t begin = m_at + 1;
    std::size_t end = begin;
    while (end < m_text.size() && !endsName(m_text[end]))
        ++end;
    if (end == begin || end == m_text.size())
        return fail(end == begin ? "not a tag" : "the text ends within a tag", m_at);
    if (m_open.size() >= kDeepest)
        return fail("elements within elements beyond any sense", m_at);
    m_name = m_text.substr(begin, end - begin);
    m_at = end;
    m_isStart = m_inTag = true;
    return true;
}

bool XmlTags::endTag() {
    if (m_open.empty())
        return fail("an end without a beginning", m_at);
    const std::string_view name = m_open.back();
    const std::string_view rest = m_text.substr(m_at + 2);
    if (rest.size() <= name.size() || !startsWith(rest, name))
        return fail(rest.size() <= name.size() ? "the text ends within a tag" : "the end of another element",
                    m_at);
    std::size_t end = name.size();
    while (end < rest.size() && isBlank(rest[end]))
        ++end;
    if (end == rest.size() || rest[end] != '>')
        return fail(end == rest.size() ? "the text ends within a tag" : "the end of another element", m_at);
    m_at += 2 + end + 1;
    m_open.pop_back();
    m_depth = m_open.size();
    m_name = name;
    m_isStart = false;
    return true;
}

/// Instructions, comments, sections of characters and the document type.
bool XmlTags::passOver() {
    const std::string_view rest = m_text.substr(m_at, 9);
    if (rest.substr(0, 2) == "<?")
        return passTo("?>");
    if (rest.substr(0, 4) == "<!--") {
        m_at += 4; // "<!-->" is no comment
        return passTo("-->");
    }
    if (rest == "<![CDATA[")
        return passTo("]]>");
    if (rest == "<!DOCTYPE")
        return passDoctype();
    return fail("not a tag", m_at);
}

bool XmlTags::passTo(std::string_view end) {
    const std::size_t found = m_text.find(end, m_at);
    if (found == std::string_view::npos)
        return fail("the text ends within a comment or the like", m_at);
    m_at = found + end.size();
    return true;
}

/// <!DOCTYPE topology SYSTEM "hwloc2.dtd"> or one with declarations in brackets, none of which is read.
bool XmlTags::passDoctype() {
    const std::size_t begin = m_at;
    bool inBrackets = false;
    for (std::size_t i = m_at; i < m_text.size(); ++i) {
        const char c = m_text[i];
        if (c == '"' || c == '\'') {
            i = m_text.find(c, i + 1);
            if (i == std::string_view::npos)
                break;
        } else if (c == '<' && m_text.substr(i, 4) == "<!--") {
            i = m_text.find("-->", i + 4);
            if (i == std::string_view::npos)
                break;
        } else if (c == '[') {
            inBrackets = true;
        } else if (c == ']') {
            inBrackets = false;
        } else if (c == '>' && !inBrackets) {
            m_at = i + 1;
            return true;
        }
    }
    return fail("the text ends within its document type", begin);
}

/// One blank, this name, '=' and a value in double quotes, as everybody writes them.
bool XmlTags::expectedAttribute(std::string_view name) {
    const char *const at = m_text.data() + m_at;
    const std::size_t left = m_text.size() - m_at;
    if (left < name.size() + 3 || *at != ' ' || !sameBytes(at + 1, name.data(), name.size()) ||
        at[name.size() + 1] != '=' || at[name.size() + 2] != '"')
        return false;
    const std::size_t value = m_at + name.size() + 3;
    const std::size_t quote = findByte(m_text, '"', value);
    if (quote == m_text.size())
        return false;
    m_attributeName = {at + 1, name.size()};
    m_attributeValue = {m_text.data() + value, quote - value};
    m_at = quote + 1;
    return true;
}

/// Runs once for each attribute of a text: local pointers, and no call where all is as usual.
bool XmlTags::nextAttribute(std::string_view expected) {
    if (!m_inTag)
        return false;
    if (!expected.empty() && expectedAttribute(expected))
        return true;
    if (at(m_at) == '>' || (at(m_at) == '/' && at(m_at + 1) == '>')) {
        const bool closes = at(m_at) == '/';
        tagEnds(m_at + (closes ? 2 : 1), closes);
        return false;
    }
    const char *const text = m_text.data();
    const char *const end = text + m_text.size();
    const char *here = text + m_at;
    const char *const before = here;
    while (here != end && isBlank(*here))
        ++here;
    const char *const name = here;
    while (here != end && !endsName(*here))
        ++here;
    if (here == name && here != before && here != end && (*here == '>' || *here == '/')) {
        m_at = static_cast<std::size_t>(here - text);
        if (*here == '>' || at(m_at + 1) == '>')
            return nextAttribute(); // the tag's end
    }
    m_attributeName = {name, static_cast<std::size_t>(here - name)};
    while (here != end && isBlank(*here))
        ++here;
    const bool hasValue = here != end && *here == '=';
    here += hasValue ? 1 : 0;
    while (here != end && isBlank(*here))
        ++here;
    const auto offset = static_cast<std::size_t>(name - text);
    if (here == end)
        return fail("the text ends within a tag", offset);
    if (m_attributeName.empty() || name == before || !hasValue || (*here != '"' && *here != '\''))
        return fail("not an attribute", offset);
    const auto value = static_cast<std::size_t>(here - text) + 1;
    const std::size_t quote = findByte(m_text, *here, value);
    if (quote == m_text.size())
        return fail("the text ends within an attribute", offset);
    m_attributeValue = {text + value, quote - value};
    m_at = quote + 1;
    return true;
}

std::string_view XmlTags::attribute() const {
    const char *begin = m_attributeName.data();
    const char *end = m_attributeValue.data() + m_attributeValue.size() + 1; // with the quote
    return {begin, static_cast<std::size_t>(end - begin)};
}

void XmlTags::tagEnds(std::size_t behind, bool closesItself) {
    m_at = behind;
    m_inTag = false;
    if (!closesItself)
        m_open.push_back(m_name);
}

void XmlTags::finishTag() {
    while (nextAttribute()) {
    }
}

void XmlTags::skipAttributes() {
    if (!m_inTag)
        return;
    const std::size_t next = std::min(m_text.find('<', m_at), m_text.size());
    std::size_t close = next;
    while (close > m_at && m_text[close - 1] != '>')
        --close;
    if (close == m_at) {
        fail("the text ends within a tag", m_at);
        return;
    }
    tagEnds(close, m_text[close - 2] == '/');
}

std::string_view XmlTags::content() {
    finishTag();
    if (m_damage || !m_isStart || m_depth == m_open.size())
        return {};
    return m_text.substr(m_at, findByte(m_text, '<', m_at) - m_at);
}

} // namespace fabricscope::formats
