// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/site/Site.h"

#include <string>

namespace fabricscope::app::cli {

/// Reads a site file, and prints what is wrong with it to standard error, with line and column. Errors: it
/// cannot be read, or is no regular file.
[[nodiscard]] Result<site::Site> readSiteFile(const std::string &path);

} // namespace fabricscope::app::cli
