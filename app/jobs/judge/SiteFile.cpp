// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/SiteFile.h"

#include "core/capture/ReadFile.h"

#include <filesystem>
#include <system_error>

namespace fabricscope::app {

Result<site::Site> readSiteFile(const std::string &path) {
    std::error_code error;
    const bool isTooLarge = std::filesystem::is_regular_file(path, error) &&
                            std::filesystem::file_size(path, error) > site::SiteLimits::kBytes && !error;
    if (isTooLarge) {
        site::Site site;
        site.problems.push_back({0, 0, std::string(site::kTooLarge), "it is left out"});
        return site;
    }
    const auto text = capture::readFile(path, site::SiteLimits::kBytes);
    if (!text)
        return tl::unexpected(text.error());
    return site::readSite(*text);
}

} // namespace fabricscope::app
