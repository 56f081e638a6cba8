// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/RawSection.h"

#include "core/base/Text.h"

#include <QList>

#include <algorithm>
#include <functional>

namespace fabricscope::widgets {

namespace {

char lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

/// Length in bytes of the UTF-8 sequence that starts with this byte; 0: invalid.
std::size_t sequenceLength(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if ((lead & 0xF0) == 0xE0)
        return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/// Invisible characters, or characters that change the appearance of their neighbours: controls, formats such
/// as bidirectional overrides, line separators, unassigned characters.
bool isHidden(char32_t character) {
    if (character == '\t' || character == '\n')
        return false;
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

/// The text shown for one character, or for one invalid byte.
struct Shown {
    QString text;
    std::size_t bytes = 1;
    bool escaped = false;
};

Shown shownAt(std::string_view bytes, std::size_t at) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const std::size_t length = sequenceLength(lead);
    if (length != 0 && at + length <= bytes.size()) {
        const QString text = QString::fromUtf8(bytes.data() + at, static_cast<qsizetype>(length));
        const QList<uint> characters = text.toUcs4();
        const bool valid = characters.size() == 1 && (characters[0] != QChar::ReplacementCharacter ||
                                                      bytes.substr(at, length) == "\xEF\xBF\xBD");
        if (valid && !isHidden(characters[0]))
            return {text, length, false};
        if (valid && length > 1)
            return {QStringLiteral("\\u%1").arg(characters[0], 4, 16, QLatin1Char('0')), length, true};
    }
    return {QStringLiteral("\\x%1").arg(lead, 2, 16, QLatin1Char('0')), 1, true};
}

/// Compares bytes regardless of case. The alphabet is bytes, so the table is small.
struct LowerHash {
    std::size_t operator()(char byte) const { return static_cast<unsigned char>(lower(byte)); }
};
struct LowerEqual {
    bool operator()(char a, char b) const { return lower(a) == lower(b); }
};
auto searcherOf(std::string_view what) {
    return std::boyer_moore_horspool_searcher(what.begin(), what.end(), LowerHash{}, LowerEqual{});
}

} // namespace

std::optional<RawPlace> rawPlace(const capture::Capture &capture, host::EvidenceRef reference) {
    if (!reference.exists() || reference.section >= capture.sections.size())
        return std::nullopt;
    const std::size_t size = capture.sections[reference.section].size();
    const std::size_t begin = std::min<std::size_t>(reference.offset, size);
    return RawPlace{reference.section, {begin, std::min<std::size_t>(begin + reference.length, size)}};
}

std::optional<RawPlace> rawPlace(const capture::Capture &capture, const FactRow &row) {
    if (row.evidence.exists())
        return rawPlace(capture, row.evidence);
    const capture::Section *section = row.lines.section.empty() ? nullptr : capture.find(row.lines.section);
    if (section == nullptr)
        return std::nullopt;
    RawPlace place{static_cast<std::size_t>(section - capture.sections.data()), {}};
    const capture::Section::Bytes content = section->content();
    std::string_view rest = content.view();
    while (!rest.empty()) {
        const auto begin = static_cast<std::size_t>(rest.data() - content.view().data());
        const std::string_view line = takeUntil(rest, '\n');
        if (!line.starts_with(row.lines.prefix))
            continue;
        place.bytes = {begin, begin + line.size()};
        break;
    }
    return place;
}

std::optional<RawPlace> rawPlace(const capture::Capture &capture, const findings::Evidence &evidence) {
    const std::string_view line = std::string_view(evidence.text).substr(0, evidence.text.find('\n'));
    if (line.empty())
        return std::nullopt;
    for (std::size_t index = 0; index < capture.sections.size(); ++index) {
        const capture::Section &section = capture.sections[index];
        if (section.meta().origin != evidence.source && section.meta().name != evidence.source)
            continue;
        const capture::Section::Bytes content = section.content();
        if (const std::size_t at = content.view().find(line); at != std::string_view::npos)
            return RawPlace{index, {at, at + line.size()}};
    }
    return std::nullopt;
}

RawWindow::RawWindow(std::string_view section, ByteRange bytes) : m_bytes(bytes) {
    m_firstLine = 1 + static_cast<int>(std::count(section.begin(),
                                                  section.begin() + static_cast<long>(bytes.begin), '\n'));
    m_text.reserve(static_cast<qsizetype>(bytes.end - bytes.begin));
    m_lines.push_back({bytes.begin, 0});
    const std::string_view all = section.substr(0, bytes.end);
    for (std::size_t at = bytes.begin; at < bytes.end;) {
        const Shown shown = shownAt(all, at);
        if (shown.escaped && m_escapes.size() < kMaxMarked)
            m_escapes.emplace_back(static_cast<int>(m_text.size()), static_cast<int>(shown.text.size()));
        m_text += shown.text;
        at += shown.bytes;
        if (section[at - 1] == '\n')
            m_lines.push_back({at, static_cast<int>(m_text.size())});
    }
}

int RawWindow::positionOf(std::string_view section, std::size_t byte) const {
    byte = std::clamp(byte, m_bytes.begin, m_bytes.end);
    const auto behind = std::upper_bound(m_lines.begin(), m_lines.end(), byte,
                                         [](std::size_t at, const Line &line) { return at < line.byte; });
    if (behind == m_lines.begin())
        return 0;
    const Line &line = *std::prev(behind);
    int position = line.position;
    for (std::size_t at = line.byte; at < byte;) {
        const Shown shown = shownAt(section.substr(0, m_bytes.end), at);
        position += static_cast<int>(shown.text.size());
        at += shown.bytes;
    }
    return position;
}

RawSection::RawSection(const capture::Capture &capture, std::size_t section)
    : m_meta(capture.sections.at(section).meta()), m_content(capture.sections.at(section).content()) {}

std::size_t RawSection::lines() const {
    const std::string_view all = bytes();
    const auto ends = static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n'));
    return ends + (all.empty() || all.back() == '\n' ? 0 : 1);
}

ByteRange RawSection::wholeLines(ByteRange range) const {
    const std::string_view all = bytes();
    range.begin = std::min(range.begin, all.size());
    range.end = std::clamp(range.end, range.begin, all.size());
    const std::size_t before = range.begin == 0 ? std::string_view::npos : all.rfind('\n', range.begin - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t after = all.find('\n', range.end > begin ? range.end - 1 : range.end);
    return {begin, after == std::string_view::npos ? all.size() : after};
}

RawWindow RawSection::around(std::size_t byte) const {
    const std::string_view all = bytes();
    if (fitsOneWindow())
        return {all, {0, all.size()}};
    const std::size_t half = kWindowBytes / 2;
    std::size_t begin = byte > half ? byte - half : 0;
    std::size_t end = std::min(all.size(), begin + kWindowBytes);
    begin = end > kWindowBytes ? std::min(begin, end - kWindowBytes) : 0;
    // At the ends of lines, unless a line is longer than that.
    if (const std::size_t line = all.find('\n', begin); begin > 0 && line < byte && line < end)
        begin = line + 1;
    if (const std::size_t line = all.rfind('\n', end - 1);
        end < all.size() && line != std::string_view::npos && line > byte && line > begin)
        end = line + 1;
    return {all, {begin, end}};
}

std::optional<std::size_t> RawSection::find(std::string_view what, std::size_t from, bool backwards) const {
    const std::string_view all = bytes();
    if (what.empty() || what.size() > all.size())
        return std::nullopt;
    from = std::min(from, all.size());
    if (!backwards) {
        const auto found = std::search(all.begin() + static_cast<long>(from), all.end(), searcherOf(what));
        return found == all.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - all.begin()));
    }
    const std::string reversed(what.rbegin(), what.rend());
    const auto begin = std::make_reverse_iterator(all.begin() + static_cast<long>(from));
    const auto found = std::search(begin, all.rend(), searcherOf(reversed));
    if (found == all.rend())
        return std::nullopt;
    return static_cast<std::size_t>(all.rend() - found) - what.size();
}

int RawSection::count(std::string_view what) const {
    int hits = 0;
    for (std::size_t at = 0; hits < kMaxHits;) {
        const auto found = find(what, at, false);
        if (!found)
            break;
        ++hits;
        at = *found + what.size();
    }
    return hits;
}

} // namespace fabricscope::widgets
