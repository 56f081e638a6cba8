// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/WrappingSearch.h"

#include "core/base/TerminalText.h"
#include "core/base/TerminalWidth.h"
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/kernel/KernelLine.h"

#include <algorithm>
#include <optional>
#include <string>

namespace fabricscope::formats {

namespace {

using capture::Wrapping;

constexpr std::size_t kLines = 400, kLongest = 4096, kLabels = 64;
/// Of ten lines, so many must have a prefix: launchers print lines of their own between them.
constexpr std::size_t kOfTen = 9;
/// Lines that are enough to see that a text does not have a form.
constexpr std::size_t kGlance = 20;

/// The labels of some lines, and whether they are numbered from line to line.
class Labels {
public:
    void add(const Prefixed &prefixed) {
        if (!prefixed.number.empty()) {
            addNumber(parseInteger<unsigned>(prefixed.number).value_or(0));
            const char behind = prefixed.number.data()[prefixed.number.size()]; // of the same line
            ++(behind == '-' ? m_around : m_found);
        }
        if (prefixed.label.empty() || m_counts.size() >= kLabels)
            return;
        const auto known = std::find_if(m_counts.begin(), m_counts.end(),
                                        [&](const auto &each) { return each.first == prefixed.label; });
        if (known == m_counts.end())
            m_counts.emplace_back(prefixed.label, 1);
        else
            ++known->second;
    }
    /// And those of lines around others ("11-") stand beside such others ("12:").
    [[nodiscard]] bool areNumbersInOrder() const { return m_inOrder && (m_around == 0 || m_found > 0); }
    [[nodiscard]] std::string mostFrequent() const {
        const auto most = std::max_element(m_counts.begin(), m_counts.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        return most == m_counts.end() ? std::string() : std::string(most->first);
    }

private:
    void addNumber(unsigned number) {
        m_inOrder = m_inOrder && number > m_last;
        m_last = number;
    }

    std::vector<std::pair<std::string_view, std::size_t>> m_counts;
    unsigned m_last = 0;
    std::size_t m_found = 0, m_around = 0;
    bool m_inOrder = true;
};

/// std::nullopt if too few of the lines have these prefixes.
std::optional<Wrapping> wrapping(const std::vector<std::string> &lines, const LearnedPrefix &prefix) {
    Labels labels;
    std::size_t having = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const auto prefixed = prefix.take(lines[i])) {
            ++having;
            labels.add(*prefixed);
        } else if (i + 1 == std::min(kGlance, lines.size()) && having * 2 < i) {
            return std::nullopt;
        }
    }
    if (having * 10 < lines.size() * kOfTen || !labels.areNumbersInOrder())
        return std::nullopt;
    return Wrapping{prefix, labels.mostFrequent(), false};
}

/// Lines that a terminal or a mail broke behind their prefixes: each that has none continues the one above
/// it.
std::optional<Wrapping> brokenWrapping(const std::vector<std::string> &lines, Wrapping wrapping) {
    Labels labels;
    std::string_view before;
    for (const std::string &line : lines) {
        const auto prefixed = wrapping.prefix->take(line);
        if (prefixed)
            labels.add(*prefixed);
        else if (!isRestOfLine(wrapping, before, line) && (&line != &lines.back() || lines.size() < kGlance))
            return std::nullopt; // the head may end in the last one's prefix
        before = line;
    }
    wrapping.label = labels.mostFrequent();
    std::size_t continued = 0, whole = 0, having = 0; // of lines as wide as the terminal, the whole ones
    Labels ofLines;
    before = {};
    for (const std::string &line : lines) {
        const bool isRest = isRestOfLine(wrapping, before, line);
        const auto prefixed = wrapping.prefix->take(line);
        if (prefixed && (wrapping.label.empty() || prefixed->label == wrapping.label)) {
            ofLines.add(*prefixed);
            whole += isRest ? 1 : 0;
            ++having;
        } else if (isRest && !kernelLine(line).isStamped) { // which would be a line of its own
            ++continued;
        } else if (&line != &lines.back() || lines.size() < kGlance) {
            return std::nullopt;
        }
        before = line;
    }
    const bool isCertain = wrapping.isMail ? continued > 1 || whole == 0 : continued >= whole;
    if (continued == 0 || having == 0 || !isCertain || !ofLines.areNumbersInOrder())
        return std::nullopt;
    return wrapping;
}

/// The widths of a terminal or a mail that may have broken the lines.
std::vector<Wrapping> possibleWidths(const std::vector<std::string> &lines) {
    constexpr std::size_t kNarrowestMail = 60, kWidestMail = 100;
    std::size_t columns = 0, bytes = 0;
    for (const std::string &line : lines) {
        columns = std::max(columns, columnsOf(line));
        bytes = std::max(bytes, line.size());
    }
    std::vector<Wrapping> widths;
    for (const std::size_t width : {columns, bytes})
        if (isTerminalWidth(width) && (widths.empty() || widths.front().width != width))
            widths.push_back({std::nullopt, {}, false, width});
    if (columns >= kNarrowestMail && columns <= kWidestMail)
        widths.push_back({std::nullopt, {}, false, columns, true});
    return widths;
}

std::size_t indentOf(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

/// The blanks that all lines have in front, but for the rests of those that fill the terminal.
std::size_t commonIndent(const std::vector<std::string> &lines, std::size_t width) {
    std::size_t common = kDeepestBlock + 1;
    const std::string *before = nullptr;
    for (const std::string &line : lines) {
        const bool isRest =
            before != nullptr && width != 0 && (columnsOf(*before) == width || before->size() == width);
        if (!isRest)
            common = std::min(common, indentOf(line));
        before = &line;
    }
    return common;
}

struct SomeLines {
    std::vector<std::string> lines; ///< as a terminal shows them, none of them blank
    bool escapes = false;           ///< some line is shown otherwise than it is written
};

SomeLines someLines(std::string_view head) {
    SomeLines some;
    const bool mayDiffer = mayNeedCleaning(head);
    while (!head.empty() && some.lines.size() < kLines) {
        const std::string_view line = takeUntil(head, '\n').substr(0, kLongest);
        std::string shown;
        if (mayDiffer)
            appendShown(line, shown, kLongest);
        else
            shown = line;
        some.escapes = some.escapes || shown != line;
        if (const std::string_view words = trimmed(shown); !words.empty() && words != "--") // grep's
            some.lines.push_back(std::move(shown));
    }
    return some;
}

} // namespace

std::vector<Wrapping> possibleWrappings(std::string_view head) {
    const auto [lines, escapes] = someLines(head);
    std::vector<Wrapping> found;
    const auto add = [&found, escapes = escapes](std::optional<Wrapping> one) {
        if (!one)
            return false;
        one->escapes = escapes;
        found.push_back(std::move(*one));
        return true;
    };
    if (escapes)
        found.push_back({std::nullopt, {}, true});
    if (lines.empty())
        return found;
    std::vector<Wrapping> widths = possibleWidths(lines);
    const auto addBroken = [&, &lines = lines](Wrapping &width, const LearnedPrefix &prefix) {
        width.prefix = prefix;
        return add(brokenWrapping(lines, width));
    };
    const auto addPrefix = [&, &lines = lines](const LearnedPrefix &prefix) {
        return std::any_of(widths.begin(), widths.end(),
                           [&](Wrapping &width) { return addBroken(width, prefix); }) ||
               add(wrapping(lines, prefix));
    };
    std::vector<const PrefixForm *> outer;
    for (const PrefixForm &form : prefixForms())
        if (!form.isIndent && addPrefix({form, nullptr}))
            outer.push_back(&form);
    for (const PrefixForm *form : outer)
        for (const PrefixForm &inner : prefixForms())
            if (!inner.isIndent)
                addPrefix({*form, &inner});
    for (Wrapping &width : widths)
        if (const PrefixForm *block = blockForm(commonIndent(lines, width.width)))
            addBroken(width, {*block, nullptr});
    if (const PrefixForm *block = blockForm(commonIndent(lines, 0)))
        add(Wrapping{LearnedPrefix(*block, nullptr), {}, escapes});
    return found;
}

} // namespace fabricscope::formats
