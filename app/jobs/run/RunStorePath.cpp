// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunStorePath.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace fabricscope::app {

namespace fs = std::filesystem;

std::string runStorePath() {
    const char *data = std::getenv("XDG_DATA_HOME");
    // A relative path in it is ignored, as required by the XDG specification.
    if (data != nullptr && data[0] == '/')
        return (fs::path(data) / "fabricscope" / "runs.db").string();
    const char *home = std::getenv("HOME");
    if (home == nullptr || home[0] != '/')
        return {};
    return (fs::path(home) / ".local" / "share" / "fabricscope" / "runs.db").string();
}

Result<> makeFolderOf(const std::string &path) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code error;
    if (folder.empty() || fs::exists(folder, error))
        return {};
    // Created one by one, without the permissions for others that the umask may allow.
    fs::path made;
    for (const fs::path &part : folder) {
        made /= part;
        if (::mkdir(made.c_str(), S_IRWXU) == 0)
            continue;
        const int reason = errno;
        if (!fs::is_directory(made, error))
            return failure("the folder cannot be created: " + std::generic_category().message(reason),
                           made.string());
    }
    return {};
}

} // namespace fabricscope::app
