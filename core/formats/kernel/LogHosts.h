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
    /// `known`: the host's name by another source, empty if there is none. Only its lines are read.
    explicit LogHosts(std::string_view known);

    /// Where the host is not known: each line's host, in the order of the log, before any is read. `time` as
    /// the log has it, may be empty.
    void learn(std::string_view host, std::string_view time);
    /// After the last line: the host is that of most lines. Names that follow each other, of which none comes
    /// back and no time is earlier than the one before, are those of one host that was renamed.
    void decide();
    [[nodiscard]] bool isDecided() const { return !m_host.empty(); }

    /// Whether a line of the host with this name is read; an empty name belongs to any. A host has the name
    /// of its image ("localhost", "ubuntu") until its own is set.
    [[nodiscard]] bool reads(std::string_view host);

    /// Its last name, in small letters.
    [[nodiscard]] const std::string &host() const { return m_host; }
    /// Whether this is the host's last name, or it has none of its own.
    [[nodiscard]] bool isLastName(std::string_view name) const;
    /// Whether a line under one of the host's names was read.
    [[nodiscard]] bool hasOwnLines() const { return m_hasOwnLines; }
    /// Those whose lines are left out, in order of appearance; at most kMost.
    [[nodiscard]] const std::vector<std::string> &others() const { return m_others; }
    static constexpr std::size_t kMost = 16;

private:
    struct Seen {
        std::string name;
        std::size_t lines = 0;
    };
    [[nodiscard]] bool isOwn(std::string_view name) const;

    std::string m_host;
    std::vector<std::string> m_earlier; ///< names of the same host
    std::vector<std::string> m_others;
    std::vector<Seen> m_seen;  ///< by learn(), in order of appearance
    std::size_t m_current = 0; ///< of m_seen: that of the line before
    bool m_isOneHost = true;   ///< as far as learn() saw
    bool m_hasOwnLines = false;
    std::string m_last, m_lastTime; ///< name and time of the line before, as they are written
    bool m_readsLast = true;
};

} // namespace fabricscope::formats
