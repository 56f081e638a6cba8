// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RestoredLines.h"

#include "core/base/LinePrefix.h"
#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr std::size_t kNarrowest = 40, kWidest = 512; // columns of a terminal
constexpr std::size_t kUsualWidth = 80;               // there one broken line is enough
constexpr std::size_t kTab = 8;
constexpr std::size_t kLongestPrefix = 160;

bool hasWords(std::string_view line) {
    return std::any_of(line.begin(), line.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

/// Times differ in their digits only.
bool isSameKind(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        const auto isDigit = [](char c) {
            return c >= '0' && c <= '9';
        };
        return x == y || (isDigit(x) && isDigit(y));
    });
}

} // namespace

std::string changedBreaksText(std::uint64_t joined, std::uint64_t separated) {
    std::string text;
    if (separated > 0)
        text = separated == 1 ? "1 line break was missing and was restored"
                              : std::to_string(separated) + " line breaks were missing and were restored";
    if (joined > 0)
        text += (text.empty() ? "" : "; ") + std::to_string(joined) + " line " +
                (joined == 1 ? "break of a terminal was removed" : "breaks of a terminal were removed");
    return text;
}

/// Tabs end at each eighth column; a character of UTF-8 has one.
std::size_t RestoredLines::columnsOf(std::string_view line) {
    std::size_t columns = 0;
    for (const char c : line)
        if (c == '\t')
            columns += kTab - columns % kTab;
        else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80)
            ++columns;
    return columns;
}

/// Also behind what launchers and log collectors put before a line.
bool RestoredLines::begins(std::string_view line, std::string_view before) const {
    const auto known = [&](std::string_view rest) {
        return std::any_of(m_used.begin(), m_used.end(),
                           [&](const LineShape *shape) { return shape->begins(rest, before); });
    };
    return known(line) || LearnedPrefix::of(line.substr(0, 1024), known).has_value();
}

bool RestoredLines::isWhole(std::string_view line) const {
    return std::any_of(m_used.begin(), m_used.end(), [&](const LineShape *shape) {
        return shape->isWhole != nullptr && shape->isWhole(line);
    });
}

/// A rule of dashes goes on with dashes.
bool RestoredLines::continues(std::string_view line) const {
    if (!hasWords(line))
        return !line.empty() && (!hasWords(m_open) || !trimmed(line).empty());
    // Rows of a table are equally long; what a line break left of a value may look like the number of a row.
    const bool isRest = m_open.size() + line.size() == m_lastJoined;
    return (isRest || !begins(line, m_open)) && !isWhole(m_open);
}

/// Each line that a terminal broke has its width, and no line is wider. What follows such a line begins as no
/// line of the tools in this log does. Rows of a table are often equally wide; then rows follow.
std::size_t RestoredLines::widthOf(const std::vector<std::string_view> &lines) const {
    std::size_t width = 0;
    for (const std::string_view line : lines)
        width = std::max(width, columnsOf(line));
    if (width < kNarrowest || width > kWidest)
        return 0;
    std::size_t whole = 0, continued = 0; // lines of this width; those of a tool
    std::string_view line;                // the beginning of the current one
    bool isKnown = false, isContinued = false;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!isContinued) {
            isKnown = begins(lines[i], line);
            line = lines[i];
        }
        isContinued = false;
        if (columnsOf(lines[i]) != width || !hasWords(lines[i]) || !hasWords(lines[i + 1]) ||
            isWhole(lines[i]))
            continue;
        isContinued = !begins(lines[i + 1], line);
        whole += isContinued ? 0 : 1;
        continued += isContinued && isKnown ? 1 : 0;
    }
    const bool isCertain = continued > 1 || (continued == 1 && width == kUsualWidth);
    return isCertain && continued >= whole * 3 ? width : 0;
}

void RestoredLines::decide() {
    std::vector<std::string_view> lines;
    lines.reserve(m_head.size());
    for (const HeadLine &line : m_head)
        lines.push_back(std::string_view(m_headText).substr(line.begin, line.size));
    for (const LineShape &shape : m_shapes)
        for (std::string_view marks = shape.marks; !marks.empty();)
            if (m_headText.find(takeUntil(marks, '\n')) != std::string::npos) {
                m_used.push_back(&shape);
                break;
            }
    if (m_used.empty())
        return;
    m_width = widthOf(lines);
    for (const std::string_view line : lines) {
        findBreaks(line);
        m_separates = m_separates || !m_breaks.empty();
    }
}

std::size_t RestoredLines::startAt(std::string_view line, std::size_t place) const {
    for (const LineShape *shape : m_used)
        if (const std::size_t length = shape->inside(line, place); length > 0)
            return length;
    return 0;
}

/// A row that lacks values: what follows may be one with a name behind it ("0node7:77:80 [0] NCCL INFO").
bool RestoredLines::isCutOff(std::string_view line) const {
    return std::any_of(m_used.begin(), m_used.end(), [&](const LineShape *shape) {
        return shape->isRow != nullptr && shape->isRow(line) && !shape->isWhole(line);
    });
}

/// Before each beginning inside of the line but its own first one, which may have a prefix; what precedes a
/// later one in the same way is its prefix.
void RestoredLines::findBreaks(std::string_view line) {
    m_breaks.clear();
    std::size_t prefix = std::string_view::npos; // of the first beginning
    std::size_t last = 0;                        // beginning
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size();) {
        const std::size_t length = startAt(line, at);
        if (length == 0) {
            // Beginnings stand behind blanks.
            const std::size_t blank = line.find_first_of(" \t", at);
            at = blank == line.npos ? line.npos : line.find_first_not_of(" \t", blank);
            continue;
        }
        if (prefix == std::string_view::npos) {
            prefix = at;
        } else if (!isCutOff(line.substr(last, at - last))) {
            const bool isPrefixed = prefix > 0 && prefix <= kLongestPrefix && at >= prefix &&
                                    isSameKind(line.substr(at - prefix, prefix), line.substr(0, prefix));
            const std::size_t begin = isPrefixed ? at - prefix : at;
            const std::size_t end = begin == 0 ? line.npos : line.find_last_not_of(" \t", begin - 1);
            if (end != line.npos && (m_breaks.empty() || end + 1 > m_breaks.back()))
                m_breaks.push_back(end + 1);
        }
        last = at;
        at += length;
        at = line.find_first_not_of(" \t", at);
    }
}

} // namespace fabricscope
