// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/FileKinds.h"
#include "core/formats/parts/NextLines.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricscope::formats {

/// How the text of a kind begins: a line that only this kind, or a few kinds of the same tool, can begin
/// with. What follows it decides which of them it is, and whether it is one (FileKinds.h).
struct KindStart {
    static constexpr std::size_t kMostSections = 8;

    /// With which the line begins; empty: `is` looks for it.
    std::string_view words;
    /// FileKind::section of the kinds; none: a text that other commands read (benchmarks, logs of NCCL).
    std::array<std::string_view, kMostSections> sections;
    /// What else holds for the line and those after it; nullptr: the words are enough.
    bool (*is)(const NextLines &lines) = nullptr;

    enum class Again : std::uint8_t {
        SameText, ///< the text goes on
        NewText,  ///< perhaps another kind's text begins
        IfFewer,  ///< the same, if the number behind the words is not greater than before
    };
    /// What another such line in the same text means.
    Again again = Again::SameText;
    /// The kind's reader takes no other form of it in the same text.
    bool isForm = false;

    [[nodiscard]] bool isOf(std::string_view section) const;
    /// Both are in the text of one kind. Kernel logs have several forms, of which a text has one.
    [[nodiscard]] bool isOfSameText(const KindStart &other) const;
    /// No known kind: of such a text only its place is known.
    [[nodiscard]] bool isOfOtherCommands() const { return sections[0].empty(); }
};

/// The beginning that stands in the current line; nullptr if there is none.
[[nodiscard]] const KindStart *kindStartAt(const NextLines &lines);

/// The rows for texts whose beginning is no line of its own: of kernel logs with times, and of documents of
/// JSON and XML.
[[nodiscard]] const KindStart &kernelLogStart();
[[nodiscard]] const KindStart &documentStart();

/// Whether a line has the time of a kernel log or journal in front.
[[nodiscard]] bool isTimedLine(std::string_view line);

} // namespace fabricscope::formats
