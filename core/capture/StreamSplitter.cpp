// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/StreamSplitter.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/base/Units.h"
#include "core/capture/ConfigText.h"
#include "core/capture/Secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::capture {

namespace {

constexpr std::string_view kMark = "@@fabricscope ";
/// Frame lines are shorter; a longer line is content.
constexpr std::size_t kLongestFrame = 8192;
constexpr std::size_t kLongestNonce = 128;
constexpr std::size_t kLastLine = 512;
constexpr std::size_t kMaxNotes = 1000;

} // namespace

StreamSplitter::StreamSplitter(std::string nonce, Part part, Events events, Limits limits)
    : m_anyNonce(nonce.empty())
    , m_nonce(std::move(nonce))
    , m_part(part)
    , m_events(std::move(events))
    , m_limits(limits) {}

std::string_view StreamSplitter::openSection() const {
    if (!m_isOpen)
        return {};
    return m_batch.empty() ? std::string_view(m_open.name) : m_batch.nameOf(m_lastLine);
}

namespace {

/// Up to and including the first line feed.
std::string_view takePiece(std::string_view &bytes) {
    const auto end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    bytes.remove_prefix(piece.size());
    return piece;
}

} // namespace

void StreamSplitter::feed(std::string_view bytes, std::int64_t nowMs) {
    while (!bytes.empty())
        feedPiece(takePiece(bytes), nowMs);
}

void StreamSplitter::feedPart(std::string_view &bytes, std::int64_t nowMs) {
    while (!bytes.empty()) {
        feedPiece(takePiece(bytes), nowMs);
        if (m_done)
            return;
    }
}

void StreamSplitter::feedPiece(std::string_view piece, std::int64_t nowMs) {
    const bool terminated = piece.back() == '\n';
    if (m_passing) {
        append(piece);
        m_passing = !terminated;
    } else if (m_pending.empty()) {
        line(piece, terminated, nowMs);
    } else if (m_pending.size() + piece.size() > kLongestFrame) {
        append(std::exchange(m_pending, {}));
        append(piece);
        m_passing = !terminated;
    } else {
        const std::string whole = std::exchange(m_pending, {}) + std::string(piece);
        line(whole, terminated, nowMs);
    }
}

// A line from its first column, with its line feed; not terminated if more of it will follow.
void StreamSplitter::line(std::string_view line, bool terminated, std::int64_t nowMs) {
    const std::size_t compared = std::min(line.size(), kMark.size());
    const bool marked = line.substr(0, compared) == kMark.substr(0, compared) && line.size() <= kLongestFrame;
    if (marked && !terminated) {
        m_pending = line;
        return;
    }
    if (marked && frame(line.substr(compared), nowMs))
        return;
    append(line);
    m_passing = !terminated;
}

// The text after the mark. False: not a frame of this stream, so content.
bool StreamSplitter::frame(std::string_view line, std::int64_t nowMs) {
    line.remove_suffix(1);
    const bool terminal = !line.empty() && line.back() == '\r';
    if (terminal)
        line.remove_suffix(1);
    const std::string_view nonce = takeUntil(line, ' ');
    const std::string_view verb = takeUntil(line, ' ');
    if (m_nonce.empty() && m_anyNonce && verb == "begin" && !nonce.empty() && nonce.size() <= kLongestNonce)
        m_nonce = nonce;
    if (nonce != m_nonce || m_nonce.empty())
        return false;
    if (verb == "begin") {
        closeSection(Damage::Truncated, "the script restarted inside it", nowMs);
        m_terminal = terminal;
        beginPart(line);
        return true;
    }
    if (!m_begun || m_done)
        return true;
    if (verb == "section") {
        closeSection(Damage::Truncated, "the next section started before its end", nowMs);
        openSection(line, nowMs);
    } else if (verb == "gather") {
        if (m_isOpen)
            m_batch.add(line, m_part, nowMs);
    } else if (verb == "end") {
        if (m_isOpen) {
            m_open.exitStatus = parseInteger<int>(line);
            if (!m_bytes.empty() && m_bytes.back() == '\n')
                m_bytes.pop_back();
        }
        closeSection(Damage::None, {}, nowMs);
    } else if (verb == "note") {
        note(line);
    } else if (verb == "done") {
        closeSection(Damage::Truncated, "the script ended inside it", nowMs);
        m_done = true;
        if (m_events.done)
            m_events.done();
    }
    return true;
}

void StreamSplitter::beginPart(std::string_view rest) {
    const auto part = partFromString(takeUntil(rest, ' '));
    if (part && (m_anyNonce || std::find(m_parts.begin(), m_parts.end(), *part) != m_parts.end()))
        m_part = *part;
    m_begun = true;
    m_done = false;
}

