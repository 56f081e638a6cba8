// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/WriteConfinement.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

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

} // namespace

bool confineWrites(const std::vector<std::filesystem::path> &folders) {
    const int version = createRuleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < kWithRefer)
        return false;
    const std::uint64_t newer = version >= kWithTruncate ? kTruncate : 0;
    RulesetAttributes attributes{.files = kFolderRights | newer};
    if (version >= kWithScopes)
        attributes.scopes = kAbstractSockets | kSignals;
    const int ruleset =
        createRuleset(&attributes, version >= kWithScopes ? sizeof attributes : sizeof attributes.files, 0);
    if (ruleset < 0)
        return false;
    bool confined = true;
    for (const std::filesystem::path &folder : folders)
        confined = allow(ruleset, folder.c_str(), kFolderRights | newer) && confined;
    for (const char *device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"})
        allow(ruleset, device, kFileRights | newer); // one that is not there is not missed
    confined = confined && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    ::close(ruleset);
    return confined;
}

} // namespace fabricscope::app::demo
