// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace fabricscope::app::demo {

/// Writes files and relative links below one folder, and creates the folders they need. The first failure is
/// kept and nothing more is written after it.
class TreeWriter {
public:
    explicit TreeWriter(std::filesystem::path root);

    /// `path` is relative to the root; ".." is refused. Text is written unchanged: sysfs files end in a line
    /// feed. Small files with equal contents share one inode: a tree has thousands that contain "0".
    void file(std::string_view path, std::string_view content, unsigned mode = 0644);
    /// The value and a line feed, as in most of sysfs.
    void line(std::string_view path, std::string_view value);
    void directory(std::string_view path);
    /// A link at `path` to `target`, both relative to the root, written relative as the kernel writes it.
    void link(std::string_view path, std::string_view target);
    /// A link to something outside the tree.
    void outsideLink(std::string_view path, const std::filesystem::path &target);

    [[nodiscard]] const std::filesystem::path &root() const { return m_root; }
    [[nodiscard]] Result<> result() const { return m_result; }

private:
    bool prepare(std::string_view path);
    bool shared(std::string_view path, std::string_view content);
    void fail(std::string_view path, std::string_view what);

    std::filesystem::path m_root;
    std::unordered_set<std::string> m_made;
    std::unordered_map<std::string, std::filesystem::path> m_shared; ///< content -> the file that holds it
    Result<> m_result;
};

} // namespace fabricscope::app::demo
