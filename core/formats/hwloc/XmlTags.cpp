// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/XmlTags.h"

#include <array>
#include <bit>
#include <utility>

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

bool isXmlSpace(char c) {
    return kBlanks[static_cast<unsigned char>(c)];
}
bool endsName(char c) {
    return kNameEnds[static_cast<unsigned char>(c)];
}

/// The end of a name that begins here, or `end`. Where sixteen bytes can be looked at, all that could end one
/// is found at once: what is no letter, digit or mark of a name is below '0' or from '<' to '>'.
const char *nameEnd(const char *at, const char *end) {
#ifdef __SSE2__
    constexpr int kBlock = sizeof(__m128i);
    if (end - at >= kBlock) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        const __m128i fromLess = _mm_sub_epi8(bytes, _mm_set1_epi8('<'));
        const __m128i isLow = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8('/')), bytes);
        const __m128i isAngle = _mm_cmpeq_epi8(_mm_min_epu8(fromLess, _mm_set1_epi8(2)), fromLess);
        const int found = _mm_movemask_epi8(_mm_or_si128(isLow, isAngle));
        at += found != 0 ? std::countr_zero(static_cast<unsigned>(found)) : kBlock;
    }
#endif
    while (at != end && !endsName(*at)) // '-' and '.' are low and end nothing
        ++at;
    return at;
}

/// The first `count` of eight bytes as eightBytes() gives them.
constexpr std::uint64_t firstBytes(std::uint64_t bytes, std::size_t count) {
    return bytes & ((std::uint64_t{1} << 8 * count) - 1);
}
constexpr std::uint64_t bytesOf(std::string_view text) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        bytes |= std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
    return bytes;
}

/// The end of a name that begins here, where it is one of those that hwloc's files are full of and attributes
/// follow; `at` where it is another one.
const char *usualNameEnd(const char *at, const char *end) {
    constexpr std::string_view kObject = "object ", kInfo = "info ", kValues = "u64values ";
    if (end - at < static_cast<std::ptrdiff_t>(kValues.size()))
        return at;
    constexpr std::uint64_t kObjectBytes = bytesOf(kObject), kInfoBytes = bytesOf(kInfo);
    const std::uint64_t text = eightBytes(at);
    if (firstBytes(text, kObject.size()) == kObjectBytes)
        return at + kObject.size() - 1;
    if (firstBytes(text, kInfo.size()) == kInfoBytes)
        return at + kInfo.size() - 1;
    return sameBytes(at, kValues.data(), kValues.size()) ? at + kValues.size() - 1 : at;
}

/// Whether "NAME>" is here, told at once: of names of up to eleven letters, which nearly all are. `name`
/// precedes it in the same text, which ends at `end`.
bool endsShortly(const char *at, std::string_view name, const char *end) {
    constexpr std::size_t kWord = sizeof(std::uint64_t), kHalf = kWord / 2;
    const std::size_t size = name.size();
    if (end - at < static_cast<std::ptrdiff_t>(2 * kWord) || size >= kWord + kHalf || at[size] != '>')
        return false;
    const std::uint64_t first = eightBytes(at) ^ eightBytes(name.data());
    return size < kWord ? firstBytes(first, size) == 0
                        : first == 0 && sameBytes(at + size - kHalf, name.data() + size - kHalf, kHalf);
}

} // namespace

XmlTags::XmlTags(std::string_view text)
    : m_begin(text.data()), m_end(text.data() + text.size()), m_here(text.data()) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (startsWith(text, kMark))
        m_here += kMark.size();
    m_open.reserve(32);
}

bool XmlTags::fail(std::string_view what, const char *at) {
    if (!m_damage)
        m_damage = Damage{what, static_cast<std::size_t>(at - m_begin)};
    m_here = m_end;
    m_inTag = m_isStart = false;
    m_name = {};
    return false;
}

// Inline, since each tag passes one of them.
inline bool XmlTags::startTag() {
    const char *const begin = m_here + 1;
    const char *end = usualNameEnd(begin, m_end);
    if (end == begin)
        end = nameEnd(begin, m_end);
    if (end == begin || end == m_end)
        return fail(end == begin ? "not a tag" : "the text ends within a tag", m_here);
    if (m_open.size() >= kDeepest)
        return fail("elements nested too deeply", m_here);
    m_name = {begin, static_cast<std::size_t>(end - begin)};
    m_here = end;
    m_isStart = m_inTag = true;
    return true;
}

inline bool XmlTags::endTag() {
    if (m_open.empty() || !endsShortly(m_here + 2, m_open.back(), m_end))
        return anyEndTag();
    ended(m_here + 2 + m_open.back().size() + 1);
    return true;
}

/// In any form that XML allows.
bool XmlTags::anyEndTag() {
    constexpr std::string_view kCut = "the text ends within a tag",
                               kOther = "end tag does not match the open element";
    if (m_open.empty())
        return fail("end tag without a start tag", m_here);
    const std::string_view name = m_open.back();
    const char *const begin = m_here + 2;
    if (m_end - begin <= static_cast<std::ptrdiff_t>(name.size()))
        return fail(kCut, m_here);
    if (!sameBytes(begin, name.data(), name.size()))
        return fail(kOther, m_here);
    const char *end = begin + name.size();
    while (end != m_end && isXmlSpace(*end))
        ++end;
    if (at(end) != '>')
        return fail(end == m_end ? kCut : kOther, m_here);
    ended(end + 1);
    return true;
}

