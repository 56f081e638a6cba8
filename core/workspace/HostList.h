// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::workspace {

/// One host of a list. All fields have been validated: names and addresses hold nothing that
/// means something to a shell or could be taken for an option.
struct HostEntry {
    std::string name;         ///< as the list calls it; with its port if only that distinguishes it
    std::string address;      ///< where to connect to: a name, an alias of the ssh configuration, an address
    std::string user;         ///< empty: from the ssh configuration
    std::uint16_t port = 0;   ///< 0: likewise
    std::string identityFile; ///< a private key; empty: likewise
    std::string jump;         ///< [user@]host[:port], several with commas; empty: likewise
    std::string container;    ///< "docker:train"; empty: the host itself
    std::vector<std::string> groups; ///< as the list has them, without "all" and "ungrouped"
    int line = 0;                    ///< of the list, from 1

    /// What collecting takes: the address, with the container behind it.
    [[nodiscard]] std::string target() const;
    friend bool operator==(const HostEntry &, const HostEntry &) = default;
};

/// A part of a list that was not read, or perhaps not as intended.
struct ListWarning {
    int line = 0; ///< from 1; 0: the whole list
    std::string text;
    friend bool operator==(const ListWarning &, const ListWarning &) = default;
};

enum class ListForm : std::uint8_t {
    Lines, ///< one a line: [user@]host[:port], ranges, Slurm's node list, `scontrol show hostnames`
    Mpirun,
    AnsibleIni,
    AnsibleYaml,
    Dstack,     ///< a fleet of hosts reached by SSH
    SlurmNodes, ///< the table of sinfo
    SlurmConf,  ///< slurm.conf, and `scontrol show nodes`
    HostsFile,  ///< as /etc/hosts
};
/// "ansible inventory (INI)".
[[nodiscard]] std::string_view toString(ListForm form);

struct HostList {
    ListForm form = ListForm::Lines;
    std::vector<HostEntry> hosts; ///< each name once, in the list's order
    std::vector<ListWarning> warnings;
    friend bool operator==(const HostList &, const HostList &) = default;
};

struct HostListLimits {
    static constexpr std::size_t kBytes = std::size_t{4} << 20;
    static constexpr std::size_t kWarnings = 200; ///< and one more with the number of others
    static constexpr std::size_t kGroups = 32;    ///< of one host
};

/// Reads a list in any supported form, detected from its content. `where` is the file's name, for errors.
/// Errors: not text, too long, more than kMaxHosts hosts, no host at all.
[[nodiscard]] Result<HostList> readHostList(std::string_view text, const std::string &where);

/// Two entries with the same key are the same thing to collect.
[[nodiscard]] std::string connectionKey(const HostEntry &entry);

} // namespace fabricscope::workspace
