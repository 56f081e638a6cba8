// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <string>

namespace fabricscope::app {

/// Where runs are kept unless another file is named: $XDG_DATA_HOME/fabricscope/runs.db, else
/// ~/.local/share/fabricscope/runs.db (XDG Base Directory Specification). Empty: there is no home.
[[nodiscard]] std::string runStorePath();

/// Makes the folder of a file, and those above it, for the user alone (0700), where they are not there.
[[nodiscard]] Result<> makeFolderOf(const std::string &path);

} // namespace fabricscope::app