void StreamSplitter::openSection(std::string_view rest, std::int64_t nowMs) {
    m_packed = !rest.empty() && rest[0] == '+';
    if (m_packed)
        rest.remove_prefix(1);
    m_open = {};
    m_open.name = cleanSectionName(takeUntil(rest, ' '));
    m_open.origin = HostText(rest).plain();
    m_open.part = m_part;
    m_open.startedMs = nowMs;
    m_isOpen = true;
    m_overflow = false;
    m_bytes.clear();
    m_batch.clear();
    m_line.clear();
    m_lastLine.clear();
}

// Appends a piece of a line to the open section.
void StreamSplitter::append(std::string_view piece) {
    if (!m_isOpen)
        return;
    const bool terminated = piece.back() == '\n';
    if (m_terminal && terminated) {
        if (piece.size() == 1 && !m_bytes.empty() && m_bytes.back() == '\r')
            m_bytes.pop_back(); // the CR arrived with the previous piece
        piece.remove_suffix(piece.size() >= 2 && piece[piece.size() - 2] == '\r' ? 2 : 1);
    }
    const std::size_t taken = m_bytes.size() + m_total;
    const std::size_t room = std::min(m_limits.sectionBytes - std::min(m_limits.sectionBytes, m_bytes.size()),
                                      m_limits.totalBytes - std::min(m_limits.totalBytes, taken));
    m_overflow = m_overflow || piece.size() > room;
    if (!m_overflow || room > 0)
        m_bytes += piece.substr(0, room);
    if (m_terminal && terminated && !m_overflow)
        m_bytes += '\n';
    m_line += piece.substr(0, kLastLine - std::min(kLastLine, m_line.size()));
    if (terminated) {
        while (!m_line.empty() && (m_line.back() == '\n' || m_line.back() == '\r'))
            m_line.pop_back();
        m_lastLine = std::exchange(m_line, {});
    }
}

void StreamSplitter::closeSection(Damage damage, std::string_view damageText, std::int64_t nowMs) {
    if (!m_isOpen)
        return;
    m_isOpen = false;
    m_open.endedMs = nowMs;
    m_open.damage = damage;
    m_open.damageText = HostText(damageText).plain();
    if (m_overflow && damage == Damage::None)
        markTooLarge(m_open);
    m_lastLine.clear();
    m_line.clear();
    std::string bytes = std::exchange(m_bytes, {});
    if (m_batch.empty()) {
        deliver(std::exchange(m_open, {}), m_packed ? configText(bytes) : std::move(bytes));
        return;
    }
    for (BatchedSection::Member &member : m_batch.sorted(bytes, m_open.damage, m_open.damageText)) {
        member.meta.endedMs = nowMs;
        if (m_open.exitStatus && member.meta.exitStatus.value_or(0) == 0)
            member.meta.exitStatus = m_open.exitStatus;
        deliver(std::move(member.meta), std::move(member.bytes));
    }
    m_batch.clear();
}

void StreamSplitter::markTooLarge(Section::Meta &meta) const {
    meta.damage = Damage::TooLarge;
    meta.damageText = fmt::format("longer than {}: the rest was dropped",
                                  toString(ByteCount{std::min(m_limits.sectionBytes, m_limits.totalBytes)}));
}

void StreamSplitter::deliver(Section::Meta meta, std::string bytes) {
    if (mayHoldSecrets(meta.name))
        bytes = withoutSecrets(std::move(bytes));
    // It may have grown: hex is three times as long as the bytes, what replaces a secret longer than it.
    const std::size_t room =
        std::min(m_limits.sectionBytes, m_limits.totalBytes - std::min(m_limits.totalBytes, m_total));
    if (bytes.size() > room) {
        bytes.resize(room);
        markTooLarge(meta);
    }
    if (m_sections == m_limits.sections) {
        note(fmt::format("more than {} sections: '{}' and later ones were dropped", m_limits.sections,
                         meta.name));
        ++m_sections;
    }
    if (m_sections > m_limits.sections)
        return;
    ++m_sections;
    m_total += bytes.size();
    meta.origin = withoutSecrets(std::move(meta.origin));
    meta.damageText = withoutSecrets(std::move(meta.damageText));
    if (m_events.section)
        m_events.section(Section(std::move(meta), std::move(bytes)));
}

void StreamSplitter::note(std::string_view text) {
    if (m_notes++ < kMaxNotes && m_events.note)
        m_events.note(HostText(withoutSecrets(std::string(text))).plain());
}

void StreamSplitter::finish(Damage damage, std::string_view damageText, std::int64_t nowMs) {
    // A truncated frame line is not content.
    if (!m_pending.empty() && m_pending.size() < kMark.size())
        append(m_pending);
    m_pending.clear();
    m_passing = false;
    if (damage == Damage::None)
        closeSection(Damage::Truncated, "the stream ended inside it", nowMs);
    else
        closeSection(damage, damageText, nowMs);
}

} // namespace fabricscope::capture
