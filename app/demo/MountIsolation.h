// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::app::demo {

/// For root: from here on this process and what it starts see every file system read-only but for `writable`
/// (an existing folder), have a host name of their own to change, and hold no capability. Landlock has no
/// right for mode, owner, times and attributes of a file. Reading stays as it is. To be called while the
/// process has one thread; needs Linux 5.12 (mount_setattr(2)). False where the kernel refuses, and for
/// anybody else: in a user namespace the system's folders would be nobody's, and a copy into them is refused.
bool isolateMounts(const std::filesystem::path &writable);

} // namespace fabricscope::app::demo
