// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::remote {

/// How far a connection got: the steps that an unreachable host's page shows.
enum class Stage { Config, Resolve, Connect, Handshake, HostKey, Login, Command, Link };
[[nodiscard]] std::string_view toString(Stage stage);

/// What carries a connection: the library, or the user's own `ssh`.
enum class TransportKind {
    Auto, ///< the library, unless the ssh configuration needs what it cannot do
    Libssh,
    OpenSsh,
};

enum class FailureKind {
    Cancelled,
    Timeout,
    Unresolvable,
    Refused,
    Unreachable, ///< no route, or the host or network is down
    ProxyFailed, ///< the ProxyCommand ended or could not be started
    Protocol,
    HostKeyUnknown,  ///< and not accepted
    HostKeyChanged,  ///< always refused
    HostKeyRevoked,  ///< likewise, also where the list of revoked keys cannot be read
    HostCertificate, ///< only a certificate could vouch for the key, and it cannot be verified
    WrongPassword,   ///< of all that was tried, a password was the last
    LoginDenied,
    LinkLost,      ///< closed, or no sign of life within the keep-alive limit
    CommandFailed, ///< the channel could not be opened or the command not started
    Config,
};

struct Failure {
    FailureKind kind = FailureKind::Protocol;
    Stage stage = Stage::Connect;
    std::string what; ///< one sentence; holds no secret
    std::string hint; ///< what to do; may be empty
};

/// What went wrong in a few words, of its kind and stage: "host key changed", "no answer to the login". For
/// titles, lists and the first words of a message; `what` has the details.
[[nodiscard]] std::string_view summary(const Failure &failure);
/// For a terminal: "wrong password: gpu-07 did not accept it", and what to do on a separate line.
[[nodiscard]] std::string message(const Failure &failure);

/// How a remote command ended: a status, a signal, or neither (then `failure`).
struct Exit {
    std::optional<int> status;
    std::optional<std::string> signal; ///< without SIG: "KILL"
    std::optional<Failure> failure;
};

enum class Stream { Out, Err };

/// What to run. `line` is a constant of this program ("exec /bin/sh -s"); scripts and values come on standard
/// input, never in the line: the login shell may be fish or tcsh.
struct Command {
    std::string line;
    std::string input;                                 ///< written to standard input
    bool keepInputOpen = false;                        ///< else closed once `input` is written
    std::optional<std::chrono::milliseconds> deadline; ///< for the whole command; the channel is closed then
    std::optional<std::chrono::milliseconds> silence;  ///< without a byte of output; likewise
};

/// All are called on the io thread, never concurrently for one process. `finished` is called exactly once,
/// last.
struct Sink {
    std::function<void(Stream, std::string_view)> data;
    std::function<void(const Exit &)> finished;
};

/// A command that runs. All functions may be called from any thread and never block. Dropping the last
/// reference does not end the command: call close().
class Process {
public:
    virtual ~Process() = default;
    virtual void write(std::string bytes) = 0;
    virtual void closeInput() = 0;
    /// Back pressure: while paused at most the channel's window is held (1.25 MB).
    virtual void pause() = 0;
    virtual void resume() = 0;
    virtual void signal(std::string name) = 0; ///< "TERM"
    virtual void close() = 0;                  ///< ends the channel; `finished` follows with Cancelled
};

/// Something that commands can be run on: an SSH session, or this machine.
class Transport {
public:
    virtual ~Transport() = default;
    /// Never fails at once: an impossible command ends through Sink::finished.
    virtual std::shared_ptr<Process> start(Command command, Sink sink) = 0;
    virtual void disconnect() = 0;
    [[nodiscard]] virtual bool isConnected() const = 0;
    /// Called on the io thread when the link ends on its own.
    virtual void onLost(std::function<void(const Failure &)> callback) = 0;
    /// The transport and the reason for it, as shown to the user: "OpenSSH (PKCS11Provider is set)"; empty
    /// for the local host.
    [[nodiscard]] virtual std::string description() const { return {}; }
};

/// "libssh 0.10.6" for About and reports.
[[nodiscard]] std::string libraryVersion();

} // namespace fabricscope::remote
