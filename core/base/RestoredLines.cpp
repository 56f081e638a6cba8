// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RestoredLines.h"

#include "core/base/LinePrefix.h"
#include "core/base/Text.h"

#include <algorithm>
#include <array>
#include <set>

namespace fabricscope {

namespace {

constexpr std::size_t kLongestPrefix = 160;

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

bool isDigitOf(char c) {
    return c >= '0' && c <= '9';
}

bool hasWords(std::string_view line) {
    return std::any_of(line.begin(), line.end(),
                       [](char c) { return isDigitOf(c) || isLower(c) || isUpper(c); });
}

/// Times differ in their digits only.
bool isSameKind(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return x == y || (isDigitOf(x) && isDigitOf(y)); });
}

/// "-----", "=====": a title or an end, no part of words.
bool isRule(std::string_view line) {
    constexpr std::size_t kShortest = 3;
    line = trimmed(line);
    return line.size() >= kShortest && line.find_first_not_of(line[0]) == line.npos;
}

/// "[rank0]:", "[node07:4411] ", "[ERROR] ", and "[receive] ", "[2] " not: those stand within lines.
bool hasSourceInBrackets(std::string_view line) {
    const std::size_t end = line.substr(0, 80).find(']');
    if (!line.starts_with('[') || end == line.npos)
        return false;
    const std::string_view label = line.substr(1, end - 1);
    const bool hasLetter =
        std::any_of(label.begin(), label.end(), [](char c) { return isUpper(c) || isLower(c); });
    const bool hasDigit = std::any_of(label.begin(), label.end(), isDigitOf);
    constexpr std::size_t kShortestLevel = 4;
    return (hasLetter && hasDigit) || label.find_first_of(":.") != label.npos ||
           (label.size() >= kShortestLevel && std::all_of(label.begin(), label.end(), isUpper));
}

/// "W1130 03:00:01.123 file.py:1] ".
bool hasTimeOfGlog(std::string_view line) {
    constexpr std::string_view kForm = "0000 00:00:00";
    return line.size() > kForm.size() + 1 && isUpper(line[0]) &&
           std::equal(kForm.begin(), kForm.end(), line.begin() + 1,
                      [](char form, char c) { return form == '0' ? isDigitOf(c) : form == c; });
}

/// "CUDA error: ...", "Traceback (most", "terminate called": whole words, where no word was cut before them.
bool beginsAsSentence(std::string_view line, std::string_view before) {
    if (before.empty() || line.empty() || before.back() == ' ' || before.back() == '\t')
        return false;
    static constexpr std::array<std::string_view, 18> kWords = {
        "terminate", "mpirun", "mpiexec", "srun", "slurmstepd", "orted",  "error",    "warning", "fatal",
        "failed",    "epoch",  "step",    "iter", "iteration",  "kernel", "training", "loss",    "rank"};
    const std::size_t end = std::min(line.find_first_of(" :"), line.size());
    const std::string_view word = line.substr(0, end);
    if (std::find(kWords.begin(), kWords.end(), word) != kWords.end())
        return true;
    const char last = before.back();
    const bool isAfterWord = isUpper(last) || isLower(last) || isDigitOf(last) ||
                             std::string_view(")]>:.,;!'\"").find(last) != std::string_view::npos;
    if (!isAfterWord || word.size() < 2 || !isUpper(word[0]))
        return false;
    constexpr std::size_t kShortest = 3; // of words in capitals
    const bool isCapitals = std::all_of(word.begin(), word.end(), isUpper);
    return isLower(word[1]) || (isCapitals && word.size() >= kShortest && end < line.size());
}

/// Cells of a row: numbers, "N/A".
bool isCells(std::string_view line) {
    bool hasDigit = false;
    while (!(line = trimmed(line)).empty()) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        const std::string_view word = line.substr(0, end);
        const bool isNumber = word.find_first_not_of("0123456789.+-e") == word.npos;
        if (!isNumber && std::string_view("N/A").find(word) == std::string_view::npos)
            return false;
        hasDigit = hasDigit || isNumber;
        line.remove_prefix(end);
    }
    return hasDigit;
}

} // namespace

std::string changedBreaksText(std::uint64_t joined, std::uint64_t separated, LinesBrokenBy brokenBy) {
    std::string text;
    if (separated > 0)
        text = separated == 1 ? "1 line break was missing and was restored"
                              : std::to_string(separated) + " line breaks were missing and were restored";
    if (joined > 0)
        text += (text.empty() ? "" : "; ") + std::to_string(joined) + " line " +
                (joined == 1 ? "break " : "breaks ") +
                (brokenBy == LinesBrokenBy::Mail ? "within lines " : "of a terminal ") +
                (joined == 1 ? "was removed" : "were removed");
    return text;
}

