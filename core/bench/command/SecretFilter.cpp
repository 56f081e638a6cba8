// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretFilter.h"

#include "core/bench/command/SecretScan.h"
#include "core/bench/command/SecretValues.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>
#include <utility>

namespace fabricscope::bench {

namespace {

/// Maximum length of a partial end marker in a key's line.
constexpr std::size_t kMostKeyMark = 16;

} // namespace

SecretFilter::SecretFilter(std::vector<std::string> values) : m_values(std::move(values)) {
    std::sort(m_values.begin(), m_values.end(), [](const std::string &a, const std::string &b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    m_values.erase(std::unique(m_values.begin(), m_values.end()), m_values.end());
}

std::string SecretFilter::feed(std::string_view bytes) {
    if (m_values.empty())
        return lines(bytes, false);
    m_held += bytes;
    return lines(withoutValues(false), false);
}

std::string SecretFilter::finish() {
    return lines(withoutValues(true), true);
}

std::string SecretFilter::all(std::string_view text) const {
    SecretFilter filter(m_values);
    std::string result = filter.feed(text);
    return result += filter.finish();
}

/// The text in m_held with values replaced; a possible beginning of a value stays there.
std::string SecretFilter::withoutValues(bool isEnd) {
    std::string out;
    std::size_t at = 0;
    const std::string_view text = m_held;
    // From this position on, the rest is the beginning of a value.
    std::size_t open = text.size();
    if (!isEnd)
        for (const std::string &value : m_values)
            for (std::size_t length =
                     std::min(value.size() - (value.size() < kMinSecretValue ? 0 : 1), text.size());
                 length > 0; --length)
                if (text.ends_with(std::string_view(value).substr(0, length))) {
                    open = std::min(open, text.size() - length);
                    break;
                }
    while (at < text.size()) {
        std::size_t found = std::string_view::npos, size = 0;
        for (const std::string &value : m_values) { // the longest of those at one position
            const std::size_t place = findValue(text, value, at, m_before, isEnd);
            if (place < found) {
                found = place;
                size = value.size();
            }
        }
        if (std::min(found, text.size()) >= open || found == std::string_view::npos)
            break;
        out += text.substr(at, found - at);
        out += kSecretPlaceholder;
        at = found + size;
    }
    const std::size_t end = std::max(at, open);
    out += text.substr(at, end - at);
    m_before = end == 0 ? m_before : text[end - 1];
    m_held.erase(0, end);
    return out;
}

/// The part of the line so far that was not returned yet.
std::string SecretFilter::given(bool isWhole) {
    const SecretScan scan = secretSpans(m_line, isWhole);
    const ReplacedText replaced = withoutSpans(m_line, scan);
    m_isKeyOpen = scan.isKeyOpen;
    const std::size_t before = std::min(std::exchange(m_given, replaced.settled), replaced.settled);
    return replaced.text.substr(before, replaced.settled - before);
}

/// An unfinished line: returned text is kept only as far as it may be the beginning of "--token value".
void SecretFilter::shorten() {
    constexpr std::size_t kBefore = 256;
    const std::size_t settled = secretSpans(m_line, false).settled;
    m_line.erase(0, settled - std::min(settled, kBefore));
    m_given = withoutSpans(m_line, secretSpans(m_line, false)).settled;
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
        m_key.open();
        m_isKeyGiven = isOverlong;
    }
    return out;
}

/// A line within a private key: the text up to its end is replaced. The rest is plain.
std::string SecretFilter::keyLine(bool isWhole) {
    const std::size_t end = findKeyEnd(m_line);
    const std::string_view body = std::string_view(m_line).substr(0, end);
    const bool isLong = end == std::string::npos && !isWhole && body.size() > kMaxHeld;
    if (end == std::string::npos && !isWhole && !isLong)
        return {};
    const bool isBlank = body.find_first_not_of(" \t") == std::string_view::npos;
    std::string out(isBlank || m_isKeyGiven ? std::string_view() : kSecretPlaceholder);
    m_isKeyGiven = isLong;
    if (isLong) {
        m_line.erase(0, m_line.size() - kMostKeyMark);
    } else if (end == std::string::npos) {
        m_key.add(body);
        m_line.clear();
    } else {
        m_key.close();
        m_line.erase(0, end);
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
        if (m_key.isOpen())
            out += keyLine(isWhole);
        if (!m_key.isOpen()) // it may have ended here
            out += plainLine(isWhole);
        if (isWhole) {
            m_line.clear();
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
