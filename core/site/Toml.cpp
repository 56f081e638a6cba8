// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/Toml.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

// Without exceptions its errors are values. Dotted keys nest without a bound of its own: lines are checked.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

namespace fabricscope::site {

namespace {

constexpr std::size_t kLongestLine = 4096, kMostDots = 64, kMostParts = 8192;

/// A part of the text from a line with a header to the next one: [begin, end).
struct Part {
    std::size_t begin = 0, end = 0;
    std::uint32_t line = 1; ///< of its first
};

std::vector<Part> partsOf(std::string_view text) {
    std::vector<Part> parts(1);
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        if (trimmed(text.substr(at, end - at)).starts_with('[') && at > 0) {
            parts.back().end = at;
            parts.push_back({at, at, line});
        }
        at = end;
    }
    parts.back().end = text.size();
    return parts;
}

/// Blanks, so that places in what follows stay.
void blankOut(std::string &text, const Part &part) {
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(part.begin),
        text.begin() + static_cast<std::ptrdiff_t>(part.end), [](char c) { return c != '\n'; }, ' ');
}

std::uint32_t lineAfter(const std::string &text, const Part &part) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(part.begin);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(part.end);
    return part.line + static_cast<std::uint32_t>(std::count(begin, end, '\n')) +
           (part.end > part.begin && text[part.end - 1] != '\n' ? 1 : 0);
}

/// "lines 9 to 12 are left out": all of a part.
std::string leftOut(const std::string &text, const Part &part) {
    const std::uint32_t last = std::max(lineAfter(text, part), part.line + 1) - 1;
    return last == part.line ? fmt::format("line {} is left out", part.line)
                             : fmt::format("lines {} to {} are left out", part.line, last);
}

Problem problemOf(const toml::parse_error &error, std::uint32_t linesBefore, std::string hint) {
    const toml::source_position at = error.source().begin;
    return {at.line + linesBefore, at.column, HostText(error.description()).line(256), std::move(hint)};
}

/// Lines that are too long or could nest too deeply. Their parts are left out.
void removeUnboundedLines(std::string &text, std::vector<Problem> &problems) {
    for (const Part &part : partsOf(text)) {
        std::uint32_t line = part.line;
        for (std::size_t at = part.begin; at < part.end; ++line) {
            const std::size_t end = std::min(text.find('\n', at), part.end);
            const auto dots = std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                         text.begin() + static_cast<std::ptrdiff_t>(end), '.');
            if (end - at > kLongestLine || static_cast<std::size_t>(dots) > kMostDots) {
                problems.push_back(
                    {line, 1,
                     fmt::format("the line has more than {} bytes or {} dots", kLongestLine, kMostDots),
                     leftOut(text, part)});
                blankOut(text, part);
                break;
            }
            at = end + 1;
        }
    }
}

bool isMute(std::string_view part) {
    const std::string_view header = trimmed(takeUntil(part, '\n'));
    return header.starts_with('[') && header.find("mute") != std::string_view::npos;
}

/// The line of the part, counted from 1 in it; nothing where there is no such line.
std::optional<Part> lineOf(const std::string &text, const Part &part, std::uint32_t number) {
    Part line{part.begin, part.end, part.line + number - 1};
    for (std::uint32_t i = 1; i < number; ++i) {
        line.begin = text.find('\n', line.begin) + 1;
        if (line.begin == 0 || line.begin >= part.end)
            return std::nullopt;
    }
    line.end = std::min(text.find('\n', line.begin), part.end);
    return line;
}

/// Removes what cannot be read of parts by themselves: lines, or all of a part.
class FaultRemover {
public:
    FaultRemover(std::string &text, std::vector<Problem> &problems) : m_text(text), m_problems(problems) {}

    void remove(const Part &part) {
        constexpr int kMostFaults = 8;
        std::optional<Part> last;
        for (int i = 0;; ++i) {
            const toml::parse_result result = toml::parse(textOf(part));
            if (result.succeeded())
                return;
            const std::uint32_t number = result.error().source().begin.line;
            const bool isHeader = number <= 1 && trimmed(textOf(part)).starts_with('[');
            const bool isReadAgain =
                !isHeader && !isMute(textOf(part)) && i < kMostFaults && spend(part.end - part.begin);
            const auto fault = isReadAgain ? faultyLines(part, number) : std::nullopt;
            if (last && fault && isRestOf(*last, *fault)) {
                last->end = fault->end;
                m_problems.back().hint = leftOut(m_text, *last);
            } else {
                last = fault;
                m_problems.push_back(
                    problemOf(result.error(), part.line - 1, leftOut(m_text, fault ? *fault : part)));
            }
            blankOut(m_text, fault ? *fault : part);
            if (!fault)
                return;
        }
    }

private:
    [[nodiscard]] std::string_view textOf(const Part &part) const {
        return std::string_view(m_text).substr(part.begin, part.end - part.begin);
    }
    [[nodiscard]] bool hasKey(const Part &line) const {
        return textOf(line).find('=') != std::string_view::npos;
    }
    bool spend(std::size_t bytes) {
        const bool isLeft = m_budget >= bytes;
        m_budget -= isLeft ? bytes : 0;
        return isLeft;
    }

