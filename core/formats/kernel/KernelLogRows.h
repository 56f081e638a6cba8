// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::formats {

/// Which lines of a kernel log are kept. The first row whose words all occur in the line applies.
struct KernelLogRow {
    std::string_view has, alsoHas;
    host::KernelMessage::Kind kind;
    bool isDetail = false; ///< of an event that another line states, too: it is not counted again
};

/// The row that applies to a message; nullptr if the line is not kept.
[[nodiscard]] const KernelLogRow *kernelLogRowOf(std::string_view message);

/// Whether a message ends with words of a row: nothing that follows them makes others of them.
[[nodiscard]] bool endsInKernelPhrase(std::string_view message);

/// A position in a text of many lines such that no line that ends before it matches a row or has what
/// else readKernelLog() looks for, such as the kernel's version or a line that ends a fault. The end of the
/// text if no line does.
[[nodiscard]] const char *findInKernelLog(std::string_view text);

} // namespace fabricscope::formats
