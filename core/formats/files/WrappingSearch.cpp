// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/WrappingSearch.h"

#include "core/base/TerminalText.h"
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"

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
        if (!prefixed.number.empty())
            addNumber(parseInteger<unsigned>(prefixed.number).value_or(0));
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
    return Wrapping{prefix, labels.mostFrequent(), false, {}};
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
        if (!trimmed(shown).empty())
            some.lines.push_back(std::move(shown));
    }
    return some;
}

} // namespace

std::vector<Wrapping> possibleWrappings(std::string_view head) {
    const auto [lines, escapes] = someLines(head);
    std::vector<Wrapping> found;
    const auto add = [&found, &lines = lines, escapes = escapes](const LearnedPrefix &prefix) {
        auto one = wrapping(lines, prefix);
        if (!one)
            return false;
        one->escapes = escapes;
        found.push_back(std::move(*one));
        return true;
    };
    if (escapes)
        found.push_back({std::nullopt, {}, true, {}});
    std::vector<const PrefixForm *> outer;
    for (const PrefixForm &form : prefixForms())
        if (!lines.empty() && !form.isIndent && add({form, nullptr}))
            outer.push_back(&form);
    for (const PrefixForm *form : outer)
        for (const PrefixForm &inner : prefixForms())
            if (!inner.isIndent)
                add({*form, &inner});
    return found;
}

} // namespace fabricscope::formats
