// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::store {

/// The type of the file system that a folder is on, as statfs(2) gives it in f_type; absent: not known.
using FileSystemType = std::function<std::optional<std::uint32_t>(const std::string &folder)>;
[[nodiscard]] std::optional<std::uint32_t> fileSystemType(const std::string &folder);

/// Whether other machines may see the same file, so that SQLite's write-ahead log, which shares memory
/// between processes of one machine, must not be used there (https://sqlite.org/wal.html, "All processes
/// using a database must be on the same host computer"). File systems in user space (sshfs and others) count
/// too: most of them share no memory between processes.
[[nodiscard]] bool isNetworkFileSystem(std::uint32_t type);

/// Why file locks (fcntl(2)) in a folder are not seen by other machines that use it: "nfs with
/// local_lock=all". Two of them would write a database at once, and damage it. Empty: they are seen, or the
/// folder is on a local disk, or unknown.
using LocalLocks = std::function<std::string(const std::string &folder)>;
[[nodiscard]] std::string localLocks(const std::string &folder);
/// The same from the text of /proc/self/mountinfo (proc(5)), for the mount of this device, "0:52". The
/// options are those of nfs(5), mount.cifs(8), mount.lustre(8) and sshfs(1), which has no locks at all.
[[nodiscard]] std::string localLocks(std::string_view mountInfo, std::string_view device);

} // namespace fabricscope::store
