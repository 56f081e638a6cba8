// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <string_view>

namespace fabricscope::formats {

/// Which lines of a kernel's log are worth keeping. The first row whose words all are in the line decides.
struct KernelLogRow {
    std::string_view has, alsoHas;
    host::KernelMessage::Kind kind;
};

/// The row that decides of a line; nullptr where the line is not worth keeping.
[[nodiscard]] const KernelLogRow *kernelLogRowOf(std::string_view message);

/// A place in a text of many lines: no line that ends before it says anything that a row is for, nor the
/// kernel's version or command line, a function's IOMMU group or a driver that is ready. The text's end where
/// no line does.
[[nodiscard]] const char *findInKernelLog(std::string_view text);

} // namespace fabricscope::formats
