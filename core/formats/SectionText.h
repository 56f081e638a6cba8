// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Section.h"
#include "core/capture/Wrapping.h"
#include "core/formats/Bytes.h"
#include "core/host/Fact.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// One section as passed to its reader: inflated, without its wrapping, with its index in the capture. Views
/// into `bytes` are only valid while the reader runs.
struct SectionText {
    const capture::Section::Meta &meta;
    std::string_view bytes;
    std::uint16_t index = 0;
    const capture::UnwrappedText *unwrapped = nullptr; ///< whose view `bytes` is; nullptr: it is the section

    /// The evidence for a piece of `bytes`, in the section.
    [[nodiscard]] host::EvidenceRef evidence(std::string_view piece) const {
        if (unwrapped != nullptr)
            return SectionText{meta, unwrapped->bytes(), index}.evidence(unwrapped->source(piece));
        constexpr std::size_t kLongest = host::EvidenceRef::kLongest;
        host::EvidenceRef ref;
        ref.offset = static_cast<std::uint32_t>(piece.data() - bytes.data());
        ref.length = static_cast<std::uint16_t>(piece.size() < kLongest ? piece.size() : kLongest);
        ref.section = index;
        return ref;
    }
};

/// The lines of a section, without their line feed. An unterminated last line of a damaged section is left
/// out: half a value ("0x10" of "0x10de") is a wrong value.
class LineCursor {
public:
    explicit LineCursor(const SectionText &text)
        : m_at(text.bytes.data())
        , m_end(text.bytes.data() + text.bytes.size())
        , m_damaged(text.meta.damage != capture::Damage::None) {}

    /// False after the last line. `known`: this many bytes of unread() are known to contain no line feed.
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
    /// The text from the beginning of the next line: for readers that recognize a line by its first bytes.
    [[nodiscard]] std::string_view unread() const { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }
    /// Skips whole lines of unread() that were already handled.
    void skip(std::size_t bytes) { m_at += bytes; }

private:
    const char *m_at;
    const char *m_end;
    std::string_view m_line;
    bool m_damaged;
};

/// Text from a host in a form that may be stored and shown: sanitized, at most `maxBytes` long.
[[nodiscard]] std::string shown(std::string_view text, std::size_t maxBytes = 512);

/// A fact of a text, sanitized.
[[nodiscard]] inline host::Fact<std::string> textFact(std::string_view text, host::EvidenceRef evidence,
                                                      std::size_t maxBytes = 512) {
    return {shown(text, maxBytes), evidence};
}

} // namespace fabricscope::formats
