// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "widgets/inspector/DeviceFacts.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::widgets {

/// Bytes of a section: from `begin` to before `end`. An empty range points between two bytes.
struct ByteRange {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const ByteRange &, const ByteRange &) = default;
};

/// A place in a capture.
struct RawPlace {
    std::size_t section = 0; ///< index in Capture::sections
    ByteRange bytes;
    friend bool operator==(const RawPlace &, const RawPlace &) = default;
};
/// std::nullopt where the section is missing.
[[nodiscard]] std::optional<RawPlace> rawPlace(const capture::Capture &capture, host::EvidenceRef reference);
[[nodiscard]] std::optional<RawPlace> rawPlace(const capture::Capture &capture, const FactRow &row);

/// Part of a section as it is shown: what cannot be printed, or would change how the rest looks, is written
/// as an escape ("\x1b", "\u202e"), so that what a hostile host sent is seen and never obeyed.
class RawWindow {
public:
    RawWindow() = default;
    RawWindow(std::string_view section, ByteRange bytes);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] ByteRange bytes() const { return m_bytes; }
    /// Of the section's line that the window begins in, from 1.
    [[nodiscard]] int firstLine() const { return m_firstLine; }
    /// Places in text() that are escapes: first character, length; the first kMaxMarked of them.
    [[nodiscard]] const std::vector<std::pair<int, int>> &escapes() const { return m_escapes; }
    /// Where in text() this byte is shown; a place outside of the window is moved to its edge.
    [[nodiscard]] int positionOf(std::string_view section, std::size_t byte) const;

    static constexpr std::size_t kMaxMarked = 2000;

private:
    struct Line {
        std::size_t byte;
        int position;
    };
    ByteRange m_bytes;
    QString m_text;
    int m_firstLine = 1;
    std::vector<Line> m_lines;
    std::vector<std::pair<int, int>> m_escapes;
};

/// One section of a capture to view: bounded windows of it, and hits in all of it.
class RawSection {
public:
    RawSection(const capture::Capture &capture, std::size_t section);

    /// Larger sections are shown this many bytes at a time.
    static constexpr std::size_t kWindowBytes = std::size_t{256} * 1024;
    /// Hits are counted up to this.
    static constexpr int kMaxHits = 9999;

    [[nodiscard]] const capture::Section::Meta &meta() const { return m_meta; }
    [[nodiscard]] std::string_view bytes() const { return m_content.view(); }
    [[nodiscard]] std::size_t lines() const;
    [[nodiscard]] bool fitsOneWindow() const { return bytes().size() <= kWindowBytes; }

    /// Whole lines around this byte, where lines are no longer than the window.
    [[nodiscard]] RawWindow around(std::size_t byte) const;
    /// The same range, grown to whole lines.
    [[nodiscard]] ByteRange wholeLines(ByteRange range) const;

    /// The next place of these bytes at or behind `from` (or the last one that ends at or before it), without
    /// regard to the case of ASCII letters; std::nullopt: none that way.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view what, std::size_t from,
                                                  bool backwards) const;
    [[nodiscard]] int count(std::string_view what) const;

private:
    capture::Section::Meta m_meta;
    capture::Section::Bytes m_content;
};

} // namespace fabricscope::widgets
