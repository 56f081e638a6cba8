// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/SiteFile.h"

#include "app/jobs/judge/SiteFile.h"
#include "core/base/Print.h"

#include <cstdio>

namespace fabricscope::app::cli {

Result<site::Site> readSiteFile(const std::string &path) {
    auto site = app::readSiteFile(path);
    if (site)
        for (const site::Problem &problem : site->problems)
            printText(stderr, "{}:{}{}\n", path, problem.line > 0 ? "" : " ", site::toString(problem));
    return site;
}

} // namespace fabricscope::app::cli
