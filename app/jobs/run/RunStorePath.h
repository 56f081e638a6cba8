// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <string>

namespace fabricscope::app {

/// The default path of the run database: $XDG_DATA_HOME/fabricscope/runs.db, else
/// ~/.local/share/fabricscope/runs.db (XDG Base Directory Specification). Empty: there is no home folder.
[[nodiscard]] std::string runStorePath();

/// Creates the folder of a file and its missing parents, accessible only to the user (0700).
[[nodiscard]] Result<> makeFolderOf(const std::string &path);

} // namespace fabricscope::app
