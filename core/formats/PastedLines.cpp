// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/PastedLines.h"

#include "core/base/TerminalText.h"
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/files/LineScan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kTab = 8;

/// Removes a line and its line end from the front. `ended`: there was a line end.
std::string_view takeLine(std::string_view &rest, bool hasReturns, bool &ended) {
    const char *const behind = rest.data() + rest.size();
    auto end = static_cast<std::size_t>(lineEnd(rest.data(), behind) - rest.data());
    if (hasReturns)
        end = std::min(rest.substr(0, end).find('\r'), end);
    ended = end != rest.size();
    const std::string_view line = rest.substr(0, end);
    if (!ended) {
        rest = {};
        return line;
    }
    if (!hasReturns) {
        rest.remove_prefix(end + 1);
        return line;
    }
    auto next = end;
    while (next < rest.size() && rest[next] == '\r')
        ++next;
    if (next < rest.size() && rest[next] == '\n')
        ++next;
    else
        next = end + 1; // CR alone
    rest.remove_prefix(next);
    return line;
}

/// "> > ": the quote marks of mails.
std::string_view withoutQuotes(std::string_view line) {
    while (!line.empty() && line[0] == '>') {
        line.remove_prefix(1);
        if (line.size() > 1 && line[0] == ' ' && line[1] == '>')
            line.remove_prefix(1);
    }
    if (!line.empty() && line[0] == ' ')
        line.remove_prefix(1);
    return line;
}

constexpr bool isUnclean(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\xC2' || c == '\xE2';
}

/// Also behind a CR.
bool beginsSomeLine(std::string_view text, char character) {
    for (auto at = text.find(character); at != std::string_view::npos; at = text.find(character, at + 1))
        if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r')
            return true;
    return false;
}

bool needsCleaning(std::string_view line) {
    return !isPlainAscii(line) && std::any_of(line.begin(), line.end(), isUnclean);
}

} // namespace

bool mayNeedCleaning(std::string_view text) {
    const char *at = text.data();
    const char *const end = at + text.size();
#ifdef __SSE2__
    constexpr int kBlock = sizeof(__m128i), kBlocks = 4;
    const auto is = [](__m128i bytes, char character) {
        return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(character));
    };
    // Nearly all of most texts is printable characters and line feeds.
    const auto isPrinted = [&](const char *place) {
        __m128i irregular = _mm_setzero_si128();
        for (int block = 0; block < kBlocks; ++block) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(place + block * kBlock));
            const __m128i isLow = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)); // or no ASCII
            irregular = _mm_or_si128(irregular, _mm_andnot_si128(is(bytes, '\n'), isLow));
        }
        return _mm_movemask_epi8(irregular) == 0;
    };
    __m128i bad = _mm_setzero_si128(), all = bad;
    while (end - at >= kBlock) {
        if (end - at >= kBlocks * kBlock && isPrinted(at)) {
            at += kBlocks * kBlock;
            continue;
        }
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        const __m128i isControl = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
        const __m128i isUsual = _mm_or_si128(is(bytes, '\t'), _mm_or_si128(is(bytes, '\n'), is(bytes, '\r')));
        bad = _mm_or_si128(bad, _mm_andnot_si128(isUsual, isControl));
        all = _mm_or_si128(all, bytes);
        at += kBlock;
    }
    if (_mm_movemask_epi8(_mm_or_si128(bad, all)) != 0) // what is no ASCII may be one of the blanks
        return true;
#endif
    return std::any_of(at, end, [](char c) { return c != '\n' && c != '\r' && isUnclean(c); });
}

PastedLines::PastedLines(std::string_view bytes, bool damaged, Widths widths)
    : m_rest(bytes), m_damaged(damaged) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (m_rest.substr(0, kByteOrderMark.size()) == kByteOrderMark)
        m_rest.remove_prefix(kByteOrderMark.size());
    m_hasReturns = m_rest.find('\r') != std::string_view::npos;
    m_mayNeedCleaning = mayNeedCleaning(m_rest);
    if (widths == Widths::Detected || beginsSomeLine(m_rest, '>'))
        look();
}

void PastedLines::skipTo(const char *place) {
    const auto before = static_cast<std::size_t>(place - m_rest.data());
    const void *const feed = before == 0 ? nullptr : memrchr(m_rest.data(), '\n', before);
    const std::size_t begin =
        feed ? static_cast<std::size_t>(static_cast<const char *>(feed) + 1 - m_rest.data()) : 0;
    m_rest.remove_prefix(before == m_rest.size() ? before : begin);
}

