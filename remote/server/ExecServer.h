// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// What an exec request runs. Nothing of the server's own environment is added.
struct Spawn {
    std::vector<std::string> arguments;   ///< arguments[0] is the program's path
    std::vector<std::string> environment; ///< "NAME=value"
    std::string workingDirectory;         ///< empty: the server's
};

struct ExecServerOptions {
    std::uint16_t port = 0; ///< 0: any that is free
    /// Public keys that may log in, as in authorized_keys without options: "ssh-ed25519 AAAA... comment".
    std::vector<std::string> authorizedKeys;
    /// The one user who may log in; empty: any. A password counts only where both are set.
    std::string user, password;
    /// Maps a command line to what runs; std::nullopt refuses the request. Called on session threads, at the
    /// same time for several sessions; it must not throw.
    std::function<std::optional<Spawn>(const std::string &user, const std::string &command)> spawn;
    std::size_t maxSessions = 64; ///< connections beyond are closed at once
    std::size_t maxChannels = 16; ///< of one session
    std::chrono::milliseconds loginGrace{30000};
};

/// A bare SSH server on 127.0.0.1 that runs commands: no shell, terminal, subsystem or forwarding, several
/// channels a session, standard error, exit statuses and signals, back pressure. Its host key lives in memory
/// only. A command's process group is killed when its channel or session ends. One thread a session.
class ExecServer {
public:
    /// Fails with a sentence if the port is taken, a key is invalid, or libssh does not work.
    [[nodiscard]] static tl::expected<std::unique_ptr<ExecServer>, std::string>
    start(ExecServerOptions options);
    ~ExecServer(); ///< ends all sessions and their commands, and joins
    ExecServer(const ExecServer &) = delete;
    ExecServer &operator=(const ExecServer &) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// "ssh-ed25519 AAAA...", for known_hosts.
    [[nodiscard]] const std::string &hostKey() const;
    /// Sessions that run now; for tests and bounds.
    [[nodiscard]] std::size_t sessionCount() const;

private:
    struct Impl;
    explicit ExecServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace fabricscope::remote
