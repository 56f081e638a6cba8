// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/MountIsolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

namespace fabricscope::app::demo {

namespace {

bool setMountAttributes(const char *path, unsigned flags, const mount_attr &attributes) {
    return ::syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

/// Makes all mounts read-only, except a new one of that folder.
bool makeReadOnlyBut(const char *writable) {
    mount_attr readOnly{}, readWrite{};
    readOnly.attr_set = MOUNT_ATTR_RDONLY;
    readWrite.attr_clr = MOUNT_ATTR_RDONLY;
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount(writable, writable, nullptr, MS_BIND, nullptr) == 0 &&
           setMountAttributes("/", AT_RECURSIVE, readOnly) && setMountAttributes(writable, 0, readWrite);
}

bool writeLine(const char *path, const std::string &line) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    const bool isWritten =
        file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    ::close(file);
    return isWritten;
}

/// In a new user namespace: this user and group keep their numbers.
bool stayUser(uid_t user, gid_t group) {
    return writeLine("/proc/self/setgroups", "deny") &&
           writeLine("/proc/self/uid_map", fmt::format("{0} {0} 1", user)) &&
           writeLine("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
}

/// No capabilities for this process and all programs started by it.
bool dropCapabilities() {
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
        if (::prctl(PR_CAPBSET_DROP, capability) != 0)
            return false;
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
    return ::syscall(SYS_capset, &header, none.data()) == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool enterNamespaces(const char *writable) {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    constexpr int kNamespaces = CLONE_NEWNS | CLONE_NEWUTS;
    return ::unshare(user == 0 ? kNamespaces : kNamespaces | CLONE_NEWUSER) == 0 &&
           (user == 0 || stayUser(user, group)) && makeReadOnlyBut(writable);
}

/// Tries it in a child: a system that allows the namespace but not what follows would leave this process
/// without its user.
bool mayEnterNamespaces(const char *writable) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(enterNamespaces(writable) ? 0 : 1);
    int status = 1;
    return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

} // namespace

bool isolateMounts(const std::filesystem::path &writable) {
    const bool isolated = mayEnterNamespaces(writable.c_str()) && enterNamespaces(writable.c_str());
    const bool dropped = dropCapabilities();
    ::prctl(PR_SET_DUMPABLE, 1); // lost with the change of rights; /proc/self would be root's
    return isolated && dropped;
}

} // namespace fabricscope::app::demo
