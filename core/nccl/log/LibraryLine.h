// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RestoredLines.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fabricscope::nccl::log {

/// A line of the library, "host:pid:tid [dev] NCCL INFO ...": programs that pass the lines on may drop what
/// is before "NCCL".
struct LibraryLine {
    enum class Kind : std::uint8_t { None, Info, Warning };
    Kind kind = Kind::None;
    std::string_view before; ///< "NCCL INFO " or "NCCL WARN ", without the blank
    std::string_view text;   ///< what follows it
};
[[nodiscard]] LibraryLine libraryLine(std::string_view line);
[[nodiscard]] bool isLibraryLine(std::string_view line);
/// Whether what the library states in a line that may be cut at its end is certain: no longer line means
/// something else. "via NET/IB/0" may be the beginning of "via NET/IB/0/GDRDMA".
[[nodiscard]] bool isCertain(const LibraryLine &line);

/// "host:pid:tid [dev] NCCL INFO ", "host:pid:tid [dev] init.cc:77 NCCL WARN ".
struct LineStart {
    std::size_t length = 0; ///< 0: no such beginning stands there
    std::string_view host;
};
[[nodiscard]] LineStart lineStart(std::string_view line, std::size_t place);
/// Where the first one stands in the line; its length is 0 if there is none.
[[nodiscard]] LineStart firstLineStart(std::string_view line);

/// For logs whose line breaks a terminal or a copy changed.
[[nodiscard]] const LineShape &libraryLineShape();

} // namespace fabricscope::nccl::log
