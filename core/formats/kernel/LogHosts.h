// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Whose lines of a kernel log are read. The journal of a log server, and journals in one file, hold those of
/// several hosts.
class LogHosts {
public:
    /// `known`: the host's name by another source, empty if there is none.
    explicit LogHosts(std::string_view known) : m_known(shortName(known)) {}
    /// By the first lines of the log: the known host if they have it, else that of most of them.
    void learn(std::string_view log);

    /// Whether a line of the host with this name is read; an empty name belongs to any. A host has the name
    /// of its image ("localhost", "ubuntu") until its own is set.
    [[nodiscard]] bool reads(std::string_view host);

    [[nodiscard]] const std::string &host() const { return m_host; } ///< without its domain, in small letters
    /// Those whose lines are left out, in order of appearance; at most kMost.
    [[nodiscard]] const std::vector<std::string> &others() const { return m_others; }
    static constexpr std::size_t kMost = 16;
    static constexpr std::size_t kFirstBytes = std::size_t{64} << 10; ///< that learn() looks at

private:
    static std::string shortName(std::string_view name);

    std::string m_known, m_host;
    std::vector<std::string> m_others;
    std::string m_last; ///< name of the line before, as it is written
    bool m_readsLast = true;
};

} // namespace fabricscope::formats
