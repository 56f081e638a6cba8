// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace fabricscope::remote {

/// A folder for the user's eyes alone, with a path short enough for sockets in it, that goes with the object:
/// in $XDG_RUNTIME_DIR, which is made for sockets (a $TMPDIR may lie where there can be none), else in
/// $TMPDIR, else in /tmp. What a program of ours left that was killed is removed when the next one is made.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder &) = delete;
    PrivateFolder &operator=(const PrivateFolder &) = delete;

    /// Empty where none could be made.
    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Sixteen random bytes in hexadecimal.
[[nodiscard]] std::string randomName();

} // namespace fabricscope::remote
