// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/site/Site.h"

#include <string>

namespace fabricscope::app {

/// Reads a site file. What is wrong in it is in Site::problems, also that it is too large. Errors: it cannot
/// be read, or is no regular file.
[[nodiscard]] Result<site::Site> readSiteFile(const std::string &path);

} // namespace fabricscope::app
