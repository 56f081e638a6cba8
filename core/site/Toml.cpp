// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/Toml.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

Problem problemOf(const toml::parse_error &error, std::uint32_t linesBefore) {
    const toml::source_position at = error.source().begin;
    return {at.line + linesBefore, at.column, HostText(error.description()).line(256),
            "its table is left out"};
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
                     "its table is left out"});
                blankOut(text, part);
                break;
            }
            at = end + 1;
        }
    }
}

/// Removes the parts that cannot be read by themselves.
void removeFaultyParts(std::string &text, const std::vector<Part> &parts, std::vector<Problem> &problems) {
    for (const Part &part : parts) {
        const std::string_view alone = std::string_view(text).substr(part.begin, part.end - part.begin);
        const toml::parse_result result = toml::parse(alone);
        if (result.failed()) {
            problems.push_back(problemOf(result.error(), part.line - 1));
            blankOut(text, part);
        }
    }
}

toml::table parsed(std::string text, std::vector<Problem> &problems) {
    removeUnboundedLines(text, problems);
    toml::parse_result result = toml::parse(std::string_view(text));
    if (result.succeeded())
        return std::move(result).table();
    const std::vector<Part> parts = partsOf(text);
    if (parts.size() > kMostParts) {
        problems.push_back(problemOf(result.error(), 0));
        return {};
    }
    removeFaultyParts(text, parts, problems);
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
        problems.push_back(problemOf(result.error(), 0));
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
        document.problems.push_back({0, 0, "the file is larger than 1 MiB", {}});
        return document;
    }
    document.root = tableOf(parsed(std::string(text), document.problems));
    return document;
}

} // namespace fabricscope::site
