// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace fabricscope {

/// Who may read a file that is written: only its owner (mode 0600), or as the umask and an existing file of
/// that name have it.
enum class ReadableBy : std::uint8_t { Owner, Others };

/// Writes a file as a whole or not at all: on a full disk an existing file keeps its contents, and there is
/// no new one. The target of a symbolic link is replaced, the link stays; devices and FIFOs are written to.
[[nodiscard]] Result<> writeWhole(const std::filesystem::path &path, std::string_view bytes, ReadableBy who);

} // namespace fabricscope
