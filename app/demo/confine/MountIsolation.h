// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::app::demo {

/// From here on this process and its children see every file system read-only except `writable` (an existing
/// folder), have their own host name, and hold no capability. Landlock has no right for mode, owner, times
/// and attributes of a file. Reading is not restricted. An ordinary user's process enters a user namespace
/// for it (user_namespaces(7)), in which files of others belong to nobody. Must be called while the process
/// has one thread; needs Linux 5.12 (mount_setattr(2)). Returns false if the kernel refuses: a system may
/// deny user namespaces, and then the process stays as it was, without capabilities.
bool isolateMounts(const std::filesystem::path &writable);

} // namespace fabricscope::app::demo