// Properties of the whole text, determined at the start: whether it is quoted in a mail, and whether lines
// end at a terminal's width.
void PastedLines::look() {
    constexpr std::size_t kEnough = std::size_t{256} << 10;
    constexpr std::size_t kNarrowest = 40, kWidest = 512; // columns of a terminal
    constexpr std::size_t kMargin = 8;
    constexpr std::size_t kSome = 3;
    std::size_t lines = 0, quoted = 0, widest = 0;
    bool ended = false;
    std::array<std::uint32_t, kWidest + 1> ofWidth{}; // how many lines
    std::array<std::string_view, kSome> full;         // different lines of the widest width
    std::size_t fullLines = 0;
    for (std::string_view rest = m_rest.substr(0, kEnough); !rest.empty();) {
        const std::string_view line = takeLine(rest, m_hasReturns, ended);
        if (line.empty())
            continue;
        ++lines;
        quoted += line[0] == '>' ? 1 : 0;
        ++ofWidth[std::min(line.size(), kWidest)];
        if (line.size() > widest) {
            widest = line.size();
            fullLines = 0;
        }
        const auto end = full.begin() + static_cast<std::ptrdiff_t>(fullLines);
        if (line.size() == widest && fullLines < full.size() && std::find(full.begin(), end, line) == end)
            full[fullLines++] = line;
    }
    m_quoted = quoted * 2 > lines;
    if (fullLines < kSome || widest < kNarrowest || widest >= kWidest)
        return;
    // A terminal fills its lines; a mail wraps at the last blank, at varying columns, and never this late.
    constexpr std::size_t kWidestMail = 90;
    const auto *at = ofWidth.data() + widest;
    if (widest > kWidestMail || std::accumulate(at - kMargin, at, 0U) < *at)
        m_terminalWidth = widest;
}

bool PastedLines::next() {
    if (m_rest.empty())
        return false;
    m_line.afterFullLine = m_lastWasFull;
    const std::string_view raw = takeLine(m_rest, m_hasReturns, m_endSeen);
    if (m_damaged && !m_endSeen)
        return false;
    m_lastWasFull = m_terminalWidth != 0 && raw.size() == m_terminalWidth && !isBlank(raw.back());
    m_line.source = raw;
    clean(m_quoted ? withoutQuotes(raw) : raw);
    return true;
}

void PastedLines::clean(std::string_view raw) {
    if (m_mayNeedCleaning && needsCleaning(raw)) {
        m_buffer.clear();
        appendShown(raw, m_buffer, kLongest);
        raw = m_buffer;
    }
    m_line.indent = 0;
    std::size_t at = 0;
    for (; at < raw.size() && isBlank(raw[at]); ++at)
        m_line.indent = raw[at] == ' ' ? m_line.indent + 1 : (m_line.indent / kTab + 1) * kTab;
    raw.remove_prefix(at);
    while (!raw.empty() && isBlank(raw.back()))
        raw.remove_suffix(1);
    m_line.text = raw;
}

bool isPrompt(std::string_view line) {
    const bool bare = !line.empty() && (line.back() == '#' || line.back() == '$' || line.back() == '%') &&
                      line.find('@') != std::string_view::npos && line.find("  ") == std::string_view::npos;
    return bare || !withoutPrompt(line).empty();
}

std::string_view withoutPrompt(std::string_view line) {
    // USER@HOST:DIR# COMMAND, [USER@HOST DIR]$ COMMAND, or the sign alone.
    const auto *const at =
        std::find_if(line.begin(), line.end(), [](char c) { return c == '#' || c == '$' || c == '%'; });
    const auto sign = static_cast<std::size_t>(at - line.begin());
    if (sign + 1 >= line.size() || line[sign + 1] != ' ')
        return {};
    const std::string_view prompt = line.substr(0, sign);
    const bool named =
        prompt.find('@') != std::string_view::npos && prompt.find("  ") == std::string_view::npos;
    if (!prompt.empty() && !named)
        return {};
    const auto command = line.find_first_not_of(' ', sign + 1);
    return command == std::string_view::npos ? std::string_view{} : line.substr(command);
}

} // namespace fabricscope::formats
