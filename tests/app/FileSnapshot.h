// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::test {

/// What stands in folders of this machine, to see afterwards that nothing was written there: of each file,
/// folder and link its inode, size, mode and the time of its last change.
class FileSnapshot {
public:
    /// `folders` with all below them. Accounts come and go with other tests: files of accounts are left out.
    explicit FileSnapshot(std::vector<std::filesystem::path> folders);
    /// Everything that came, went or changed since, a line each.
    [[nodiscard]] std::vector<std::string> differences() const;

private:
    using Seen = std::map<std::string, std::string>;
    [[nodiscard]] Seen look() const;

    std::vector<std::filesystem::path> m_folders;
    Seen m_before;
};

/// Files of this machine whose names hold this word, in the folders in which anybody may write.
[[nodiscard]] std::vector<std::string> filesNamed(const std::string &word);

} // namespace fabricscope::test
