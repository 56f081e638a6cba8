// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/HostRange.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fabricscope::workspace {

namespace {

constexpr std::size_t kLongestText = 65536;
constexpr std::size_t kLongestName = 512;
constexpr std::size_t kMaxBrackets = 8;
constexpr std::size_t kWidestNumber = 18; ///< fits 64 bits

/// One element of a bracket: a word, or the numbers or letters from first to last.
struct Span {
    std::string word;
    std::uint64_t first = 0, last = 0, step = 1;
    std::size_t width = 0; ///< of numbers; 0: letters

    [[nodiscard]] std::uint64_t count() const { return word.empty() ? (last - first) / step + 1 : 1; }
    [[nodiscard]] std::string at(std::uint64_t index) const {
        if (!word.empty())
            return word;
        const std::uint64_t value = first + index * step;
        return width == 0 ? std::string(1, static_cast<char>(value)) : fmt::format("{:0{}}", value, width);
    }
};

/// The text between two brackets has one span, a word.
using Piece = std::vector<Span>;

tl::unexpected<Error> bad(std::string_view text, std::string what) {
    return failure(std::move(what), HostText(text).plain(120),
                   "write a range as mi300x-[001-064] or gpu[1-4,7]");
}

bool allOf(std::string_view text, bool (*is)(char)) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is);
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isWordLetter(char c) {
    return isDigit(c) || isLetter(c) || c == '_' || c == '.';
}

/// Both bounds of a range; std::nullopt if they are invalid.
std::optional<Span> spanOf(std::string_view low, std::string_view high, std::string_view step) {
    Span span;
    if (!step.empty()) {
        const auto value = parseInteger<std::uint64_t>(step);
        if (!value || *value == 0 || step.size() > kWidestNumber)
            return std::nullopt;
        span.step = *value;
    }
    if (allOf(low, isDigit) && allOf(high, isDigit) && low.size() <= kWidestNumber &&
        high.size() <= kWidestNumber) {
        span.first = parseInteger<std::uint64_t>(low).value_or(0);
        span.last = parseInteger<std::uint64_t>(high).value_or(0);
        span.width = low.size();
    } else if (low.size() == 1 && high.size() == 1 && isLetter(low[0]) && isLetter(high[0])) {
        span.first = static_cast<unsigned char>(low[0]);
        span.last = static_cast<unsigned char>(high[0]);
    } else {
        return std::nullopt;
    }
    return span.last < span.first ? std::nullopt : std::optional(span);
}

std::optional<Span> elementOf(std::string_view element, RangeGrammar grammar) {
    const char sign = grammar == RangeGrammar::Hostlist ? '-' : ':';
    const auto at = element.find(sign);
    if (at != std::string_view::npos) {
        std::string_view high = element.substr(at + 1);
        std::string_view step;
        if (const auto second = high.find(':'); grammar == RangeGrammar::Ansible && second != high.npos) {
            step = high.substr(second + 1);
            high = high.substr(0, second);
            if (step.empty())
                return std::nullopt;
        }
        return spanOf(element.substr(0, at), high, step);
    }
    if (grammar == RangeGrammar::Ansible || !allOf(element, isWordLetter))
        return std::nullopt;
    Span span;
    span.word = element;
    return span;
}

Result<Piece> bracketOf(std::string_view whole, std::string_view content, RangeGrammar grammar) {
    Piece piece;
    bool more = true;
    while (more) {
        more = grammar == RangeGrammar::Hostlist && content.find(',') != std::string_view::npos;
        const std::string_view element = more ? takeUntil(content, ',') : content;
        auto span = elementOf(element, grammar);
        if (!span)
            return bad(whole, fmt::format("'{}' in brackets is not a range", HostText(element).plain(60)));
        piece.push_back(std::move(*span));
    }
    return piece;
}

/// An IPv6 address in brackets, possibly followed by a port, is not a range.
bool isAddress(std::string_view content, RangeGrammar grammar) {
    const auto colons = std::count(content.begin(), content.end(), ':');
    return grammar == RangeGrammar::Hostlist ? colons > 0 : colons > 2 || content.find("::") != content.npos;
}

