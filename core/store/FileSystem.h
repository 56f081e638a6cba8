// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace fabricscope::store {

/// The type of the file system that a folder is on, as statfs(2) gives it in f_type; absent: not known.
using FileSystemType = std::function<std::optional<std::uint32_t>(const std::string &folder)>;
[[nodiscard]] std::optional<std::uint32_t> fileSystemType(const std::string &folder);

/// Whether other machines may see the same file, so that SQLite's write-ahead log, which shares memory
/// between processes of one machine, must not be used there (https://sqlite.org/wal.html, "All processes
/// using a database must be on the same host computer"). File systems in user space (sshfs and others) count
/// too: most of them share no memory between processes.
[[nodiscard]] bool isNetworkFileSystem(std::uint32_t type);

} // namespace fabricscope::store
