// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// Parsers for lspci's notation: "RlxdOrd+ NoSnoop-", "Speed 16GT/s, Width x8". All ignore case and take time
/// linear in the text.
namespace fabricscope::formats::lspci {

[[nodiscard]] bool beginsWith(std::string_view text, std::string_view beginning);

/// Position of `word` in `text`, not as the end of a longer word (FatalErr does not match in NonFatalErr);
/// npos if it is absent.
[[nodiscard]] std::size_t findWord(std::string_view text, std::string_view word);

/// WORD+ is true, WORD- false; neither: unknown.
[[nodiscard]] std::optional<bool> flag(std::string_view text, std::string_view word);

/// Several flags as bits: words[0] is bit 0; an empty word is an unknown bit. Unknown if none of the words
/// occurs.
[[nodiscard]] std::optional<std::uint32_t> flags(std::string_view text,
                                                 std::span<const std::string_view> words);

/// The text after `label` up to one of `ends` or the end of the text, without surrounding blanks; unknown if
/// the label is absent or nothing follows.
[[nodiscard]] std::optional<std::string_view> valueAfter(std::string_view text, std::string_view label,
                                                         std::string_view ends = ",");

/// The number at the start of `text`: "256 bytes" is 256.
[[nodiscard]] std::optional<std::uint32_t> leadingNumber(std::string_view text, int base = 10);

/// Up to the first blank or comma.
[[nodiscard]] std::string_view firstWord(std::string_view text);

} // namespace fabricscope::formats::lspci
