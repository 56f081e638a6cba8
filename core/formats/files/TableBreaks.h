// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/LineBreaks.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A table of nvidia-smi or amd-smi each of whose lines a terminal broke at its last column: those with
/// borders, whose rules are broken, too, and the rows of `amd-smi monitor`, where each line of the terminal's
/// width is followed by its rest. std::nullopt for other texts, and where it is not certain.
[[nodiscard]] std::optional<RestoredText> joinedTable(std::string_view section, std::string_view text);

} // namespace fabricscope::formats
