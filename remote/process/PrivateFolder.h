// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Descriptor.h"

#include <sys/types.h>

#include <filesystem>

namespace fabricscope::remote {

/// A folder that only the user can access, with a path short enough for sockets in it, removed with the
/// object: in $XDG_RUNTIME_DIR, which is meant for sockets (a $TMPDIR may lie where there can be none), else
/// in $TMPDIR, else in /tmp. If this program is killed, a child process removes the folder; anything left
/// over is removed when the next one is made.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder &) = delete;
    PrivateFolder &operator=(const PrivateFolder &) = delete;

    /// Empty where none could be made.
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    void startCleaner();
    void stopCleaner();

    std::filesystem::path m_path;
    Descriptor m_cleanerInput; ///< what the child reads: it ends with this process
    pid_t m_cleaner = -1;
};

/// Removes such a folder of this user; nothing where the path is none.
void removePrivateFolder(const std::filesystem::path &path);

/// Sixteen random bytes in hexadecimal.
[[nodiscard]] std::string randomName();

} // namespace fabricscope::remote
