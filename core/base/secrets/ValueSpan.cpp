// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/ValueSpan.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;

bool isQuote(char c) {
    return c == '"' || c == '\'';
}

/// The next quote that the backslashes before it do not escape, where each quote that surrounds the text has
/// `level` of them: 0, 1 in a string of JSON, 3 in a string within that.
std::size_t unescapedQuote(std::string_view text, std::size_t from, char quote, std::size_t level) {
    const std::size_t period = 2 * (level + 1);
    std::size_t run = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (text[at] == quote && run % period != period - 1)
            return at;
        run = text[at] == '\\' ? run + 1 : 0;
    }
    return kNone;
}

/// Whether a text goes on as `pattern` does, as far as there is text.
enum class Follows : unsigned char { No, Maybe, Yes };
Follows follows(std::string_view text, std::string_view pattern) {
    return text.starts_with(pattern)   ? Follows::Yes
           : pattern.starts_with(text) ? Follows::Maybe
                                       : Follows::No;
}

/// How many characters behind a closing quote open the same value again: `'` of 'a''b', `\''` of 'a'\''b',
/// `"'"'` of 'a'"'"'b'. Maybe: the text is too short.
struct Reopening {
    std::size_t size = 0;
    bool isOpen = false;
};
Reopening reopening(std::string_view rest, char quote) {
    const char other = quote == '"' ? '\'' : '"';
    const char doubled[] = {quote}, escaped[] = {'\\', quote, quote}, nested[] = {other, quote, other, quote};
    Reopening found;
    for (const std::string_view pattern :
         {std::string_view(doubled, sizeof doubled), std::string_view(escaped, sizeof escaped),
          std::string_view(nested, sizeof nested)}) {
        const Follows answer = follows(rest, pattern);
        if (answer == Follows::Yes)
            return {pattern.size(), false};
        found.isOpen = found.isOpen || answer == Follows::Maybe;
    }
    return found;
}

bool isWordCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// Whether a word goes on with this character behind a quote: none that ends an item or closes a bracket, and
/// not "***", which replaced a secret.
bool continuesWord(char c) {
    return std::string_view(" \t\r\n\v\f,;:&|()[]{}<>\"'`\\=/*").find(c) == kNone;
}

std::size_t backslashesBefore(std::string_view text, std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && text[begin - 1] == '\\')
        --begin;
    return at - begin;
}

/// Behind 'a': what follows without a blank, as in 'a'b. Then its quotes belong to the value: without the
/// second one, the first would open another value.
ValueSpan withRestOfWord(std::string_view text, std::size_t open, ValueSpan value) {
    std::size_t end = value.behind;
    while (end < text.size() && isWordCharacter(text[end]))
        ++end;
    if (end == value.behind)
        return value;
    value.begin = open;
    value.end = value.behind = end;
    value.isOpen = end == text.size();
    return value;
}

/// Of b"X" and rb'X' of Python, L"X" of C, @"X" of C#: the letters in front of the quote; 0: none.
std::size_t prefixLetters(std::string_view text, std::size_t at) {
    constexpr std::string_view kLetters = "bBuUrRfFL@";
    constexpr std::size_t kMost = 2;
    std::size_t end = at;
    while (end < text.size() && end - at < kMost && kLetters.find(text[end]) != kNone)
        ++end;
    return end < text.size() && isQuote(text[end]) ? end - at : 0;
}

/// `X` of JavaScript and Go; with a blank it is a command of a shell.
bool isBacktickQuote(std::string_view text, std::size_t at) {
    if (text.substr(at + 1).starts_with("(not kept)`")) // replaced before
        return true;
    const std::size_t end = text.find_first_of(" \t`", at + 1);
    return end == kNone || (text[end] == '`' && end > at + 1);
}

} // namespace

std::size_t quotesAt(std::string_view text, std::size_t at) {
    constexpr std::size_t kMostBackslashes = 15; // of four documents within each other
    if (at < text.size() && text[at] == '`')
        return isBacktickQuote(text, at) ? 1 : 0;
    if (const std::size_t letters = prefixLetters(text, at); letters > 0)
        return letters + 1;
    if (at + 1 < text.size() && text[at] == '$' && isQuote(text[at + 1]))
        return 2;
    std::size_t quote = at;
    while (quote < text.size() && text[quote] == '\\' && quote - at < kMostBackslashes)
        ++quote;
    return quote < text.size() && isQuote(text[quote]) ? quote + 1 - at : 0;
}

std::size_t closingQuote(std::string_view text, std::size_t from, char quote) {
    return unescapedQuote(text, std::min(from, text.size()), quote, 0);
}

std::optional<ValueSpan> quotedValueAt(std::string_view text, std::size_t at) {
    const std::size_t size = quotesAt(text, at);
    if (size == 0)
        return std::nullopt;
    const char quote = text[at + size - 1];
    const std::size_t level = text[at] == '\\' ? size - 1 : 0;
    const ValueSpan unclosed{{at + size, text.size()}, text.size(), true};
    std::size_t close = unescapedQuote(text, at + size, quote, level);
    if (close == kNone) { // in a shell '\' escapes nothing in such quotes
        close = quote == '\'' && level == 0 ? text.find(quote, at + size) : kNone;
        return close == kNone ? unclosed : ValueSpan{{at + size, close}, close + 1, true};
    }
    if (level > 0) {
        const std::size_t run = std::min(backslashesBefore(text, close), level);
        return ValueSpan{{at + size, std::max(close - run, at + size)}, close + 1, false};
    }
    for (;;) {
        const Reopening more = reopening(text.substr(close + 1), quote);
        if (more.size == 0)
            return withRestOfWord(text, at, {{at + size, close}, close + 1, more.isOpen});
        const std::size_t next = unescapedQuote(text, close + 1 + more.size, quote, 0);
        if (next == kNone)
            return unclosed;
        close = next;
    }
}

ValueSpan valueAt(std::string_view text, std::size_t at, std::string_view ends) {
    if (const auto quoted = quotedValueAt(text, at))
        return *quoted;
    std::size_t end = at;
    while (true) {
        end = std::min(text.find_first_of(ends, end), text.size());
        const bool isBlank = end < text.size() && (text[end] == ' ' || text[end] == '\t');
        if (isBlank && end > at && backslashesBefore(text.substr(at), end - at) % 2 == 1) { // a\ b
            if (++end == text.size())
                return {{at, end - 1}, end - 1, true};
            continue;
        }
        if (end == text.size() || end == at || !isQuote(text[end]))
            return {{at, end}, end, end == text.size()};
        if (end + 1 == text.size())
            return {{at, end}, end, true};
        const bool isAfterEscape = text[end - 1] == '\\';
        if (!continuesWord(text[end + 1]) || (!isAfterEscape && !continuesWord(text[end - 1])))
            return {{at, end}, end, false};
        if (!isAfterEscape) { // a'b c'd: behind its closing quote
            const std::size_t close = unescapedQuote(text, end + 1, text[end], 0);
            if (close == kNone) // "it's", unless the quote is still to come
                return {{at, std::min(text.find_first_of(ends, end + 1), text.size())}, end, true};
            end = close;
        }
        ++end;
    }
}

} // namespace fabricscope
