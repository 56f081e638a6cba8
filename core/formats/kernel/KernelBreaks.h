// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/LineBreaks.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A kernel log whose lines a terminal broke at its last column: each line that has no time follows one that
/// fills the terminal, and none is wider. At a usual width that is enough; at others one of the lines must
/// make a known message, or certainly be a line's rest. std::nullopt for other texts, and where it is not
/// certain.
[[nodiscard]] std::optional<RestoredText> joinedKernelLog(std::string_view text);

/// Whether the text begins as a line of a kernel log does that no other tool prints: "[  123.456789] ".
[[nodiscard]] bool beginsWithKernelTime(std::string_view text);

} // namespace fabricscope::formats
