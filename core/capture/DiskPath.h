// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::capture {

/// The path of an entry of a tree on disk, for system calls. Consecutive requests are near each other: only
/// the names below the common part are written.
class DiskPath {
public:
    explicit DiskPath(std::string top = {}) : m_top(std::move(top)) {}

    [[nodiscard]] const std::string &top() const { return m_top; } ///< empty: not on disk
    [[nodiscard]] bool isAt(std::uint32_t folder) const {
        return !m_entered.empty() && m_entered.back().folder == folder;
    }
    /// Whether the folder of this depth is on the path; if so, it is the current one.
    bool goUp(std::uint32_t folder, std::size_t depth) {
        if (depth >= m_entered.size() || m_entered[depth].folder != folder)
            return false;
        m_entered.resize(depth + 1);
        return true;
    }
    /// Enters a folder of the current one; the first is the top, whose name is not used.
    void enter(std::uint32_t folder, std::string_view name) {
        if (m_entered.empty())
            m_path.assign(m_top);
        else
            of(name);
        m_path.push_back('/');
        m_entered.push_back({folder, m_path.size()});
    }
    /// An entry of the current folder; valid until the next call.
    const char *of(std::string_view name) {
        m_path.resize(m_entered.back().length);
        return m_path.append(name).c_str();
    }

private:
    /// A folder on this path, and where its own part ends.
    struct Entered {
        std::uint32_t folder;
        std::size_t length;
    };
    std::string m_top, m_path;
    std::vector<Entered> m_entered; ///< from the top down
};

} // namespace fabricscope::capture
