// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/TemporaryFolder.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace fabricscope::app::demo {

namespace {

/// Writable, scripts may be run there, and it has space for several times the trees.
bool isGood(const char *folder) {
    constexpr std::uint64_t kRoom = 512u << 20;
    struct statvfs about {};
    return ::access(folder, W_OK | X_OK) == 0 && ::statvfs(folder, &about) == 0 &&
           (about.f_flag & ST_NOEXEC) == 0 && std::uint64_t{about.f_bavail} * about.f_frsize >= kRoom;
}

/// In the order in which they are tried.
std::vector<std::string> parents() {
    if (const char *configured = std::getenv("TMPDIR"); configured != nullptr && *configured == '/')
        return {configured};
    std::vector<std::string> folders;
    for (const char *folder : {static_cast<const char *>(std::getenv("XDG_RUNTIME_DIR")), "/dev/shm"})
        if (folder != nullptr && *folder == '/' && isGood(folder))
            folders.emplace_back(folder);
    folders.emplace_back("/tmp");
    return folders;
}

} // namespace

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make() {
    std::string pattern, why;
    for (const std::string &parent : parents()) {
        pattern = (std::filesystem::path(parent) / "fabricscope-demo-XXXXXX").string();
        if (::mkdtemp(pattern.data()) != nullptr)
            return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(pattern));
        why = std::strerror(errno);
    }
    return failure("cannot create a temporary folder: " + why, pattern, "set TMPDIR to a writable folder");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace fabricscope::app::demo
