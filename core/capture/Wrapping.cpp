// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Wrapping.h"

#include "core/base/TerminalText.h"
#include "core/base/TerminalWidth.h"
#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::capture {

namespace {

constexpr std::string_view kEscapes = "escapes";
constexpr std::string_view kLabel = "label=";
constexpr std::string_view kBreaks = "breaks=";
constexpr std::string_view kWidth = "width=";
constexpr std::string_view kMail = "mail=";
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// "+80-12~9", each from the one before.
std::string textOf(const std::vector<LineBreak> &breaks) {
    std::string text;
    std::size_t last = 0;
    for (const LineBreak &each : breaks) {
        text.append(each.isMissing ? "+"
                    : each.isBlank ? "~"
                                   : "-")
            .append(std::to_string(each.place - last));
        last = each.place;
    }
    return text;
}

std::optional<std::vector<LineBreak>> breaksOf(std::string_view text) {
    constexpr std::string_view kMarks = "+-~";
    std::vector<LineBreak> breaks;
    std::size_t place = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(kMarks, 1), text.size());
        const auto apart = parseInteger<std::uint32_t>(text.substr(1, end - 1));
        if (kMarks.find(text[0]) == std::string_view::npos || !apart ||
            breaks.size() == Wrapping::kMostBreaks)
            return std::nullopt;
        place += *apart;
        breaks.push_back({place, text[0] == '+', text[0] == '~'});
        text.remove_prefix(end);
    }
    return breaks;
}

} // namespace

std::string Wrapping::toString() const {
    std::string text = escapes ? std::string(kEscapes) : std::string();
    const auto add = [&](std::string_view word) {
        text.append(text.empty() ? "" : " ").append(word);
    };
    if (prefix) {
        add(prefix->outer().name);
        if (prefix->inner() != nullptr)
            add(prefix->inner()->name);
    }
    if (width != 0)
        add(std::string(isMail ? kMail : kWidth) + std::to_string(width));
    if (!breaks.empty())
        add(std::string(kBreaks) + textOf(breaks));
    if (!label.empty())
        add(std::string(kLabel) + label);
    return text;
}

std::optional<Wrapping> Wrapping::parse(std::string_view text) {
    Wrapping wrapping;
    std::vector<const PrefixForm *> forms;
    while (!text.empty()) {
        if (text.starts_with(kLabel)) { // the last one: a label may hold blanks
            wrapping.label = text.substr(kLabel.size());
            break;
        }
        const std::string_view word = takeUntil(text, ' ');
        if (word == kEscapes) {
            wrapping.escapes = true;
            continue;
        }
        if (word.starts_with(kBreaks)) {
            auto breaks = breaksOf(word.substr(kBreaks.size()));
            if (!breaks || breaks->empty())
                return std::nullopt;
            wrapping.breaks = std::move(*breaks);
            continue;
        }
        if (word.starts_with(kWidth) || word.starts_with(kMail)) {
            wrapping.isMail = word.starts_with(kMail);
            const auto width = parseInteger<std::uint32_t>(word.substr(word.find('=') + 1));
            if (!width || !isTerminalWidth(*width))
                return std::nullopt;
            wrapping.width = *width;
            continue;
        }
        forms.push_back(prefixForm(word));
        if (forms.back() == nullptr || forms.size() > 2)
            return std::nullopt;
    }
    if (!forms.empty())
        wrapping.prefix = LearnedPrefix(*forms.front(), forms.size() > 1 ? forms.back() : nullptr);
    else if (!wrapping.label.empty() || wrapping.width != 0)
        return std::nullopt;
    return wrapping;
}

bool isRestAtWidth(std::size_t width, std::string_view before, std::string_view line, bool isMail) {
    if (width == 0)
        return false;
    const auto withoutReturns = [](std::string_view text) {
        return text.substr(0, text.find_last_not_of('\r') + 1);
    };
    before = withoutReturns(before);
    line = withoutReturns(line);
    if (isBlank(before) || isBlank(line) || line == "--") // grep's, between groups
        return false;
    if (isMail) {
        const std::size_t word = std::min(line.find(' '), line.size());
        return word > 0 && columnsOf(line) <= width &&
               columnsOf(before) + 1 + columnsOf(line.substr(0, word)) > width;
    }
    return (columnsOf(before) == width || before.size() == width) && // some tools count bytes
           std::min(columnsOf(line), line.size()) <= width;
}

UnwrappedText::UnwrappedText(std::string_view bytes, const Wrapping &wrapping) : m_bytes(bytes) {
    m_text.reserve(bytes.size());
    std::string shown;
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t feed = std::min(bytes.find('\n', begin), bytes.size());
        const std::size_t end = std::min(feed + 1, bytes.size());
        std::string_view line = bytes.substr(begin, feed - begin);
        if (wrapping.escapes) {
            shown.clear();
            appendShown(line, shown, kLongestLine);
            if (shown != line) {
                take(wrapping, shown, {0, begin, begin, end, false});
                begin = end;
                continue;
            }
        }
        take(wrapping, line, {0, begin, begin, end, true});
        begin = end;
    }
    changeBreaks(wrapping.breaks);
}

