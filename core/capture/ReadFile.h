// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <filesystem>
#include <string>

namespace fabricscope::capture {

/// The bytes of a regular file, read without blocking (opening a FIFO of that name would never return). An
/// error if it is not a regular file, cannot be read, or has more than `most` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path &path, std::size_t most);

} // namespace fabricscope::capture
