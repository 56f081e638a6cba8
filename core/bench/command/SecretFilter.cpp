// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretFilter.h"

#include "core/bench/command/SecretWords.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fabricscope::bench {

namespace {

/// Maximum length of a partial end marker in a key's line.
constexpr std::size_t kMostKeyMark = 16;

/// "HF_TOKEN", "WANDB_KEY", "fs.s3a.secret.key"; not "key", "session" alone.
bool isNameOfSecret(std::string_view name) {
    const bool isVariable = name.find_first_of("_.-") != std::string_view::npos;
    return isSecretEntry(name) || (isVariable && isSecretName(name));
}

} // namespace

SecretFilter::SecretFilter(std::vector<std::string> values)
    : m_values(std::make_shared<ValueMatcher>(std::move(values)))
    , m_named(isNameOfSecret, isHarmlessEntry)
    , m_unnamed(isNameOfSecret, isHarmlessEntry, kSecretPlaceholder) {}

std::string SecretFilter::feed(std::string_view bytes) {
    std::string out;
    constexpr std::size_t kPiece = kMaxHeld / 4;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPiece))) {
        m_held += bytes.substr(0, kPiece);
        out += withoutValues(false);
    }
    return m_unnamed.feed(lines(out, false));
}

std::string SecretFilter::finish() {
    std::string last = m_unnamed.feed(lines(withoutValues(true), true));
    return last += m_unnamed.finish();
}

std::string SecretFilter::all(std::string_view text) const {
    SecretFilter filter;
    filter.m_values = m_values;
    std::string result = filter.feed(text);
    return result += filter.finish();
}

/// The text in m_held with values replaced; what may be the beginning of a value stays there.
std::string SecretFilter::withoutValues(bool isEnd) {
    std::string out;
    const std::string_view text = m_held;
    ValueMatches found = m_values->find(text, m_before, isEnd);
    // Endless escape sequences within a value.
    if (text.size() > kMaxHeld / 2 + 2 * m_values->longest())
        found.settled = found.keep = text.size();
    std::size_t at = m_passed;
    for (const SecretSpan &span : found.spans) {
        if (span.begin >= found.settled)
            break;
        if (span.end <= at)
            continue;
        out += text.substr(at, std::max(span.begin, at) - at);
        out += kSecretPlaceholder;
        at = span.end;
    }
    const std::size_t settled = std::max(at, found.settled);
    out += text.substr(at, settled - at);
    const std::size_t keep = std::min(found.keep, settled);
    m_before = keep == 0 ? m_before : text[keep - 1];
    m_passed = settled - keep;
    m_held.erase(0, keep);
    return out;
}

SecretScan SecretFilter::scanned(bool isWhole) const {
    SecretScan scan = secretSpans(m_line, isWhole);
    std::vector<SecretSpan> spans;
    if (isWhole) {
        spans = m_named.inWhole(m_line);
    } else {
        NamedSecrets::Found named = m_named.in(m_line);
        scan.settled = std::min(scan.settled, named.settled);
        spans = std::move(named.spans);
    }
    if (spans.empty())
        return scan;
    scan.spans.insert(scan.spans.end(), spans.begin(), spans.end());
    scan.spans = joinedSpans(std::move(scan.spans));
    return scan;
}

/// The part of the line so far that was not returned yet.
std::string SecretFilter::given(bool isWhole) {
    const SecretScan scan = scanned(isWhole);
    const ReplacedText replaced = withoutSpans(m_line, scan);
    m_isKeyOpen = scan.isKeyOpen;
    const std::size_t before = std::min(std::exchange(m_given, replaced.settled), replaced.settled);
    return replaced.text.substr(before, replaced.settled - before);
}

/// An unfinished line: returned text is kept only as far as it may be the beginning of "--token value".
void SecretFilter::shorten() {
    constexpr std::size_t kBefore = 256;
    const std::size_t settled = scanned(false).settled;
    m_line.erase(0, settled - std::min(settled, kBefore));
    m_given = withoutSpans(m_line, scanned(false)).settled;
}

