// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::app::demo {

/// From here on this process and what it starts see every file system read-only but for `writable` (an
/// existing folder), have a host name of their own to change, and hold no capability: as root, too, a command
/// cannot change mode, owner, times or attributes of a file outside, which Landlock has no right for. Root
/// gets there on its own, anybody else by a user namespace (user_namespaces(7)), which containers and
/// Ubuntu's AppArmor may forbid. Reading stays as it is. To be called while the process has one thread; needs
/// Linux 5.12 (mount_setattr(2)). False where the kernel refuses: then nothing is isolated.
bool isolateMounts(const std::filesystem::path &writable);

} // namespace fabricscope::app::demo
