// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/LineBreaks.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// The columns at which mails break lines.
inline constexpr std::size_t kFewestMailColumns = 60, kMostMailColumns = 100;

/// How the lines of a text begin that a mail may have broken.
struct MailLines {
    /// Whether a line begins as those of the tool do.
    std::function<bool(std::string_view line)> begins;
    /// Whether `rest` may continue `line`, which is above it and may be put together of several.
    std::function<bool(std::string_view line, std::string_view rest)> mayContinue;
    /// Whether it certainly does.
    std::function<bool(std::string_view line, std::string_view rest)> isCertain;
};

/// Whether the words on both sides of a line break stand in another place of the text side by side.
[[nodiscard]] bool areWordsOfText(std::string_view text, std::string_view line, std::string_view rest);

/// A text whose lines a mail broke between words: each that does not begin as the tool's do follows one that
/// its first word would have made wider than all lines. One of them must certainly be a rest; below the last
/// line of the tool only such a one is joined, since a remark may stand there. std::nullopt for other texts.
[[nodiscard]] std::optional<RestoredText> joinedMail(std::string_view text, const MailLines &lines);

} // namespace fabricscope::formats
