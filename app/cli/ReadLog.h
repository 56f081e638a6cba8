// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <functional>
#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// Gives a file's text piece by piece, in UTF-8 where its byte order mark says UTF-16, so that a log of any
/// size needs no memory of its size; "-" is the standard input. An error where it cannot be opened or read.
Result<> readLog(const std::string &path, const std::function<void(std::string_view)> &take);

/// Columns of the terminal on standard output; 0 where it is none.
[[nodiscard]] std::size_t terminalWidth();

} // namespace fabricscope::app::cli
