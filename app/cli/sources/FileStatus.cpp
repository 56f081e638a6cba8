// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/FileStatus.h"

#include "app/cli/terminal/ExitStatus.h"

#include <unistd.h>

namespace fabricscope::app::cli {

int statusOfFile(const std::string &path) {
    return path == "-" || ::access(path.c_str(), R_OK) == 0 ? kBadInput : kUnreachable;
}

} // namespace fabricscope::app::cli
