// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace fabricscope::formats {

struct FileKind;

/// A piece of a text into which the outputs of several tools were pasted.
struct KindPart {
    std::string_view text;
    const FileKind *kind = nullptr; ///< nullptr: of none that is read here
    bool isOfOtherCommands = false; ///< a benchmark's output, a log of NCCL
};

/// The outputs of several tools that stand one behind the other in a text, without a prompt or a title
/// between them: a text is divided where one of a kind begins (KindStarts.h), if what follows is a text of
/// that kind and what is in front is one of its own. A document of JSON or XML is never divided, a line with
/// the time of a kernel log belongs to a kernel log. Empty if the text is not of several kinds; the parts
/// make the whole text. Linear in its length; at most kMostKindParts, the last one holds the rest.
[[nodiscard]] std::vector<KindPart> kindParts(std::string_view text);
inline constexpr std::size_t kMostKindParts = 4096;

} // namespace fabricscope::formats
