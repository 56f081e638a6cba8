// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/findings/Evidence.h"
#include "widgets/facts/DeviceFacts.h"

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

/// A position in a capture.
struct RawPlace {
    std::size_t section = 0; ///< index in Capture::sections
    ByteRange bytes;
    friend bool operator==(const RawPlace &, const RawPlace &) = default;
};
/// std::nullopt if the section is missing.
[[nodiscard]] std::optional<RawPlace> rawPlace(const capture::Capture &capture, host::EvidenceRef reference);
[[nodiscard]] std::optional<RawPlace> rawPlace(const capture::Capture &capture, const FactRow &row);
/// The first place of the evidence's text in a section of its source; std::nullopt if there is none.
[[nodiscard]] std::optional<RawPlace> rawPlace(const capture::Capture &capture,
                                               const findings::Evidence &evidence);

/// Part of a section for display: characters that cannot be printed, or would change the appearance of the
/// rest, are written as escapes ("\x1b", "\u202e"), so that the output of a hostile host is shown and has no
/// effect.
class RawWindow {
public:
    RawWindow() = default;
    RawWindow(std::string_view section, ByteRange bytes);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] ByteRange bytes() const { return m_bytes; }
    /// The number of the section's line in which the window starts, from 1.
    [[nodiscard]] int firstLine() const { return m_firstLine; }
    /// Positions of escapes in text(): first character, length; the first kMaxMarked of them.
    [[nodiscard]] const std::vector<std::pair<int, int>> &escapes() const { return m_escapes; }
    /// The position of this byte in text(); a byte outside of the window gives its edge.
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

/// One section of a capture for viewing: windows of limited size, and search in all of it.
class RawSection {
public:
    RawSection(const capture::Capture &capture, std::size_t section);

    /// Larger sections are shown in windows of this many bytes.
    static constexpr std::size_t kWindowBytes = std::size_t{256} * 1024;
    /// Maximum number of hits counted.
    static constexpr int kMaxHits = 9999;

    [[nodiscard]] const capture::Section::Meta &meta() const { return m_meta; }
    [[nodiscard]] std::string_view bytes() const { return m_content.view(); }
    [[nodiscard]] std::size_t lines() const;
    [[nodiscard]] bool fitsOneWindow() const { return bytes().size() <= kWindowBytes; }

    /// Whole lines around this byte, if lines are not longer than the window.
    [[nodiscard]] RawWindow around(std::size_t byte) const;
    /// The same range, extended to whole lines.
    [[nodiscard]] ByteRange wholeLines(ByteRange range) const;

    /// The next occurrence of these bytes at or after `from` (or the last one that ends at or before it),
    /// ignoring the case of ASCII letters; std::nullopt: none in that direction.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view what, std::size_t from,
                                                  bool backwards) const;
    [[nodiscard]] int count(std::string_view what) const;

private:
    capture::Section::Meta m_meta;
    capture::Section::Bytes m_content;
};

} // namespace fabricscope::widgets