    /// The lines of the value with the fault: from the last line before which all is whole, up to that of the
    /// error, or to a key after it, before which the value was not closed. Nothing where they are too many.
    std::optional<Part> faultyLines(const Part &part, std::uint32_t number) {
        auto line = lineOf(m_text, part, number);
        while (!line && number > 1) // the end of the text
            line = lineOf(m_text, part, --number);
        if (!line)
            return std::nullopt;
        Part fault = *line;
        for (std::size_t i = 0; i < SiteLimits::kTexts && fault.begin > part.begin; ++i) {
            const Part before{part.begin, fault.begin, part.line};
            if (!spend(before.end - before.begin))
                return std::nullopt;
            if (toml::parse(textOf(before)).succeeded()) {
                if (fault.begin != line->begin && hasKey(*line))
                    fault.end = line->begin;
                return fault;
            }
            fault.begin = m_text.rfind('\n', fault.begin - 2) + 1; // npos + 1 is 0
            --fault.line;
        }
        return std::nullopt;
    }

    /// What is left of a value of several lines, of which the first ones are removed.
    [[nodiscard]] bool isRestOf(const Part &last, const Part &fault) const {
        const bool isLong = textOf(last).find('\n') != std::string_view::npos;
        const bool isClosing =
            trimmed(textOf(fault)).find_first_not_of("]}'\", \t") == std::string_view::npos;
        return fault.begin >= last.end && !hasKey(fault) && (isLong || isClosing) &&
               trimmed(textOf({last.end, fault.begin, 0})).empty();
    }

    std::string &m_text;
    std::vector<Problem> &m_problems;
    std::size_t m_budget = 8 * SiteLimits::kBytes; ///< that is read again
};

toml::table parsed(std::string text, std::vector<Problem> &problems) {
    removeUnboundedLines(text, problems);
    toml::parse_result result = toml::parse(std::string_view(text));
    if (result.succeeded())
        return std::move(result).table();
    const std::vector<Part> parts = partsOf(text);
    if (parts.size() > kMostParts) {
        problems.push_back(problemOf(result.error(), 0, "the whole file is left out"));
        return {};
    }
    FaultRemover remover(text, problems);
    for (const Part &part : parts)
        remover.remove(part);
    // What is left contradicts something before: a table that is there twice.
    constexpr int kMostRepairs = 32;
    std::set<std::size_t> removed;
    for (int i = 0; i < kMostRepairs; ++i) {
        result = toml::parse(std::string_view(text));
        if (result.succeeded())
            return std::move(result).table();
        const std::uint32_t line = result.error().source().begin.line;
        const auto at = std::find_if(parts.rbegin(), parts.rend(),
                                     [line](const Part &part) { return part.line <= line; });
        problems.push_back(problemOf(result.error(), 0, at == parts.rend() ? "" : leftOut(text, *at)));
        if (at == parts.rend() || !removed.insert(at->begin).second)
            break;
        blankOut(text, *at);
    }
    problems.push_back({0, 0, "nothing else could be read", {}});
    return {};
}

TomlValue valueOf(const toml::node &node);

TomlValue tableOf(const toml::table &table) {
    TomlValue value;
    value.kind = TomlValue::Kind::Table;
    for (const auto &[key, node] : table) {
        const toml::source_position at = key.source().begin;
        value.entries.push_back({std::string(key.str()), at.line, at.column, valueOf(node)});
    }
    std::stable_sort(value.entries.begin(), value.entries.end(),
                     [](const TomlEntry &left, const TomlEntry &right) {
                         return std::tie(left.line, left.column) < std::tie(right.line, right.column);
                     });
    return value;
}

void setNumber(TomlValue &value, double number) {
    value.kind = std::isfinite(number) ? TomlValue::Kind::Number : TomlValue::Kind::Other;
    value.number = number;
}

TomlValue valueOf(const toml::node &node) {
    TomlValue value;
    if (const toml::table *table = node.as_table()) {
        value = tableOf(*table);
    } else if (const toml::array *array = node.as_array()) {
        value.kind = TomlValue::Kind::List;
        for (const toml::node &item : *array)
            value.items.push_back(valueOf(item));
    } else if (const auto *text = node.as_string()) {
        value.kind = TomlValue::Kind::Text;
        value.text = text->get();
    } else if (const auto *integer = node.as_integer()) {
        setNumber(value, static_cast<double>(integer->get()));
    } else if (const auto *number = node.as_floating_point()) {
        setNumber(value, number->get());
    } else if (const auto *date = node.as_date()) {
        value.kind = TomlValue::Kind::Date;
        value.date = checks::Date{std::chrono::year(date->get().year), std::chrono::month(date->get().month),
                                  std::chrono::day(date->get().day)};
    }
    value.line = node.source().begin.line;
    value.column = node.source().begin.column;
    return value;
}

} // namespace

TomlDocument readToml(std::string_view text) {
    TomlDocument document;
    document.root.kind = TomlValue::Kind::Table;
    if (text.size() > SiteLimits::kBytes) {
        document.problems.push_back({0, 0, std::string(kTooLarge), "it is left out"});
        return document;
    }
    document.root = tableOf(parsed(std::string(text), document.problems));
    return document;
}

} // namespace fabricscope::site
