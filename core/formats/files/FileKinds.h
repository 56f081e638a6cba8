// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace fabricscope::formats {

/// What a file is recognised by. Names lie (everything is called log.txt), so they only help where the
/// content leaves a doubt.
struct FileSample {
    static constexpr std::size_t kHead = std::size_t{64} << 10;

    std::string_view name; ///< as the user gave it, or "ARCHIVE/MEMBER"
    std::string_view head; ///< the first kHead bytes; line ends and blanks as they came
};

/// A kind of text that someone else's tool wrote, one section of a capture. Archives, trees, our own
/// captures and bundles are not text: see Import.h.
struct FileKind {
    std::string_view name;    ///< as people call it: "lspci -vvv"
    std::string_view section; ///< whose reader reads it (HostReader.cpp)
    bool (*recognise)(const FileSample &sample);
};

/// All of them, the most particular first: the first that recognises a file is what it is.
[[nodiscard]] std::span<const FileKind> fileKinds();

/// nullptr where it is none of them.
[[nodiscard]] const FileKind *recogniseFile(const FileSample &sample);

} // namespace fabricscope::formats