bool XmlTags::next() {
    if (m_inTag)
        finishTag();
    m_depth = m_open.size();
    while (!m_damage) {
        m_here = findByte(m_here, m_end, '<');
        if (m_here == m_end)
            return endOfText();
        switch (at(m_here + 1)) {
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
    return m_open.empty() ? false : fail("the text ends within an element", m_end);
}

/// Instructions, comments, sections of characters and the document type.
bool XmlTags::passOver() {
    const std::string_view what = rest().substr(0, 9);
    if (what.substr(0, 2) == "<?")
        return passTo("?>");
    if (what.substr(0, 4) == "<!--") {
        m_here += 4; // "<!-->" is no comment
        return passTo("-->");
    }
    if (what == "<![CDATA[")
        return passTo("]]>");
    if (what == "<!DOCTYPE")
        return passDoctype();
    return fail("not a tag", m_here);
}

bool XmlTags::passTo(std::string_view end) {
    const std::size_t found = rest().find(end);
    if (found == std::string_view::npos)
        return fail("the text ends within a comment or similar", m_here);
    m_here += found + end.size();
    return true;
}

/// <!DOCTYPE topology SYSTEM "hwloc2.dtd"> or one with declarations in brackets, none of which is read.
bool XmlTags::passDoctype() {
    const std::string_view text = rest();
    bool inBrackets = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            i = text.find(c, i + 1);
            if (i == std::string_view::npos)
                break;
        } else if (c == '<' && text.substr(i, 4) == "<!--") {
            i = text.find("-->", i + 4);
            if (i == std::string_view::npos)
                break;
        } else if (c == '[') {
            inBrackets = true;
        } else if (c == ']') {
            inBrackets = false;
        } else if (c == '>' && !inBrackets) {
            m_here += i + 1;
            return true;
        }
    }
    return fail("the text ends within the DOCTYPE declaration", m_here);
}

/// Attributes in any form that XML allows.
bool XmlTags::anyAttribute() {
    const char *here = m_here;
    const char *const before = here;
    while (here != m_end && isXmlSpace(*here))
        ++here;
    const char *const name = here;
    here = nameEnd(name, m_end);
    if (here == name && here != before && here != m_end && (*here == '>' || *here == '/')) {
        m_here = here;
        if (passTagEnd())
            return false;
    }
    m_attributeName = {name, static_cast<std::size_t>(here - name)};
    while (here != m_end && isXmlSpace(*here))
        ++here;
    const bool hasValue = here != m_end && *here == '=';
    here += hasValue ? 1 : 0;
    while (here != m_end && isXmlSpace(*here))
        ++here;
    if (here == m_end)
        return fail("the text ends within a tag", name);
    if (m_attributeName.empty() || name == before || !hasValue || (*here != '"' && *here != '\''))
        return fail("malformed attribute", name);
    const char *const value = here + 1;
    const char *const quote = findByte(value, m_end, *here);
    if (quote == m_end)
        return fail("the text ends within an attribute", name);
    m_attributeValue = {value, static_cast<std::size_t>(quote - value)};
    m_here = quote + 1;
    return true;
}

void XmlTags::finishTag() {
    while (nextAttribute()) {
    }
}

void XmlTags::skipAttributes() {
    if (!m_inTag)
        return;
    const char *const behind = findByte(m_here, m_end, '<');
    const char *close = behind;
    while (close > m_here && close[-1] != '>')
        --close;
    if (close == m_here)
        fail("the text ends within a tag", m_here);
    else
        tagEnds(behind, close[-2] == '/'); // text between them is not used
}

void XmlTags::tagEnds(const char *behind, bool isSelfClosing) {
    m_here = behind;
    m_inTag = false;
    if (!isSelfClosing)
        m_open.push_back(m_name);
}

bool XmlTags::nextOfThisName() {
    const bool isInside = !m_inTag && !m_open.empty() && m_open.back().data() == m_name.data();
    if (!isInside || at(m_here) != '<' || at(m_here + 1) != '/' || !endsShortly(m_here + 2, m_name, m_end))
        return false;
    const std::size_t size = m_name.size();
    const char *const next = findByte(m_here + 3 + size, m_end, '<');
    if (!startsWith({next, static_cast<std::size_t>(m_end - next)}, {m_name.data() - 1, size + 1}) ||
        at(next + 1 + size) != ' ')
        return false;
    m_open.pop_back();
    m_name = {next + 1, size};
    m_here = next + 1 + size;
    m_inTag = true;
    return true;
}

std::string_view XmlTags::content() {
    finishTag();
    if (m_damage || !m_isStart || m_depth == m_open.size())
        return {};
    const char *const begin = std::exchange(m_here, findByte(m_here, m_end, '<'));
    return {begin, static_cast<std::size_t>(m_here - begin)};
}

} // namespace fabricscope::formats
