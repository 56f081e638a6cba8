// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/MailBreaks.h"

#include "core/base/TerminalWidth.h"
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"

#include <algorithm>
#include <string>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kNarrowest = 60, kWidest = 100; ///< columns of mails

struct Line {
    std::size_t begin = 0;
    std::string_view text; ///< without its line end, and blanks before that
    bool continues = false;
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, feed - begin);
        lines.push_back({begin, line.substr(0, line.find_last_not_of(" \t\r") + 1)});
        begin = feed + 1;
    }
    return lines;
}

std::size_t widestOf(const std::vector<Line> &lines) {
    std::size_t widest = 0;
    for (const Line &line : lines)
        widest = std::max(widest, columnsOf(line.text));
    return widest;
}

/// Whether a mail of this width breaks the line where the next word is `rest`'s first.
bool isFull(std::string_view line, std::string_view rest, std::size_t width) {
    const std::size_t word = std::min(rest.find(' '), rest.size());
    return columnsOf(line) + 1 + columnsOf(rest.substr(0, word)) > width;
}

/// Marks the lines that continue another one; false if that is not certain for all that have no beginning.
bool mark(std::vector<Line> &lines, const MailLines &forms) {
    const std::size_t width = widestOf(lines);
    if (width < kNarrowest || width > kWidest)
        return false;
    std::size_t continued = 0;
    bool isCertain = false, isAfterLine = false;
    std::string whole; // the line so far
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i].text;
        const bool begins = forms.begins(line);
        if (line.empty() || begins || isPrompt(line)) {
            isAfterLine = begins;
            whole = line;
            continue;
        }
        if (!isAfterLine || line[0] == ' ' || line[0] == '\t' || !isFull(lines[i - 1].text, line, width) ||
            !forms.mayContinue(whole, line))
            return false;
        isCertain = isCertain || forms.isCertain(whole, line);
        whole.append(" ").append(line);
        lines[i].continues = true;
        ++continued;
    }
    return continued > 1 || (continued == 1 && isCertain);
}

} // namespace

std::optional<RestoredText> joinedMail(std::string_view text, const MailLines &forms) {
    std::vector<Line> lines = linesOf(text);
    if (!mark(lines, forms))
        return std::nullopt;
    RestoredText out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t next = i + 1 < lines.size() ? lines[i + 1].begin : text.size();
        if (i + 1 == lines.size() || !lines[i + 1].continues) {
            out.text += text.substr(lines[i].begin, next - lines[i].begin);
            continue;
        }
        // The blank that the mail left at the end of the line, if it did, is the one between the words.
        std::string_view whole = text.substr(lines[i].begin, next - 1 - lines[i].begin);
        whole = whole.substr(0, whole.find_last_not_of('\r') + 1);
        out.text += whole;
        if (!whole.ends_with(' '))
            out.text += ' ';
        out.changes.push_back({lines[i].begin + whole.size(), false, true});
        ++out.joined;
        ++out.words;
    }
    if (out.changes.empty() || out.changes.size() > capture::Wrapping::kMostBreaks)
        return std::nullopt;
    return out;
}

} // namespace fabricscope::formats
