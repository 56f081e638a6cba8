// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SplitSecrets.h"

#include "core/base/KnownTokens.h"
#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretValues.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kLongestHeld = 4096;
constexpr std::size_t kLeastWrapped = 20; ///< digits of base64 in a line that is not the last

/// The place that must be kept to find what is at this one again, with the character before it.
std::size_t keptFor(const JoinedText &text, std::size_t at) {
    return text.begin(at - std::min<std::size_t>(at, 1));
}

/// Marks each line of a match; it is recognized from `first` on.
void take(const JoinedText &text, std::size_t first, std::size_t begin, std::size_t end,
          ValueMatches &found) {
    found.matches.push_back({keptFor(text, first), text.end(end - 1)});
    while (begin < end) {
        std::size_t next = begin;
        while (next < end && text.line(next) == text.line(begin))
            ++next;
        found.spans.push_back({text.begin(begin), text.end(next - 1)});
        begin = next;
    }
}

/// Where the line of a character ends in view(), up to a limit.
std::size_t endOfLine(const JoinedText &text, std::size_t at, std::size_t limit) {
    const std::size_t line = text.line(at);
    while (at < limit && text.line(at) == line)
        ++at;
    return at;
}

/// What follows a complete token is a word of its own, unless it has digits and letters as a token has.
bool continuesToken(std::string_view rest) {
    constexpr std::size_t kLeast = 4;
    constexpr std::string_view kDigits = "0123456789";
    return rest.size() >= kLeast && rest.find_first_of(kDigits) != std::string_view::npos &&
           rest.find_first_not_of(kDigits) != std::string_view::npos;
}

/// A piece of a token has capitals, small letters and digits, two of the three at least; a row's first number
/// and a word ("done") have one.
bool isMixed(std::string_view piece) {
    constexpr std::string_view kKinds[] = {"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz",
                                           "0123456789"};
    return std::count_if(std::begin(kKinds), std::end(kKinds), [&](std::string_view kind) {
               return piece.find_first_of(kind) != std::string_view::npos;
           }) > 1;
}

/// The end of a token that continues on at most two more lines, so that lines are not held back for long.
std::size_t endOfToken(const JoinedText &text, std::size_t at, std::size_t end) {
    constexpr int kMostLines = 3;
    const std::string_view view = text.view();
    std::size_t line = endOfLine(text, at, end);
    for (int i = 1; i < kMostLines && line < end; ++i) {
        const std::size_t next = endOfLine(text, line, end);
        const std::string_view piece = view.substr(line, next - line);
        const bool isPiece = continuesToken(piece);
        if (!isPiece && (!isMixed(piece) || knownTokenAt(view.substr(0, line), at).isLong))
            break;
        line = next;
        if (!isPiece) // no third line behind a plain word
            break;
    }
    return line;
}

/// Whether an open token may go on on the second line or the third: `second` is where the second one begins.
bool mayContinue(const JoinedText &text, std::size_t second, std::size_t end) {
    const std::size_t first = second == 0 ? 0 : text.line(second - 1);
    if (text.lastLine() <= first + 1)
        return true;
    const std::size_t third = endOfLine(text, second, end);
    return text.lastLine() == first + 2 && continuesToken(text.view().substr(second, third - second));
}

int valueOf(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

bool isOfText(unsigned char byte) {
    return (byte >= ' ' && byte < 0x7F) || byte == '\n' || byte == '\t' || byte == '\r';
}

/// Whether the line that begins here may continue base64: digits alone, and whole groups of them if it is
/// complete.
bool isLineOfDigits(const JoinedText &text, std::size_t begin) {
    constexpr std::size_t kGroup = 4;
    const std::string_view view = text.view();
    std::size_t end = begin;
    while (end < view.size() && text.line(end) == text.line(begin) &&
           (valueOf(view[end]) >= 0 || view[end] == '='))
        ++end;
    if (end == view.size() && !text.isAtBreak(begin))
        return true;
    return (end == view.size() || text.line(end) != text.line(begin)) && (end - begin) % kGroup == 0;
}

/// The text that base64 encodes, as far as it is one, and the digits that were read.
struct Decoded {
    std::string text;
    std::size_t end = 0;
    bool isOpen = false; ///< only digits follow up to the end
};

/// It continues on the next line only behind a line that is long enough to be wrapped.
Decoded decode(const JoinedText &joined, std::size_t begin) {
    const std::string_view view = joined.view();
    std::size_t lineBegin = begin;
    Decoded decoded;
    unsigned bits = 0;
    int count = 0;
    std::size_t at = begin;
    for (; at < view.size() && at - begin <= kLongestHeld; ++at) {
        const int value = valueOf(view[at]);
        if (joined.line(at) != joined.line(lineBegin)) {
            if (at - lineBegin < kLeastWrapped || !isLineOfDigits(joined, at))
                break;
            lineBegin = at;
        }
        if (value < 0)
            break;
        bits = (bits << 6U | static_cast<unsigned>(value)) & 0xFFFU;
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        const auto byte = static_cast<unsigned char>(bits >> static_cast<unsigned>(count) & 0xFFU);
        if (!isOfText(byte))
            break;
        decoded.text += static_cast<char>(byte);
    }
    const bool isWrapped = at == view.size() && at - lineBegin >= kLeastWrapped;
    while (at < view.size() && view[at] == '=')
        ++at;
    decoded.isOpen = isWrapped || (at == view.size() && !joined.isAtBreak(at - 1));
    decoded.end = at;
    return decoded;
}

} // namespace

