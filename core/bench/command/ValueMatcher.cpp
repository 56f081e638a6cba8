// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/ValueMatcher.h"

#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretValues.h"
#include "core/bench/command/SplitSecrets.h"

#include <algorithm>
#include <cstdint>

namespace fabricscope::bench {

namespace {

constexpr auto kNone = std::string_view::npos;
/// A shorter value is not looked for across lines: two words of a log may be one.
constexpr std::size_t kLeastOverLines = 8;
/// Of the pieces of a value; base64 is wrapped at 20 characters or more.
constexpr std::size_t kPiece = 16;
/// Of the prefix of a token, with the character before it.
constexpr std::size_t kLongestBeginning = 16;
constexpr std::size_t kMostPieces = std::size_t{1} << 16U;

/// Upper case, lower case, digits, others.
int kindOf(char c) {
    return c >= 'A' && c <= 'Z' ? 0 : c >= 'a' && c <= 'z' ? 1 : c >= '0' && c <= '9' ? 2 : 3;
}

/// Words and times change between kinds of characters less often.
bool isRandom(std::string_view piece) {
    constexpr int kLeastChanges = 6;
    int changes = 0;
    for (std::size_t i = 1; i < piece.size(); ++i)
        changes += kindOf(piece[i]) != kindOf(piece[i - 1]) ? 1 : 0;
    return changes >= kLeastChanges && piece.find_first_of(std::string_view("\0 \t", 3)) == kNone;
}

/// Behind a text that was cut off: "..." also behind a quote, or one character for it in UTF-8.
enum class CutMark : std::uint8_t { No, Maybe, Yes };
CutMark cutMarkAt(std::string_view text, bool isEnd) {
    for (const std::string_view mark :
         {"...", "\"...", "'...", "\\\"...", "\xE2\x80\xA6", "\"\xE2\x80\xA6", "'\xE2\x80\xA6"})
        if (text.starts_with(mark))
            return CutMark::Yes;
        else if (!isEnd && mark.starts_with(text))
            return CutMark::Maybe;
    return CutMark::No;
}

bool isBreak(char c) {
    return c == '\n' || c == '\r';
}

void sortUnique(std::vector<std::string> &values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Calls `take(begin, end, isLast)` for the characters of a match, each line separately, until it is false.
/// What may be the end of any line is left out, likewise an encoded first character: text is not held back
/// for it. `isAtBreak`: the last of these characters is followed by a line break.
template<class Take>
void forEachLine(const JoinedText &text, std::size_t first, std::size_t size, bool isAtBreak, Take take) {
    const std::size_t end = first + size;
    std::size_t begin = first + (text.isEncoded(first) ? 1 : 0);
    for (bool isFirst = true; begin < end; isFirst = false) {
        std::size_t next = begin;
        while (next < end && text.line(next) == text.line(begin))
            ++next;
        const bool hasBreak = next < end || isAtBreak;
        if ((!isFirst || !hasBreak || next - first > ValueMatcher::kMostBeforeBreak) &&
            !take(text.begin(begin), text.end(next - 1)))
            return;
        begin = next;
    }
}

/// Joins what overlaps, settles nothing within one line of a match, and keeps a match whole until its last
/// line is settled.
void finish(ValueMatches &found) {
    found.spans = joinedSpans(std::move(found.spans));
    for (auto span = found.spans.rbegin(); span != found.spans.rend(); ++span)
        if (span->begin < found.settled && found.settled < span->end)
            found.settled = span->begin;
    found.keep = std::min(found.keep, found.settled);
    for (const SecretSpan &match : found.matches)
        if (match.end > found.settled)
            found.keep = std::min(found.keep, match.begin);
}

} // namespace

ValueMatcher::ValueMatcher(std::vector<std::string> values) : m_values(std::move(values)) {
    sortUnique(m_values);
    std::erase_if(m_values, [](const std::string &value) { return value.empty(); });
    for (const std::string &value : m_values) {
        m_longest = std::max(m_longest, value.size());
        std::string joined(JoinedText(value, true, LineBreaks::Joined).view());
        std::string blankless = joined;
        std::erase(blankless, ' ');
        if (blankless.size() < joined.size() && blankless.size() >= kLeastOverLines)
            m_blankless.push_back(std::move(blankless));
        if (joined.size() >= kMinSecretValue)
            m_joined.push_back(std::move(joined));
    }
    sortUnique(m_joined);
    sortUnique(m_blankless);
    for (const std::string &value : m_joined)
        if (value.size() >= kPiece && m_sources.size() + value.size() < kMostPieces)
            (m_sources += value) += '\0';
    for (std::size_t at = 0; at + kPiece <= m_sources.size(); ++at)
        if (const auto piece = std::string_view(m_sources).substr(at, kPiece); isRandom(piece))
            m_pieces.insert(piece);
}

ValueMatches ValueMatcher::find(std::string_view text, char before, bool isEnd) const {
    ValueMatches found;
    found.settled = found.keep = text.size();
    findPlain(text, before, isEnd, found);
    findCutOff(text, isEnd, found);
    const JoinedText joined(text, isEnd, LineBreaks::Joined, isBreak(before));
    findJoined(joined, isEnd, found);
    if (!m_blankless.empty())
        findWithoutBlanks(joined, isEnd, found);
    findDumpedSecrets(isEnd ? DumpText(std::string(text) + '\n') : DumpText(text), text.size(), m_values,
                      isEnd, found);
    // The offset of a dump, with what precedes it.
    constexpr std::size_t kLongestLine = 100;
    const std::size_t line = text.rfind('\n') + 1; // npos + 1 is 0
    if (!isEnd && text.size() - line <= kLongestLine)
        found.keep = std::min(found.keep, line);
    findParts(joined, before, isEnd, found);
    if (joined.read() < text.size() && !joined.isAtBlank()) {
        // What may still be a label may be the beginning of a secret, too.
        ValueMatches more;
        more.settled = more.keep = text.size();
        findParts(JoinedText(text, true, LineBreaks::Joined, isBreak(before)), before, isEnd, more);
        for (const SecretSpan &span : more.spans)
            if (span.end > joined.read())
                more.settled = std::min(more.settled, span.begin);
        found.settled = std::min(found.settled, more.settled);
        found.keep = std::min(found.keep, more.keep);
    }
    if (const std::size_t size = joined.view().size(); size > 0 && !isEnd)
        found.keep = std::min(found.keep, joined.begin(size - std::min(size, kLongestBeginning)));
    // An encoded first character that is not complete is not held back, but needed.
    found.keep = std::min(found.keep, joined.read());
    finish(found);
    return found;
}

/// All but whole values.
void ValueMatcher::findParts(const JoinedText &text, char before, bool isEnd, ValueMatches &found) const {
    if (!m_pieces.empty()) {
        findPieces(text, found);
        findLastLines(text, isBreak(before), isEnd, found);
        if (!isEnd)
            openPiece(text, found);
    }
    findSplitTokens(text, before, isEnd, found);
    findEncodedSecrets(text, isEnd, found);
}

void ValueMatcher::findPlain(std::string_view text, char before, bool isEnd, ValueMatches &found) const {
    for (const std::string &value : m_values) {
        for (std::size_t at = 0; (at = findValue(text, value, at, before, isEnd)) != kNone; ++at)
            found.spans.push_back({at, at + value.size()});
        if (isEnd)
            continue;
        const std::size_t most = value.size() - (value.size() < kMinSecretValue ? 0 : 1);
        for (std::size_t length = std::min(most, text.size()); length > 0; --length)
            if (text.ends_with(std::string_view(value).substr(0, length))) {
                found.settled = std::min(found.settled, text.size() - length);
                break;
            }
    }
}

void ValueMatcher::findCutOff(std::string_view text, bool isEnd, ValueMatches &found) const {
    constexpr std::size_t kBeginning = 6; // fewer characters are any word's
    if (text.find_first_of("\"'") == kNone && text.find("..") == kNone && text.find('\xE2') == kNone &&
        (isEnd || !text.ends_with('.')))
        return;
    for (const std::string_view value : m_values)
        for (std::size_t at = value.size() <= kBeginning ? kNone : text.find(value.substr(0, kBeginning));
             at != kNone; at = text.find(value.substr(0, kBeginning), at + 1)) {
            const std::string_view rest = text.substr(at);
            const auto end = std::mismatch(rest.begin(), rest.end(), value.begin(), value.end()).first;
            const auto size = static_cast<std::size_t>(end - rest.begin());
            if (size == value.size())
                continue;
            const char quote = at == 0 ? ' ' : text[at - 1];
            const bool isQuoted =
                (quote == '"' || quote == '\'') && size < rest.size() && rest[size] == quote;
            const CutMark mark = cutMarkAt(rest.substr(size), isEnd);
            if (isQuoted || mark == CutMark::Yes)
                found.spans.push_back({at, at + size});
            else if (mark == CutMark::Maybe)
                found.settled = std::min(found.settled, at);
            if (mark == CutMark::Maybe)
                found.keep = std::min(found.keep, at - std::min<std::size_t>(at, 1));
        }
}

void ValueMatcher::findJoined(const JoinedText &text, bool isEnd, ValueMatches &found) const {
    const std::string_view view = text.view();
    const auto take = [&](std::size_t begin, std::size_t end) {
        found.spans.push_back({begin, end});
        return true;
    };
    for (const std::string &value : m_joined) {
        const bool mayContinue = value.size() >= kLeastOverLines;
        for (std::size_t at = 0; (at = view.find(value, at)) != kNone; ++at)
            if (mayContinue || text.line(at) == text.line(at + value.size() - 1)) {
                forEachLine(text, at, value.size(), false, take);
                found.matches.push_back({text.begin(at), text.end(at + value.size() - 1)});
            }
        for (std::size_t size = isEnd ? 0 : std::min(value.size() - 1, view.size()); size > 0; --size) {
            const std::size_t first = view.size() - size;
            if (view.back() == value[size - 1] && view.ends_with(std::string_view(value).substr(0, size)) &&
                (mayContinue || text.line(first) == text.lastLine())) {
                open(text, first, size, found);
                break;
            }
        }
    }
}

/// A passphrase that is broken at a blank: the break takes its place.
void ValueMatcher::findWithoutBlanks(const JoinedText &text, bool isEnd, ValueMatches &found) const {
    std::string view;
    std::vector<std::uint32_t> places; // in text.view()
    for (std::size_t at = 0; at < text.view().size(); ++at)
        if (text.view()[at] != ' ') {
            view += text.view()[at];
            places.push_back(static_cast<std::uint32_t>(at));
        }
    const auto take = [&](std::size_t begin, std::size_t end) {
        found.spans.push_back({begin, end});
        return true;
    };
    for (const std::string &value : m_blankless) {
        for (std::size_t at = 0; (at = view.find(value, at)) != kNone; ++at) {
            const std::size_t first = places[at], last = places[at + value.size() - 1];
            forEachLine(text, first, last + 1 - first, false, take);
            found.matches.push_back({text.begin(first), text.end(last)});
        }
        for (std::size_t size = isEnd ? 0 : std::min(value.size() - 1, view.size()); size > 0; --size)
            if (view.back() == value[size - 1] && view.ends_with(std::string_view(value).substr(0, size))) {
                const std::size_t first = places[view.size() - size];
                open(text, first, text.view().size() - first, found);
                break;
            }
    }
}

void ValueMatcher::findPieces(const JoinedText &text, ValueMatches &found) const {
    const std::string_view view = text.view();
    for (std::size_t at = 0; at + kPiece <= view.size(); ++at)
        if (text.line(at) == text.line(at + kPiece - 1) && m_pieces.contains(view.substr(at, kPiece)))
            forEachLine(text, at, kPiece, false, [&](std::size_t begin, std::size_t end) {
                found.spans.push_back({begin, end});
                return true;
            });
}

/// Lines that are the end of a value and nothing else: the last one of wrapped base64.
void ValueMatcher::findLastLines(const JoinedText &text, bool isLineStart, bool isEnd,
                                 ValueMatches &found) const {
    constexpr std::size_t kLeast = 6;
    const std::string_view view = text.view();
    for (std::size_t at = 0; at < view.size();) {
        std::size_t next = at;
        while (next < view.size() && text.line(next) == text.line(at))
            ++next;
        const bool isWhole = (at > 0 || isLineStart) && (isEnd || text.line(at) < text.lastLine());
        const std::string_view line = view.substr(at, next - at);
        if (isWhole && line.size() >= kLeast && line.size() < kPiece &&
            line.find_first_not_of("0123456789.") != kNone &&
            m_sources.find(std::string(line) + '\0') != std::string::npos)
            found.spans.push_back({text.begin(at), text.end(next - 1)});
        at = next;
    }
}

/// The last characters may begin a piece.
void ValueMatcher::openPiece(const JoinedText &text, ValueMatches &found) const {
    const std::string_view view = text.view();
    for (std::size_t size = text.isAtBlank() ? 0 : std::min(kPiece - 1, view.size()); size > 0; --size)
        if (text.line(view.size() - size) == text.lastLine() &&
            m_sources.find(view.substr(view.size() - size)) != std::string::npos)
            return open(text, view.size() - size, size, found);
}

/// The end of the text may be the beginning of a value.
void ValueMatcher::open(const JoinedText &text, std::size_t first, std::size_t size,
                        ValueMatches &found) const {
    const bool isAtBreak = text.isAtBlank() || text.line(first + size - 1) != text.lastLine();
    std::size_t settled = text.isAtBlank() ? found.settled : text.read();
    forEachLine(text, first, size, isAtBreak, [&](std::size_t begin, std::size_t) {
        settled = begin;
        return false;
    });
    found.settled = std::min(found.settled, settled);
    found.keep = std::min(found.keep, text.begin(first));
}

} // namespace fabricscope::bench
