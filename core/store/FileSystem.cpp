// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FileSystem.h"

#include "core/base/Text.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace fabricscope::store {

namespace {

/// From linux/magic.h and the sources of the file systems.
constexpr std::array<std::uint32_t, 20> kNetworkTypes = {
    0x00006969, // NFS
    0x0000517B, // SMB (smbfs)
    0xFE534D42, // SMB2
    0xFF534D42, // CIFS
    0x65735546, // FUSE: sshfs, GlusterFS, virtiofs
    0x0000564C, // NCP
    0x5346414F, // AFS
    0x6B414653, // AFS of the kernel
    0x73757245, // Coda
    0x00C36400, // Ceph
    0x0BD00BD0, // Lustre
    0x47504653, // GPFS, IBM Storage Scale
    0x01021997, // 9P
    0x7461636F, // OCFS2
    0x01161970, // GFS2
    0x19830326, // BeeGFS
    0xAAD7AAEA, // PanFS
    0x786F4256, // shared folder of VirtualBox
    0xBACBACBC, // shared folder of VMware
    0x20030528, // OrangeFS
};

/// An option with which locks stay on this machine; empty: they always do.
struct LocalLockRow {
    std::string_view type, option;
};
constexpr std::array<LocalLockRow, 10> kLocalLocks = {{
    {"nfs", "nolock"},
    {"nfs", "local_lock=all"},
    {"nfs", "local_lock=posix"},
    {"nfs4", "nolock"},
    {"nfs4", "local_lock=all"},
    {"nfs4", "local_lock=posix"},
    {"cifs", "nobrl"},
    {"smb3", "nobrl"},
    {"lustre", "localflock"},
    {"fuse.sshfs", ""},
}};

bool hasOption(std::string_view options, std::string_view option) {
    while (!options.empty())
        if (takeUntil(options, ',') == option)
            return true;
    return option.empty();
}

/// Of one line: "36 35 0:52 / /home rw,noatime shared:1 - nfs server:/home rw,vers=3,local_lock=all"
std::string localLocksOfLine(std::string_view line) {
    const std::size_t end = line.find(" - ");
    if (end == std::string_view::npos)
        return {};
    line.remove_prefix(end + 3);
    const std::string_view type = takeUntil(line, ' ');
    (void)takeUntil(line, ' '); // its source
    for (const LocalLockRow &row : kLocalLocks)
        if (row.type == type && hasOption(line, row.option))
            return row.option.empty() ? std::string(type) : fmt::format("{} with {}", type, row.option);
    return {};
}

} // namespace

std::string localLocks(std::string_view mountInfo, std::string_view device) {
    while (!mountInfo.empty()) {
        const std::string_view line = takeUntil(mountInfo, '\n');
        std::string_view fields = line;
        (void)takeUntil(fields, ' ');
        (void)takeUntil(fields, ' ');
        if (takeUntil(fields, ' ') != device)
            continue;
        if (std::string why = localLocksOfLine(fields); !why.empty())
            return why;
    }
    return {};
}

std::string localLocks(const std::string &folder) {
    struct stat status {};
    std::ifstream file("/proc/self/mountinfo", std::ios::binary);
    if (!file || ::stat(folder.c_str(), &status) != 0)
        return {};
    const std::string device = fmt::format("{}:{}", major(status.st_dev), minor(status.st_dev));
    for (std::string line; std::getline(file, line);)
        if (std::string why = localLocks(line, device); !why.empty())
            return why;
    return {};
}

std::optional<std::uint32_t> fileSystemType(const std::string &folder) {
    struct statfs status {};
    if (::statfs(folder.c_str(), &status) != 0)
        return std::nullopt;
    return static_cast<std::uint32_t>(status.f_type);
}

bool isNetworkFileSystem(std::uint32_t type) {
    return std::find(kNetworkTypes.begin(), kNetworkTypes.end(), type) != kNetworkTypes.end();
}

} // namespace fabricscope::store
