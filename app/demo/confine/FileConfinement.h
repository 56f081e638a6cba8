// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fabricscope::app::demo {

enum class Reading : std::uint8_t {
    Anything,
    OwnAndPrograms, ///< only below the folders, and what programs need to run: those of the system, this
                    ///< program and its libraries, /proc, /dev/null and similar ones. Not /etc, homes, /tmp
                    ///< or /sys
};

/// From here on this thread, the threads that it starts and their processes can create, change and remove
/// files only below `folders`, read files and list folders as `reading` says, and write to no device but
/// /dev/null and similar ones, whatever is run on a demo host; nor can they gain privileges, or send signals
/// to processes that were not started after this call. Commands reach a demo host's files by a prefix in
/// front of each path; this protects against a path without it. Uses Landlock (landlock(7), version 2:
/// Linux 5.19; signals: version 6, Linux 6.12), which has no right for changing a file's mode, owner or
/// times, and none for asking whether a file exists. False if the kernel lacks it: then nothing is confined.
/// `readable`: folders that can be read besides.
bool confineFiles(const std::vector<std::filesystem::path> &folders, Reading reading,
                  const std::vector<std::filesystem::path> &readable = {});

} // namespace fabricscope::app::demo
