// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server/ExecServer.h"
#include "tests/support/Sshd.h"

#include <functional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// The result of a client program.
struct ClientRun {
    int status = -1; ///< exit status; -1 if a signal ended it
    std::string out, err;
};

/// An exec server of ours whose commands run in /bin/sh, with a client key, known_hosts and configuration, in
/// which its name is "bare" and its user "somebody".
class ServerHost {
public:
    explicit ServerHost(const std::function<void(remote::ExecServerOptions &)> &change = {});

    [[nodiscard]] remote::ExecServer &server() { return *m_server; }
    void stop() { m_server.reset(); }
    [[nodiscard]] std::filesystem::path configFile() const { return m_folder.path() / "ssh_config"; }
    [[nodiscard]] const TemporaryFolder &folder() const { return m_folder; }

    /// The arguments of ssh for this server.
    [[nodiscard]] std::vector<std::string> ssh(const std::vector<std::string> &arguments) const;
    /// Runs the OpenSSH client with these arguments to its end.
    [[nodiscard]] ClientRun run(const std::vector<std::string> &arguments,
                                const std::string &input = {}) const;
    /// Starts it without waiting; returns its process id. Its output goes to `out` below folder().
    [[nodiscard]] pid_t start(const std::vector<std::string> &arguments, const std::string &out) const;

private:
    TemporaryFolder m_folder;
    std::unique_ptr<remote::ExecServer> m_server;
};

/// Waits until the condition holds; false after a minute.
bool eventually(const std::function<bool()> &condition);
/// Processes whose command line contains this text.
std::vector<pid_t> processesNaming(const std::string &text);

} // namespace fabricscope::test
