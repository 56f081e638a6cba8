// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::app::demo {

/// From here on this thread, the threads that it starts and their processes make, change and remove files
/// only below `folder` and write to no device but /dev/null and its like, whatever a person runs on a demo
/// host; nor can they gain privileges. Commands reach a demo host's files by a prefix in front of each path;
/// this holds where one has none. By Landlock (landlock(7), version 2: Linux 5.19). False where the kernel
/// has none: then nothing is confined.
bool confineWrites(const std::filesystem::path &folder);

} // namespace fabricscope::app::demo
