// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// The member "fscope" of a capture file: metadata of the capture and of each section, as text. The first
/// line is "fscope VERSION"; then lines KEY<TAB>VALUE in blocks separated by a blank line, the first block
/// about the capture, each further one about a section. Values may contain the escapes \\ \n \t \r; unknown
/// keys are ignored, so that later versions may add some. The second line is "index_crc32" with the CRC-32 of
/// all that follows it; older captures have none.
struct CaptureIndex {
    struct Entry {
        Section::Meta meta;
        std::string file;     ///< the member that holds the compressed bytes
        std::size_t size = 0; ///< inflated
    };
    Capture capture; ///< without sections
    std::vector<Entry> entries;
    bool isChanged = false; ///< when read: the text is not the one that was written
};

[[nodiscard]] std::string indexText(const CaptureIndex &index);
/// Errors name the line. `maxEntries` limits the entries; those beyond it are reported in the capture's
/// notes.
[[nodiscard]] Result<CaptureIndex> parseIndex(std::string_view text, std::size_t maxEntries);

} // namespace fabricscope::capture