/// A line that is not within a private key.
std::string SecretFilter::plainLine(bool isWhole) {
    std::string out = given(isWhole);
    if (!isWhole && m_line.size() > kMaxHeld)
        shorten();
    const bool isOverlong = m_isOverlong || (!isWhole && m_line.size() > 2 * kMaxHeld);
    if (isOverlong && !m_line.empty()) { // one value of that length
        out += kSecretPlaceholder;
        m_line.erase(0, m_isKeyOpen ? m_line.size() - kMostKeyMark : m_line.size());
        m_given = 0;
    }
    m_isOverlong = isOverlong && !m_isKeyOpen;
    if (m_isKeyOpen && (isWhole || isOverlong)) {
        m_keys.open(m_source.key.empty() && m_source.wordKey.empty() ? lineSourceOf(m_line) : m_source);
        m_isKeyGiven = isOverlong;
        m_lineKind = LineKind::Key;
        m_keyLine = {0, m_source.key};
    }
    return out;
}

/// Whether the line continues a private key. Until that is decided, the line is held.
bool SecretFilter::isOfKey(bool isWhole) {
    if (m_lineKind != LineKind::Undecided)
        return m_lineKind == LineKind::Key;
    const bool isDecided = isWhole || !m_keys.isOpen() || m_line.size() > kMaxHeld;
    if (!isDecided)
        return true;
    const std::optional<PrivateKeys::Line> line = m_keys.isOpen() ? m_keys.lineOf(m_line) : std::nullopt;
    m_lineKind = line ? LineKind::Key : LineKind::Plain;
    if (line) {
        m_keyLine = *line;
        m_source = lineSourceOf(m_line);
    }
    return line.has_value();
}

/// A line within a private key: the text up to its end is replaced. The rest is plain.
std::string SecretFilter::keyLine(bool isWhole) {
    if (m_lineKind == LineKind::Undecided)
        return {};
    const std::size_t begin = m_keyLine.begin;
    const std::size_t end = findKeyEnd(m_line, begin);
    const std::string_view body = std::string_view(m_line).substr(begin, end - begin);
    const bool isLong = end == std::string::npos && !isWhole && body.size() > kMaxHeld;
    if (end == std::string::npos && !isWhole && !isLong)
        return {};
    const bool isBlank = body.find_first_not_of(" \t") == std::string_view::npos;
    std::string out = m_line.substr(0, begin);
    out += isBlank || m_isKeyGiven ? std::string_view() : kSecretPlaceholder;
    m_isKeyGiven = isLong;
    m_keyLine.begin = 0;
    if (isLong) {
        m_line.erase(0, m_line.size() - kMostKeyMark);
    } else if (end == std::string::npos) {
        m_keys.add(m_keyLine, body);
        m_line.clear();
    } else {
        m_keys.close(m_keyLine);
        m_line.erase(0, end);
        m_lineKind = LineKind::Plain;
    }
    return out;
}

/// Line by line; of the unfinished last line, only what can no longer become a secret.
std::string SecretFilter::lines(std::string_view bytes, bool isEnd) {
    std::string out;
    while (true) {
        if (m_isOverlong) {
            bytes.remove_prefix(std::min(bytes.find_first_of(" \t\r\n"), bytes.size()));
            m_isOverlong = bytes.empty();
        }
        // In pieces, so that no line is longer than the limit.
        const std::string_view piece = bytes.substr(0, kMaxHeld);
        const std::size_t feed = piece.find_first_of("\r\n");
        const bool hasEnd = feed != std::string_view::npos;
        m_line += piece.substr(0, feed);
        bytes.remove_prefix(hasEnd ? feed : piece.size());
        const bool isWhole = hasEnd || (isEnd && bytes.empty());
        if (isOfKey(isWhole))
            out += keyLine(isWhole);
        if (!isOfKey(isWhole)) // it may have ended here
            out += plainLine(isWhole);
        if (isWhole) {
            if (m_lineKind != LineKind::Key)
                m_named.add(m_line);
            m_line.clear();
            m_source = {};
            m_lineKind = LineKind::Undecided;
            m_given = 0;
            m_isKeyGiven = false;
        }
        if (hasEnd) {
            out += bytes.front();
            bytes.remove_prefix(1);
        }
        if (bytes.empty())
            return out;
    }
}

} // namespace fabricscope::bench
