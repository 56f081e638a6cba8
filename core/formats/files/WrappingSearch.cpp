// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/WrappingSearch.h"

#include "core/base/TerminalText.h"
#include "core/base/TerminalWidth.h"
#include "core/base/Text.h"
#include "core/formats/MailBreaks.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/TableBreaks.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogRows.h"

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
    [[nodiscard]] bool areNumbersInOrder() const { return m_inOrder; }
    /// Lines around others ("11-") stand beside such others ("12:").
    [[nodiscard]] bool areInContext() const { return m_around > 0 && m_found > 0; }
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

/// Whether the labels and numbers are those of a text with these prefixes.
bool isFitting(const Labels &labels, const LearnedPrefix &prefix) {
    constexpr std::string_view kContext = "context";
    const bool isContext =
        prefix.outer().name == kContext || (prefix.inner() != nullptr && prefix.inner()->name == kContext);
    return labels.areNumbersInOrder() && (!isContext || labels.areInContext());
}

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
    if (having * 10 < lines.size() * kOfTen || !isFitting(labels, prefix))
        return std::nullopt;
    return Wrapping{prefix, labels.mostFrequent()};
}

struct SomeLines {
    std::vector<std::string> lines; ///< as a terminal shows them, none of them blank
    std::vector<bool> isBehindGap;  ///< of `lines`: a blank line is above it
    bool escapes = false;           ///< some line is shown otherwise than it is written
};

/// What `grep` prints between groups of lines.
bool isGroupMark(std::string_view line) {
    return trimmed(line) == "--";
}

SomeLines someLines(std::string_view head) {
    SomeLines some;
    const bool mayDiffer = mayNeedCleaning(head);
    bool isBehindGap = true;
    while (!head.empty() && some.lines.size() < kLines) {
        const std::string_view line = takeUntil(head, '\n').substr(0, kLongest);
        std::string shown;
        if (mayDiffer)
            appendShown(line, shown, kLongest);
        else
            shown = line;
        some.escapes = some.escapes || shown != line;
        const bool isGap = trimmed(shown).empty() || isGroupMark(shown);
        if (!isGap) {
            some.lines.push_back(std::move(shown));
            some.isBehindGap.push_back(isBehindGap);
        }
        isBehindGap = isGap;
    }
    return some;
}

// --- lines that a terminal broke behind their prefixes ------------------------------------------------

/// The kernel's line makes a known message only with what is below it.
bool isMessageWithRest(std::string_view line, std::string_view rest) {
    const KernelLine alone = kernelLine(line);
    if (!alone.isStamped || kernelLogRowOf(alone.message) != nullptr)
        return false;
    const std::string joined = std::string(line).append(rest);
    return kernelLogRowOf(kernelLine(joined).message) != nullptr;
}

/// Finds whether a terminal broke the lines behind their prefixes: each that fills it is followed by one
/// without a prefix. What follows a whole text (a remark, another text) must not be taken for the rest of its
/// last line: one of the lines must certainly be broken.
class BrokenLines {
public:
    BrokenLines(std::string_view head, const SomeLines &some, const LearnedPrefix &prefix)
        : m_head(head), m_some(some), m_prefix(prefix) {}

    [[nodiscard]] std::optional<Wrapping> wrapping() {
        std::size_t columns = 0, bytes = 0;
        for (std::size_t i = 0; i < m_some.lines.size(); ++i) {
            const std::string_view line = withoutReturn(m_some.lines[i]);
            if (!m_prefix.take(line))
                continue;
            columns = std::max(columns, columnsOf(line));
            bytes = std::max(bytes, line.size());
        }
        if (isBrokenAt(columns) || (bytes != columns && isBrokenAt(bytes)))
            return Wrapping{m_prefix, m_labels.mostFrequent(), m_some.escapes, m_width};
        m_isMail = m_prefix.outer().name == "quote" && m_prefix.inner() == nullptr;
        if (m_isMail && columns >= kFewestMailColumns && columns <= kMostMailColumns && isBrokenAt(columns))
            return Wrapping{m_prefix, {}, m_some.escapes, m_width, true};
        return std::nullopt;
    }

private:
    static std::string_view withoutReturn(std::string_view line) {
        return line.substr(0, line.find_last_not_of('\r') + 1);
    }

    bool isBrokenAt(std::size_t width) {
        m_width = width;
        m_labels = {};
        m_continued = m_whole = m_seams = 0;
        m_isCertain = false;
        if (!isTerminalWidth(width))
            return false;
        std::size_t strays = 0, having = 0;
        bool isOpen = false;
        for (std::size_t i = 0; i < m_some.lines.size(); ++i) {
            const std::string_view line = withoutReturn(m_some.lines[i]);
            const bool isRest =
                isOpen && !m_some.isBehindGap[i] && capture::isRestAtWidth(width, m_before, line, m_isMail);
            if (const auto prefixed = m_prefix.take(line)) {
                m_labels.add(*prefixed);
                m_whole += isRest && !m_isMail ? 1 : 0;
                m_line = prefixed->rest;
                isOpen = true;
                ++having;
            } else if (isRest && !isPrompt(line)) {
                addRest(line);
            } else {
                ++strays;
                isOpen = false;
            }
            m_before = line;
            if (i + 1 == kGlance && strays * 2 > i)
                return false;
        }
        return having > 0 && strays * 10 <= m_some.lines.size() && isFitting(m_labels, m_prefix) &&
               isEnough();
    }

    void addRest(std::string_view rest) {
        constexpr std::size_t kMostSeams = 64; // that are sought in the text
        ++m_continued;
        if (!m_isCertain && m_isMail && m_seams++ < kMostSeams)
            m_isCertain = areWordsOfText(m_head, m_line, rest) || isMessageWithRest(m_line + " ", rest);
        else if (!m_isCertain && m_seams++ < kMostSeams)
            m_isCertain = isCertainCut(m_head, m_before, rest) || isMessageWithRest(m_line, rest);
        if (m_line.size() < kLongest)
            m_line.append(m_isMail ? " " : "").append(rest);
    }

    /// A line that is by chance as wide as the terminal is rare.
    [[nodiscard]] bool isEnough() const {
        constexpr std::size_t kRare = 8;
        return m_continued > 0 && m_whole * kRare <= m_continued && m_isCertain;
    }

    std::string_view m_head;
    const SomeLines &m_some;
    const LearnedPrefix &m_prefix;
    std::size_t m_width = 0;
    Labels m_labels;
    std::string_view m_before; ///< the line before
    std::string m_line;        ///< so far, without its prefix
    std::size_t m_continued = 0, m_whole = 0, m_seams = 0;
    bool m_isCertain = false, m_isMail = false;
};

} // namespace

std::vector<Wrapping> possibleWrappings(std::string_view head) {
    const SomeLines some = someLines(head);
    std::vector<Wrapping> found;
    if (some.escapes)
        found.push_back({std::nullopt, {}, true});
    if (some.lines.empty())
        return found;
    const auto add = [&](const LearnedPrefix &prefix) {
        auto one = BrokenLines(head, some, prefix).wrapping();
        if (!one)
            one = wrapping(some.lines, prefix);
        if (!one)
            return false;
        one->escapes = some.escapes;
        found.push_back(std::move(*one));
        return true;
    };
    std::vector<const PrefixForm *> outer;
    for (const PrefixForm &form : prefixForms())
        if (!form.isIndent && add({form, nullptr}))
            outer.push_back(&form);
    for (const PrefixForm *form : outer)
        for (const PrefixForm &inner : prefixForms())
            if (!inner.isIndent)
                add({*form, &inner});
    return found;
}

} // namespace fabricscope::formats