Result<std::vector<Piece>> piecesOf(std::string_view term, RangeGrammar grammar) {
    std::vector<Piece> pieces;
    std::string literal;
    const auto endLiteral = [&] {
        if (!literal.empty()) {
            Span span;
            span.word = std::exchange(literal, {});
            pieces.push_back({std::move(span)});
        }
    };
    std::size_t brackets = 0;
    for (std::size_t at = 0; at < term.size(); ++at) {
        if (term[at] == ']')
            return bad(term, "']' without '['");
        if (term[at] != '[') {
            literal += term[at];
            continue;
        }
        const auto end = term.find(']', at);
        if (end == std::string_view::npos)
            return bad(term, "'[' without ']'");
        const std::string_view content = term.substr(at + 1, end - at - 1);
        if (isAddress(content, grammar)) {
            literal += term.substr(at, end - at + 1);
        } else {
            if (++brackets > kMaxBrackets)
                return bad(term, fmt::format("more than {} brackets in one name", kMaxBrackets));
            auto piece = bracketOf(term, content, grammar);
            if (!piece)
                return tl::unexpected(piece.error());
            endLiteral();
            pieces.push_back(std::move(*piece));
        }
        at = end;
    }
    endLiteral();
    return pieces;
}

/// Counted before names are created, so that a range of billions costs nothing.
std::optional<std::size_t> countOf(const std::vector<Piece> &pieces, std::size_t most) {
    std::uint64_t total = 1;
    for (const Piece &piece : pieces) {
        std::uint64_t sum = 0;
        for (const Span &span : piece) {
            if (span.count() > most)
                return std::nullopt;
            sum += span.count();
        }
        if (sum > most || total * sum > most)
            return std::nullopt;
        total *= sum;
    }
    return static_cast<std::size_t>(total);
}

std::size_t longestOf(const std::vector<Piece> &pieces) {
    std::size_t longest = 0;
    for (const Piece &piece : pieces) {
        std::size_t most = 0;
        for (const Span &span : piece)
            most = std::max({most, span.word.size(), span.width});
        longest += most;
    }
    return longest;
}

void appendNames(const std::vector<Piece> &pieces, std::vector<std::string> &names) {
    std::vector<std::string> made{std::string()};
    for (const Piece &piece : pieces) {
        std::vector<std::string> longer;
        for (const std::string &front : made)
            for (const Span &span : piece)
                for (std::uint64_t index = 0; index < span.count(); ++index)
                    longer.push_back(front + span.at(index));
        made = std::move(longer);
    }
    names.insert(names.end(), std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
}

/// Up to the next comma outside of brackets.
std::string_view takeTerm(std::string_view &rest) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < rest.size(); ++at) {
        depth += rest[at] == '[' ? 1 : 0;
        depth -= rest[at] == ']' && depth > 0 ? 1 : 0;
        if (rest[at] == ',' && depth == 0) {
            const std::string_view term = rest.substr(0, at);
            rest.remove_prefix(at + 1);
            return term;
        }
    }
    return std::exchange(rest, {});
}

} // namespace

Result<std::vector<std::string>> expandRange(std::string_view text, RangeGrammar grammar) {
    if (text.size() > kLongestText)
        return bad(text, fmt::format("a range longer than {} characters", kLongestText));
    std::vector<std::string> names;
    std::string_view rest = text;
    do {
        const std::string_view term =
            grammar == RangeGrammar::Hostlist ? takeTerm(rest) : std::exchange(rest, {});
        if (trimmed(term).empty())
            return bad(text, "a name is missing");
        auto pieces = piecesOf(trimmed(term), grammar);
        if (!pieces)
            return tl::unexpected(pieces.error());
        if (!countOf(*pieces, kMaxHosts - names.size()))
            return bad(text, fmt::format("more than {} hosts", kMaxHosts));
        if (longestOf(*pieces) > kLongestName)
            return bad(term, fmt::format("a name longer than {} characters", kLongestName));
        appendNames(*pieces, names);
    } while (!rest.empty());
    return names;
}

} // namespace fabricscope::workspace