bool beginsAsOther(std::string_view line, std::string_view before) {
    static constexpr std::array<std::string_view, 4> kForms = {"tag", "time", "label", "bar"};
    line = line.substr(0, 512);
    return std::any_of(kForms.begin(), kForms.end(),
                       [&](std::string_view name) { return prefixForm(name)->take(line).has_value(); }) ||
           hasSourceInBrackets(line) || hasTimeOfGlog(line) || beginsAsSentence(line, before);
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

bool RestoredLines::isOther(std::string_view line, std::string_view before) const {
    return beginsAsOther(line, before) || (m_isOther != nullptr && m_isOther(line, before));
}

/// The first words of a line behind its prefix: "NCCL INFO Channel via". Lines of one kind are often of equal
/// length without a terminal.
std::string RestoredLines::kindOf(std::string_view line) const {
    constexpr std::size_t kShortest = 3, kWords = 4;
    const auto known = [&](std::string_view rest) {
        return std::any_of(m_used.begin(), m_used.end(),
                           [&](const LineShape *shape) { return shape->begins(rest, {}); });
    };
    if (!known(line))
        if (const auto prefix = LearnedPrefix::of(line.substr(0, 1024), known))
            if (const auto taken = prefix->take(line))
                line = taken->rest;
    std::string kind;
    for (std::size_t count = 0; count < kWords && !(line = trimmed(line)).empty();) {
        std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
        line.remove_prefix(word.size());
        while (word.ends_with(':') || word.ends_with(','))
            word.remove_suffix(1);
        if (word.size() < kShortest ||
            !std::all_of(word.begin(), word.end(), [](char c) { return isUpper(c) || isLower(c); }))
            continue;
        kind.append(word).append(" ");
        ++count;
    }
    return kind;
}

/// A rule of dashes goes on with dashes.
std::string_view RestoredLines::withoutQuoteOf(std::string_view open, std::string_view line) {
    std::string_view rest = line;
    while (open.starts_with('>') && rest.starts_with('>')) {
        open.remove_prefix(open.substr(0, 2) == "> " ? 2 : 1);
        rest.remove_prefix(rest.substr(0, 2) == "> " ? 2 : 1);
    }
    return open.starts_with('>') ? line : rest; // of the same depth
}

bool RestoredLines::continues(std::string_view line) const {
    if (!hasWords(line))
        return !line.empty() && (!hasWords(m_open) || (!trimmed(line).empty() && !isRule(line)));
    // Rows of a table are equally long; what a line break left of a value may look like the number of a row.
    const std::string_view piece = withoutQuoteOf(m_open, line);
    const bool isRest = m_open.size() + piece.size() == m_lastJoined && isCells(piece);
    return (isRest || (!begins(line, m_open) && !isOther(line, m_open))) && !isWhole(m_open);
}

/// Each line that a terminal broke has its width, and no line is wider. What follows such a line begins as no
/// line of the tools in this log or of another program does. Without a terminal the widest lines of a log may
/// be equally wide, too, if they are of one kind, and lines of other programs may follow: lines of two kinds
/// must go on, in rests of different length, or two rows of a table within their numbers.
std::size_t RestoredLines::widthOf(const std::vector<std::string_view> &lines) const {
    std::size_t width = 0;
    for (const std::string_view line : lines)
        width = std::max(width, columnsOf(line));
    if (!isTerminalWidth(width))
        return 0;
    std::size_t whole = 0, continued = 0, rows = 0; // lines of this width; those of a tool; of them rows
    std::set<std::string> kinds;                    // of those of a tool
    std::set<std::size_t> rests;                    // their lengths
    std::string_view line;                          // the beginning of the current one
    bool isKnown = false, isContinued = false;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const bool isRest = isContinued;
        if (!isRest) {
            isKnown = begins(lines[i], line);
            line = lines[i];
        }
        isContinued = false;
        if (columnsOf(lines[i]) != width || !hasWords(lines[i]) || isWhole(lines[i]))
            continue;
        const std::string_view next = lines[i + 1];
        if (!hasWords(next)) {
            whole += isRule(next) ? 1 : 0;
            continue;
        }
        isContinued = !begins(next, line) && !isOther(next, lines[i]);
        whole += isContinued ? 0 : 1;
        if (!isContinued || !isKnown || isRest)
            continue;
        ++continued;
        rests.insert(next.size());
        std::string kind = kindOf(line);
        rows += isCells(next) && std::count(kind.begin(), kind.end(), ' ') < 3 ? 1 : 0;
        kinds.insert(std::move(kind));
    }
    const bool isCertain = rows > 1 || (kinds.size() > 1 && rests.size() > 1);
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
