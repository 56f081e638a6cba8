// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace fabricscope::nccl::log
