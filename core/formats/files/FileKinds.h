// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// The data by which a file is recognised. Names are unreliable (everything is called log.txt), so they only
/// help if the content is ambiguous.
struct FileSample {
    static constexpr std::size_t kHead = std::size_t{64} << 10;

    std::string_view name; ///< as the user gave it, or "ARCHIVE/MEMBER"
    std::string_view head; ///< the first kHead bytes; line ends and blanks unchanged
};

/// A kind of text written by another tool, which becomes one section of a capture. Archives, trees, our own
/// captures and bundles are not text: see Import.h.
struct FileKind {
    std::string_view name;    ///< display name: "lspci -vvv"
    std::string_view section; ///< the section whose reader is used (HostReader.cpp)
    bool (*recognise)(const FileSample &sample);
    bool readsTimes = false; ///< its reader knows the prefixes of journals: they are facts
    /// Makes the section's form of the text; nullptr: the text is the section.
    std::string (*convert)(std::string_view text) = nullptr;
};

/// All kinds, the most specific first: the first that recognises a file applies.
[[nodiscard]] std::span<const FileKind> fileKinds();

/// nullptr if it is none of them.
[[nodiscard]] const FileKind *recogniseFile(const FileSample &sample);

} // namespace fabricscope::formats
