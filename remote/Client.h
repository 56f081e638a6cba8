// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Transport.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// Where to connect to, as the user wrote it; everything else comes from the user's ssh configuration, which
/// these override where set.
struct Endpoint {
    std::string target; ///< [user@]host[:port] or an alias of the ssh configuration; ssh://user@host:port too
    std::string user;   ///< empty: from target or configuration
    std::uint16_t port = 0; ///< 0: likewise
    /// [user@]host[:port], several with commas: jump hosts that replace the configuration's; empty: its own.
    std::string jump;
    std::filesystem::path configFile;              ///< empty: ~/.ssh/config and the system's
    std::vector<std::filesystem::path> identities; ///< keys tried first
    std::vector<std::filesystem::path> knownHosts; ///< read with the configuration's own
    std::filesystem::path knownHostsToWrite; ///< where accepted keys go; empty: the first of knownHosts, else
                                             ///< the configuration's
    /// Of this program alone: read with the others, and keys accepted for it are stored there; empty: none.
    std::filesystem::path ownKnownHosts;
    TransportKind transport = TransportKind::Auto;
};

struct HostKeyQuestion {
    std::string host;        ///< as in known_hosts: "gpu-07" or "[gpu-07]:2222"
    std::string address;     ///< numeric address connected to
    std::string keyType;     ///< "ssh-ed25519"
    std::string fingerprint; ///< "SHA256:..." in full
    /// Set for a changed key, which is only shown, never accepted: what known_hosts holds.
    std::string knownFingerprint, knownKeyType, knownIn;
    bool changed = false;
    bool revoked = false;            ///< `changed` is set, too; knownIn is where it is revoked
    std::string remark;              ///< ssh's remark on the key, on DNS and other names; not trusted
    std::function<bool()> cancelled; ///< true once the answer is no longer awaited
};
/// The host of a question for a person: "gpu-07" and "10.0.12.25, port 22"; a host that was given by its
/// address: "127.0.0.1" and "port 2222".
struct HostKeyEndpoint {
    std::string name, address;
};
[[nodiscard]] HostKeyEndpoint endpointOf(const HostKeyQuestion &question);

enum class HostKeyAnswer {
    Refuse,
    AcceptOnce,
    AcceptAndStore,
    AcceptAndStoreInOwnFile, ///< in Endpoint::ownKnownHosts, which ssh itself does not read
};

struct AuthQuestion {
    enum class Kind { Password, KeyPassphrase, KeyboardInteractive } kind = Kind::Password;
    std::string host, user;
    std::string title; ///< of the server (keyboard-interactive), or the key's file; not trusted: sanitize
                       ///< before showing
    std::string instruction;
    struct Prompt {
        std::string text;
        bool echo = false;
    };
    /// Exactly as many answers are expected. None: title and instruction are only to be shown, while the
    /// server waits for something else.
    std::vector<Prompt> prompts;
    int attempt = 1;
    std::function<bool()> cancelled; ///< true once the answers are no longer awaited
};

/// Asked on a worker thread, which may block until the user has answered or the question's `cancelled` is
/// true; unset functions mean no. Several attempts may ask at the same time. Answers are wiped from memory
/// after use. A changed host key comes as a question too, so that it can be shown; the answer to it is not
/// used.
struct Prompts {
    std::function<HostKeyAnswer(const HostKeyQuestion &)> hostKey;
    std::function<std::optional<std::vector<std::string>>(const AuthQuestion &)> auth;
};

/// A remark about a connection: an option that is not honoured, a key that was stored.
struct ConnectNote {
    std::string text;       ///< one sentence
    bool isWarning = false; ///< else it is for the log only
};

struct ConnectOptions {
    std::chrono::milliseconds connectTimeout{10000}; ///< name, TCP and banner together
    std::chrono::milliseconds handshakeTimeout{
        30000};                                      ///< key exchange and login, without waiting for the user
    std::chrono::milliseconds promptTimeout{300000}; ///< the user's answer
    std::chrono::milliseconds keepAliveInterval{5000};
    int keepAliveCountMax = 3;
    /// Progress of the connection, on the io thread or a worker.
    std::function<void(Stage)> stage;
    /// Events that are not failures, on the io thread or a worker.
    std::function<void(const ConnectNote &)> note;
};

using ConnectResult = tl::expected<std::shared_ptr<Transport>, Failure>;

/// A connection attempt. cancel() may be called from any thread, at any time; the callback is still called
/// once.
class Attempt {
public:
    virtual ~Attempt() = default;
    virtual void cancel() = 0;
};

/// Until when a session stays open.
enum class SessionLife : std::uint8_t {
    WhileUsed,   ///< its last transport is released
    UntilClosed, ///< the client ends, or the session does: one login, however many connections follow
};

/// One io thread and up to 16 handshakes at a time for any number of hosts. Sessions are reused: an endpoint
/// that is connected already (same resolved user, host, port) gives the same transport.
class Client {
public:
    explicit Client(SessionLife life = SessionLife::WhileUsed);
    ~Client(); ///< cancels and closes everything and joins; callbacks have returned when it returns
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    /// `done` is called exactly once, on the io thread.
    std::shared_ptr<Attempt> connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                     std::function<void(ConnectResult)> done);
    /// This machine, without SSH: the command line is given to /bin/sh.
    [[nodiscard]] std::shared_ptr<Transport> local();
    /// Runs the work on the io thread, soon.
    void post(std::function<void()> work);
    /// Runs on a thread that may wait for the user. The destructor waits for it, so whatever it waits for
    /// must end first. Work posted later never runs.
    void runBlocking(std::function<void()> work);
    /// Runs on the io thread after this time, unless the returned function is called before.
    std::function<void()> after(std::chrono::milliseconds delay, std::function<void()> work);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// "libssh 0.10.6" for About and reports.
[[nodiscard]] std::string libraryVersion();

} // namespace fabricscope::remote
