// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/RunStorePlace.h"

#include <cstdlib>
#include <filesystem>

namespace fabricscope::app {

namespace fs = std::filesystem;

std::string runStorePath() {
    const char *data = std::getenv("XDG_DATA_HOME");
    // A relative path there is to be passed over, as the specification says.
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
    fs::create_directories(folder, error);
    if (!error)
        fs::permissions(folder, fs::perms::owner_all, error);
    if (error)
        return failure("the folder cannot be made: " + error.message(), folder.string());
    return {};
}

} // namespace fabricscope::app
