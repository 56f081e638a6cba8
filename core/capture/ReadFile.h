// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <filesystem>
#include <string>

namespace fabricscope::capture {

/// A regular file's bytes, read without waiting (a FIFO of that name would never open). An error where it is
/// none, cannot be read, or has more than `most` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path &path, std::size_t most);

} // namespace fabricscope::capture
