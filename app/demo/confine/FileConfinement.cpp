// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/FileConfinement.h"

#include <fcntl.h>
#include <link.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace fabricscope::app::demo {

namespace {

// Constants missing in the headers of older systems, with the version that introduced them.
constexpr int kWithRefer = 2; // older kernels forbid linking or moving files between folders
constexpr int kWithTruncate = 3, kWithScopes = 6;
constexpr std::uint64_t kTruncate = 1U << 14U, kAbstractSockets = 1U << 0U, kSignals = 1U << 1U;
struct RulesetAttributes {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scopes = 0;
};

constexpr std::uint64_t kFileRights = LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t kFolderRights =
    kFileRights | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;

constexpr std::uint64_t kReadingRights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// Where a system has its programs and libraries, and what these read to start. One that is not there is not
/// missed.
constexpr const char *kProgramFolders[] = {
    "/usr",  "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
    "/proc", // of real processes: a run on a demo host is one
};
constexpr const char *kProgramFiles[] = {"/etc/ld.so.cache", "/etc/localtime", "/dev/random", "/dev/urandom"};
constexpr const char *kDevices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};

// glibc has no functions for these.
int createRuleset(const RulesetAttributes *attributes, std::size_t size, std::uint32_t flags) {
    return static_cast<int>(::syscall(SYS_landlock_create_ruleset, attributes, size, flags));
}

bool allow(int ruleset, const char *path, std::uint64_t rights) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights;
    rule.parent_fd = ::open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return false;
    const bool added = ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    ::close(rule.parent_fd);
    return added;
}

/// This program and its libraries, wherever they are: it is started on a demo host, too.
void allowLoaded(int ruleset) {
    allow(ruleset, "/proc/self/exe", LANDLOCK_ACCESS_FS_READ_FILE);
    const auto each = [](dl_phdr_info *info, std::size_t, void *data) {
        if (info->dlpi_name != nullptr && info->dlpi_name[0] == '/')
            allow(*static_cast<int *>(data), info->dlpi_name, LANDLOCK_ACCESS_FS_READ_FILE);
        return 0;
    };
    ::dl_iterate_phdr(each, &ruleset);
}

void allowPrograms(int ruleset) {
    for (const char *folder : kProgramFolders)
        allow(ruleset, folder, kReadingRights);
    for (const char *file : kProgramFiles)
        allow(ruleset, file, LANDLOCK_ACCESS_FS_READ_FILE);
    allowLoaded(ruleset);
}

} // namespace

bool confineFiles(const std::vector<std::filesystem::path> &folders, Reading reading,
                  const std::vector<std::filesystem::path> &readable) {
    const int version = createRuleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < kWithRefer)
        return false;
    const std::uint64_t newer = version >= kWithTruncate ? kTruncate : 0;
    const bool isReading = reading == Reading::OwnAndPrograms;
    const std::uint64_t read = isReading ? kReadingRights : 0;
    const std::uint64_t readFile = isReading ? LANDLOCK_ACCESS_FS_READ_FILE : 0;
    RulesetAttributes attributes{.files = kFolderRights | newer | read};
    if (version >= kWithScopes)
        attributes.scopes = kAbstractSockets | kSignals;
    const int ruleset =
        createRuleset(&attributes, version >= kWithScopes ? sizeof attributes : sizeof attributes.files, 0);
    if (ruleset < 0)
        return false;
    bool confined = true;
    for (const std::filesystem::path &folder : folders)
        confined = allow(ruleset, folder.c_str(), kFolderRights | newer | read) && confined;
    for (const char *device : kDevices)
        allow(ruleset, device, kFileRights | newer | readFile);
    if (isReading) {
        allowPrograms(ruleset);
        for (const std::filesystem::path &folder : readable)
            confined = allow(ruleset, folder.c_str(), kReadingRights) && confined;
    }
    confined = confined && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    ::close(ruleset);
    return confined;
}

} // namespace fabricscope::app::demo
