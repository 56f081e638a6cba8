// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope::app::cli {

/// The exit status of a command that failed because of this file: kUnreachable where it is not there or may
/// not be read, kBadInput where it is not what it should be. "-" is standard input.
[[nodiscard]] int statusOfFile(const std::string &path);

} // namespace fabricscope::app::cli
