// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace fabricscope::app::demo {

/// From here on this thread, the threads that it starts and their processes make, change and remove files
/// only below `folders` and write to no device but /dev/null and its like, whatever a person runs on a demo
/// host; nor can they gain privileges, or send signals to processes that did not begin behind this call.
/// Commands reach a demo host's files by a prefix in front of each path; this holds where one has none. By
/// Landlock (landlock(7), version 2: Linux 5.19; signals: version 6, Linux 6.12). It knows no right for
/// changing a file's mode, owner or times. False where the kernel has none: then nothing is confined.
bool confineWrites(const std::vector<std::filesystem::path> &folders);

} // namespace fabricscope::app::demo