/// Makes the text of the pieces between the places. The number of a hostile capture may be any.
void UnwrappedText::changeBreaks(const std::vector<LineBreak> &breaks) {
    if (breaks.empty() || m_lines.empty())
        return;
    const std::string before = std::move(m_text);
    const std::vector<Line> lines = std::move(m_lines);
    m_text.clear();
    m_lines.clear();
    auto line = lines.begin();
    std::size_t at = 0;
    const auto copyTo = [&](std::size_t end) {
        while (at < end) {
            while (line + 1 != lines.end() && (line + 1)->at <= at)
                ++line;
            const std::size_t pieceEnd = line + 1 == lines.end() ? end : std::min(end, (line + 1)->at);
            Line piece = *line;
            piece.source += line->verbatim ? at - line->at : 0;
            piece.at = m_text.size();
            m_lines.push_back(piece);
            m_text.append(before, at, pieceEnd - at);
            at = pieceEnd;
        }
    };
    for (const LineBreak &each : breaks) {
        copyTo(std::min(each.place, before.size()));
        if (each.isMissing) {
            if (m_lines.empty())
                m_lines.push_back(*line);
            m_text += '\n';
            continue;
        }
        const std::size_t feed = std::min(before.find_first_not_of('\r', at), before.size());
        if (feed == before.size() || before[feed] != '\n')
            continue;
        at = feed + 1;
        if (each.isBlank && !m_text.empty() && m_text.back() != ' ')
            m_text += ' ';
    }
    copyTo(before.size());
}

void UnwrappedText::take(const Wrapping &wrapping, std::string_view text, Line line) {
    std::string_view inside = text;
    if (wrapping.prefix) {
        const auto prefixed = wrapping.prefix->take(text);
        const bool isOther = prefixed && !wrapping.label.empty() && prefixed->label != wrapping.label;
        if (!prefixed && continued(wrapping, text, line))
            return;
        m_before.clear();
        if (wrapping.width != 0 && prefixed && !isOther)
            m_before = text;
        if (!prefixed && !isBlank(text))
            return;
        if (isOther)
            return leaveOut(prefixed->label);
        inside = prefixed ? prefixed->rest : std::string_view{};
    }
    line.at = m_text.size();
    if (line.verbatim)
        line.source += text.size() - inside.size();
    m_lines.push_back(line);
    m_text += inside;
    if (line.end > line.begin && m_bytes[line.end - 1] == '\n')
        m_text += '\n';
}

/// Adds a line that continues the one before to it; false if it does not.
bool UnwrappedText::continued(const Wrapping &wrapping, std::string_view text, const Line &line) {
    if (m_lines.empty() || !isRestAtWidth(wrapping.width, m_before, text, wrapping.isMail))
        return false;
    m_before = text;
    for (const char end : {'\n', '\r'})
        if (m_text.size() > m_lines.back().at && m_text.back() == end)
            m_text.pop_back();
    if (wrapping.isMail)
        m_text += ' ';
    Line piece = line;
    piece.at = m_text.size();
    m_lines.push_back(piece);
    m_text += text;
    if (line.end > line.begin && m_bytes[line.end - 1] == '\n')
        m_text += '\n';
    return true;
}

void UnwrappedText::leaveOut(std::string_view label) {
    if (m_otherLabels.size() < kMostLabels &&
        std::find(m_otherLabels.begin(), m_otherLabels.end(), label) == m_otherLabels.end())
        m_otherLabels.emplace_back(label);
}

const UnwrappedText::Line &UnwrappedText::lineAt(std::size_t place) const {
    const auto behind = std::upper_bound(m_lines.begin(), m_lines.end(), place,
                                         [](std::size_t at, const Line &line) { return at < line.at; });
    return behind == m_lines.begin() ? *behind : *(behind - 1);
}

std::string_view UnwrappedText::source(std::string_view piece) const {
    if (m_lines.empty())
        return m_bytes.substr(0, 0);
    const auto at = static_cast<std::size_t>(piece.data() - m_text.data());
    const Line &first = lineAt(at);
    const std::size_t last = at + (piece.empty() ? 0 : piece.size() - 1);
    const Line &lastLine = lineAt(last);
    const std::size_t begin = first.verbatim ? first.source + (at - first.at) : first.begin;
    std::size_t end = begin;
    if (!piece.empty())
        end = lastLine.verbatim ? lastLine.source + (last - lastLine.at) + 1 : lastLine.end;
    return m_bytes.substr(std::min(begin, m_bytes.size()),
                          std::max(end, begin) - begin); // behind added breaks
}

std::string_view UnwrappedText::sourceLines(std::string_view piece) const {
    if (m_lines.empty() || piece.empty())
        return m_bytes.substr(0, 0);
    const auto at = static_cast<std::size_t>(piece.data() - m_text.data());
    const std::size_t begin = lineAt(at).begin;
    return m_bytes.substr(begin, lineAt(at + piece.size() - 1).end - begin);
}

std::string unwrappedBytes(const Section &section) {
    const auto wrapping =
        section.meta().wrapping.empty() ? std::nullopt : Wrapping::parse(section.meta().wrapping);
    return wrapping ? std::string(UnwrappedText(section.content().view(), *wrapping).view())
                    : section.bytes();
}

} // namespace fabricscope::capture
