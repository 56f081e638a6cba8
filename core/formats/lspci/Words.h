// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// How lspci writes: "RlxdOrd+ NoSnoop-", "Speed 16GT/s, Width x8". All of it without regard to case, in time
/// linear to the text.
namespace fabricscope::formats::lspci {

[[nodiscard]] bool beginsWith(std::string_view text, std::string_view beginning);

/// Where `word` is in `text`, not as the end of a longer word (FatalErr is none in NonFatalErr); npos
/// where nowhere.
[[nodiscard]] std::size_t findWord(std::string_view text, std::string_view word);

/// WORD+ is true, WORD- false; neither: unknown.
[[nodiscard]] std::optional<bool> flag(std::string_view text, std::string_view word);

/// Several of them as bits: words[0] is bit 0; an empty word is a bit that is unknown. Unknown where none of
/// the words is there.
[[nodiscard]] std::optional<std::uint32_t> flags(std::string_view text,
                                                 std::span<const std::string_view> words);

/// What follows `label` up to one of `ends` or the end of the text, without blanks around; unknown
/// where the label is not there or nothing follows.
[[nodiscard]] std::optional<std::string_view> valueAfter(std::string_view text, std::string_view label,
                                                         std::string_view ends = ",");

/// The number that `text` begins with: "256 bytes" is 256.
[[nodiscard]] std::optional<std::uint32_t> leadingNumber(std::string_view text, int base = 10);

/// Up to the first blank or comma.
[[nodiscard]] std::string_view firstWord(std::string_view text);

} // namespace fabricscope::formats::lspci
