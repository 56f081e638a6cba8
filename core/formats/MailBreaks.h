// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/LineBreaks.h"

#include <functional>
#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// How the lines of a text begin that a mail may have broken.
struct MailLines {
    /// Whether a line begins as those of the tool do.
    std::function<bool(std::string_view line)> begins;
    /// Whether `rest` may continue `line`, which is above it and may be put together of several.
    std::function<bool(std::string_view line, std::string_view rest)> mayContinue;
    /// Whether it certainly does: needed where one line break alone is to be removed.
    std::function<bool(std::string_view line, std::string_view rest)> isCertain;
};

/// A text whose lines a mail broke between words (at 60 to 100 columns): each line that does not begin as the
/// tool's do follows one that its first word would have made wider than all lines. std::nullopt for other
/// texts: what is not certain for all lines stays.
[[nodiscard]] std::optional<RestoredText> joinedMail(std::string_view text, const MailLines &lines);

} // namespace fabricscope::formats