void findSplitTokens(const JoinedText &text, char before, bool isEnd, ValueMatches &found) {
    const std::string_view view = text.view();
    for (std::size_t at = 0; at < view.size(); ++at) {
        KnownToken token = knownTokenAt(view, at);
        if (token.secret == 0 || text.line(at) != text.line(token.secret - 1) ||
            (at == 0 && isWordChar(before)))
            continue;
        const std::size_t line = endOfLine(text, at, token.end);
        const bool isOpen = token.isOpen && !isEnd && mayContinue(text, line, token.end) &&
                            token.end - token.secret <= kLongestHeld;
        if (const std::size_t end = isOpen ? token.end : endOfToken(text, at, token.end); end < token.end)
            token = knownTokenAt(view.substr(0, end), at);
        if (isOpen)
            found.keep = std::min(found.keep, keptFor(text, at));
        if (line <= token.secret) // it has no beginning on this line
            continue;
        if (isOpen)
            found.settled = std::min(found.settled, text.begin(token.secret));
        if (isOpen || line == token.end)
            continue;
        const bool isWhole = knownTokenAt(view.substr(0, line), at).isLong;
        const std::size_t from = isWhole ? line : token.secret;
        if (token.isLong && continuesToken(view.substr(from, token.end - from)))
            take(text, at, token.secret, token.end, found);
    }
}

void findEncodedSecrets(const JoinedText &text, bool isEnd, ValueMatches &found) {
    constexpr std::size_t kFree = 4; // the first digits, which any word may have
    const std::string_view view = text.view();
    for (std::size_t at = 0; at < view.size(); ++at) {
        const bool begins = at == 0 || valueOf(view[at - 1]) < 0 || text.line(at) != text.line(at - 1);
        if (!begins || valueOf(view[at]) < 0)
            continue;
        const Decoded decoded = decode(text, at);
        const std::size_t line = endOfLine(text, at, decoded.end), size = decoded.end - at;
        const bool isBroken = line < decoded.end || text.isAtBreak(at);
        if (isBroken && line - at < kLeastWrapped)
            continue;
        if (decoded.isOpen && !isEnd && size <= kLongestHeld) {
            found.keep = std::min(found.keep, keptFor(text, at));
            if (size > kFree)
                found.settled = std::min(found.settled, text.begin(at + kFree));
        } else if (size >= kLeastWrapped && !secretSpans(decoded.text, true).spans.empty()) {
            take(text, at, at + kFree, decoded.end, found);
        }
        at = decoded.end - 1;
    }
}

namespace {

/// The first bytes may be the end of any text and are not held back for more of it.
void takeDumped(const DumpText &text, std::size_t begin, std::size_t end, ValueMatches &found) {
    for (const SecretSpan &span : text.spans(std::min(begin + ValueMatcher::kMostBeforeBreak, end), end))
        found.spans.push_back(span);
}

void findDumpedValues(const DumpText &text, const DumpText::Block &block, const std::string &value,
                      bool isEnd, ValueMatches &found) {
    const std::string_view bytes = text.bytes().substr(block.begin, block.end - block.begin);
    for (std::size_t at = 0; (at = bytes.find(value, at)) != std::string_view::npos; ++at)
        takeDumped(text, block.begin + at, block.begin + at + value.size(), found);
    if (isEnd || !block.isLast)
        return;
    for (std::size_t size = std::min(value.size() - 1, bytes.size()); size > ValueMatcher::kMostBeforeBreak;
         --size)
        if (bytes.ends_with(std::string_view(value).substr(0, size))) {
            found.settled =
                std::min(found.settled, text.begin(block.end - size + ValueMatcher::kMostBeforeBreak));
            break;
        }
}

void findDumpedLines(const DumpText &text, const DumpText::Block &block, bool isEnd, ValueMatches &found) {
    for (std::size_t begin = block.begin; begin < block.end;) {
        const std::string_view rest = text.bytes().substr(begin, block.end - begin);
        const std::size_t feed = rest.find('\n');
        const bool isWhole = feed != std::string_view::npos || isEnd || !block.isLast;
        const std::string_view line = rest.substr(0, feed);
        const SecretScan scan = secretSpans(line, isWhole);
        for (const SecretSpan &span : scan.spans)
            takeDumped(text, begin + span.begin, begin + span.end, found);
        if (!isWhole && scan.settled < line.size())
            found.settled = std::min(found.settled, text.begin(begin + scan.settled));
        begin += std::min(line.size() + 1, rest.size());
    }
}

} // namespace

void findDumpedSecrets(const DumpText &text, std::size_t textSize, const std::vector<std::string> &values,
                       bool isEnd, ValueMatches &found) {
    constexpr std::size_t kMostKept = 1024, kLine = 64;
    std::size_t longest = kLine;
    for (const std::string &value : values)
        longest = std::max(longest, value.size());
    const std::size_t first = found.spans.size();
    for (const DumpText::Block &block : text.blocks()) {
        for (const std::string &value : values)
            if (value.size() >= kMinSecretValue)
                findDumpedValues(text, block, value, isEnd, found);
        findDumpedLines(text, block, isEnd, found);
        if (!isEnd && block.isLast) {
            const std::size_t kept = std::min({longest + kLine, kMostKept, block.end - block.begin});
            found.keep = std::min(found.keep, text.lineBegin(block.end - kept));
        }
    }
    if (!isEnd)
        found.settled = std::min(found.settled, text.openAt());
    // Characters that are not complete yet.
    for (std::size_t i = first; i < found.spans.size() && !isEnd; ++i)
        if (found.spans[i].end == textSize)
            found.settled = std::min(found.settled, found.spans[i].begin);
}

} // namespace fabricscope::bench
