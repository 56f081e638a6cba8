// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/MailBreaks.h"

#include "core/base/Text.h"
#include "core/capture/Wrapping.h"
#include "core/formats/PastedLines.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMostMailLines = 4096;

struct Line {
    std::size_t begin = 0;
    std::string_view text; ///< without its line end, and blanks before that
    std::size_t size = 0;  ///< with the blanks
    bool begins = false, isRest = false, isCertain = false;
};

std::vector<Line> linesOf(std::string_view text) {
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t feed = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, feed - begin);
        lines.push_back({begin, line.substr(0, line.find_last_not_of(" \t\r") + 1),
                         line.find_last_not_of('\r') + 1}); // npos + 1 is 0
        begin = feed + 1;
    }
    return lines;
}

/// Marks what may be the rest of the line above it; false if none certainly is, and where each broken line
/// fills the width, as a terminal breaks them.
bool markRests(std::string_view text, std::vector<Line> &lines, const MailLines &forms) {
    constexpr std::size_t kMostSeams = 64; // that are sought in the text
    std::size_t width = 0, seams = 0;
    for (const Line &line : lines)
        width = std::max(width, line.text.size());
    if (width < kFewestMailColumns || width > kMostMailColumns)
        return false;
    bool isCertain = false, isOpen = false, isShorter = false;
    std::string whole; // the line so far
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Line &line = lines[i];
        line.begins = !line.text.empty() && forms.begins(line.text);
        if (line.begins || line.text.empty() || isPrompt(line.text)) {
            isOpen = line.begins;
            whole = line.text;
            continue;
        }
        isOpen = isOpen && line.text[0] != ' ' && line.text[0] != '\t' &&
                 capture::isRestAtWidth(width, lines[i - 1].text, line.text, true) &&
                 forms.mayContinue(whole, line.text);
        if (!isOpen)
            continue;
        line.isRest = true;
        line.isCertain = seams++ < kMostSeams &&
                         (areWordsOfText(text, whole, line.text) || forms.isCertain(whole, line.text));
        isCertain = isCertain || line.isCertain;
        isShorter = isShorter || lines[i - 1].size < width;
        whole.append(" ").append(line.text);
    }
    return isCertain && isShorter;
}

} // namespace

bool areWordsOfText(std::string_view text, std::string_view line, std::string_view rest) {
    constexpr std::size_t kShortest = 8; // of both words
    line = trimmed(line);
    rest = trimmed(rest);
    const std::size_t blank = line.find_last_of(" \t");
    const std::string_view last = blank == line.npos ? line : line.substr(blank + 1);
    const std::string_view first = rest.substr(0, rest.find_first_of(" \t"));
    if (last.empty() || first.empty() || last.size() + first.size() < kShortest)
        return false;
    const std::string seam = std::string(last).append(" ").append(first);
    return text.find(seam) != text.npos;
}

std::optional<RestoredText> joinedMail(std::string_view text, const MailLines &forms) {
    std::vector<Line> lines = linesOf(text);
    if (lines.size() > kMostMailLines || !markRests(text, lines, forms))
        return std::nullopt;
    const auto last =
        std::find_if(lines.rbegin(), lines.rend(), [](const Line &line) { return line.begins; }).base();
    for (auto line = last; line != lines.end(); ++line)
        line->isRest = line->isCertain && (line == last || (line - 1)->isRest);
    RestoredText out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t next = i + 1 < lines.size() ? lines[i + 1].begin : text.size();
        if (i + 1 == lines.size() || !lines[i + 1].isRest) {
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
