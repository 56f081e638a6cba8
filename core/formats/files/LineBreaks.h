// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Wrapping.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

struct FileKind;

struct RestoredText {
    std::string text;
    std::vector<capture::LineBreak> changes; ///< that make it of the given text
    std::size_t joined = 0, separated = 0;   ///< places
    std::size_t words = 0;                   ///< of `joined`, those behind a comma, not at a terminal's edge
};
/// What was done, as a note.
[[nodiscard]] std::string toString(const RestoredText &restored);

/// The text with the line breaks that its tool printed: lines that a copy joined are separated; a line that a
/// terminal broke at its last column is joined again. std::nullopt for a text that has its line breaks, for
/// kinds whose lines begin with anything (LineStarts.h), and for texts that are too long to be pasted.
/// In doubt a text stays: one that is read as it stands is never worse than a torn one.
[[nodiscard]] std::optional<RestoredText> restoredLines(std::string_view section, std::string_view text);

/// The kind that a text is of once its line breaks are restored; nullptr if it is of none.
struct RestoredFile {
    const FileKind *kind = nullptr;
    RestoredText restored;
};
[[nodiscard]] RestoredFile restoredFile(std::string_view name, std::string_view text);

/// What shows that line breaks of a text are not restored, as a note: all of it is one line where its tool
/// prints several, a long line is left of a text that a copy joined (`isRestored`: it is what is left), or
/// lines end at a terminal's edge. Empty if nothing shows that.
[[nodiscard]] std::string doubtfulLines(std::string_view section, std::string_view text, bool isRestored);

/// Whether the text begins as a line of this kind begins: nothing is in front of it.
[[nodiscard]] bool beginsAsLine(std::string_view section, std::string_view text);

} // namespace fabricscope::formats
