// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/SiteFile.h"

#include "core/base/Print.h"
#include "core/capture/ReadFile.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace fabricscope::app::cli {

Result<site::Site> readSiteFile(const std::string &path) {
    std::error_code error;
    const bool isTooLarge = std::filesystem::is_regular_file(path, error) &&
                            std::filesystem::file_size(path, error) > site::SiteLimits::kBytes && !error;
    site::Site site;
    if (isTooLarge) {
        site.problems.push_back({0, 0, std::string(site::kTooLarge), "it is left out"});
    } else {
        const auto text = capture::readFile(path, site::SiteLimits::kBytes);
        if (!text)
            return tl::unexpected(text.error());
        site = site::readSite(*text);
    }
    for (const site::Problem &problem : site.problems)
        printText(stderr, "{}:{}{}\n", path, problem.line > 0 ? "" : " ", site::toString(problem));
    return site;
}

} // namespace fabricscope::app::cli
