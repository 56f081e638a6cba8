// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote {

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
    int attempt = 1;                 ///< greater: what was answered before was rejected
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

} // namespace fabricscope::remote
