// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::test {

/// The contents of folders of this machine, to check afterwards that nothing was written there: inode, size,
/// mode and modification time of each file, folder and link.
class FileSnapshot {
public:
    /// `folders` with everything below them, except account files: other tests create and delete accounts.
    explicit FileSnapshot(std::vector<std::filesystem::path> folders);
    /// Everything created, removed or changed since, one line each.
    [[nodiscard]] std::vector<std::string> differences() const;

private:
    using Seen = std::map<std::string, std::string>;
    [[nodiscard]] Seen look() const;

    std::vector<std::filesystem::path> m_folders;
    Seen m_before;
};

/// Files of this machine whose names contain this word, in the world-writable folders.
[[nodiscard]] std::vector<std::string> filesNamed(const std::string &word);

} // namespace fabricscope::test
