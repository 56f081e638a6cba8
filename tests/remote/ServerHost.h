// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server/ExecServer.h"
#include "tests/support/Sshd.h"

#include <functional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// How a client program ended.
struct ClientRun {
    int status = -1; ///< exit status; -1 where a signal ended it
    std::string out, err;
};

/// An exec server of ours whose commands run in /bin/sh, with a client's key, known_hosts and configuration:
/// its name there is "bare", its user "somebody".
class ServerHost {
public:
    explicit ServerHost(const std::function<void(remote::ExecServerOptions &)> &change = {});

    [[nodiscard]] remote::ExecServer &server() { return *m_server; }
    void stop() { m_server.reset(); }
    [[nodiscard]] std::filesystem::path configFile() const { return m_folder.path() / "ssh_config"; }
    [[nodiscard]] const TemporaryFolder &folder() const { return m_folder; }

    /// ssh's own arguments, for this server.
    [[nodiscard]] std::vector<std::string> ssh(const std::vector<std::string> &arguments) const;
    /// The OpenSSH client with these arguments, to its end.
    [[nodiscard]] ClientRun run(const std::vector<std::string> &arguments,
                                const std::string &input = {}) const;
    /// The same, not waited for; its process id. Its output goes to `out` below folder().
    [[nodiscard]] pid_t start(const std::vector<std::string> &arguments, const std::string &out) const;

private:
    TemporaryFolder m_folder;
    std::unique_ptr<remote::ExecServer> m_server;
};

/// Asks again and again until it is so; false after a minute.
bool eventually(const std::function<bool()> &condition);
/// Processes whose command line holds this text.
std::vector<pid_t> processesNaming(const std::string &text);

} // namespace fabricscope::test
