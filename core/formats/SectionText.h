// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"
#include "core/formats/Bytes.h"
#include "core/host/Fact.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// One section as its reader sees it: inflated, with its place in the capture. Views into `bytes` live as
/// long as the reader runs and no longer.
struct SectionText {
    const capture::Section::Meta &meta;
    std::string_view bytes;
    std::uint16_t index = 0;

    /// The evidence for a piece of `bytes`.
    [[nodiscard]] host::EvidenceRef evidence(std::string_view piece) const {
        constexpr std::size_t kLongest = host::EvidenceRef::kLongest;
        host::EvidenceRef ref;
        ref.offset = static_cast<std::uint32_t>(piece.data() - bytes.data());
        ref.length = static_cast<std::uint16_t>(piece.size() < kLongest ? piece.size() : kLongest);
        ref.section = index;
        return ref;
    }
};

/// The lines of a section, one after the other, without their line feed. The last line of a damaged section
/// is left out where no line feed ends it: half a value ("0x10" of "0x10de") is a wrong value.
class LineCursor {
public:
    explicit LineCursor(const SectionText &text)
        : m_at(text.bytes.data())
        , m_end(text.bytes.data() + text.bytes.size())
        , m_damaged(text.meta.damage != capture::Damage::None) {}

    /// False behind the last line. `known`: that many bytes of unread() were looked at and hold no line feed.
    bool next(std::size_t known = 0) {
        if (m_at == m_end)
            return false;
        const char *feed = lineEnd(m_at + known, m_end);
        m_line = {m_at, static_cast<std::size_t>(feed - m_at)};
        if (feed == m_end) {
            m_at = m_end;
            return !m_damaged;
        }
        m_at = feed + 1;
        return true;
    }
    [[nodiscard]] std::string_view line() const { return m_line; }
    /// From the beginning of the line that next() will find: for those who can tell it by its first bytes.
    [[nodiscard]] std::string_view unread() const { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }
    /// Passes over whole lines of unread() that were looked at.
    void skip(std::size_t bytes) { m_at += bytes; }

private:
    const char *m_at;
    const char *m_end;
    std::string_view m_line;
    bool m_damaged;
};

/// Text from a host as it may be kept and shown: sanitized, at most `maxBytes` long.
[[nodiscard]] std::string shown(std::string_view text, std::size_t maxBytes = 512);

/// A fact of a text, sanitized.
[[nodiscard]] inline host::Fact<std::string> textFact(std::string_view text, host::EvidenceRef evidence,
                                                      std::size_t maxBytes = 512) {
    return {shown(text, maxBytes), evidence};
}

} // namespace fabricscope::formats
