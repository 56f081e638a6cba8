// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/FileSystem.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

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

} // namespace

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
