// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/config/SshConfig.h"

#include <variant>

namespace fabricscope::remote {

/// What known_hosts says of the key that a host offers.
enum class HostKeyState { Known, Unknown, Changed, Revoked };

/// Whether a host's key is accepted, by the options and files that ssh would look at, in its order: revoked
/// keys, known hosts, certificate authorities, and finally the user. A state machine: each event gives the
/// next action, whose outcome is the next event. It compares no keys: that is its owner's.
class HostKeyMachine {
public:
    // Events. Any other than the outcome of the last action refuses the key.
    struct KeyRead {
        std::string type, fingerprint;
    };
    struct RevocationChecked {
        std::optional<bool> isRevoked; ///< nothing: RevokedHostKeys cannot be read
        std::string error;             ///< why
    };
    struct CommandRun {
        std::optional<Failure> failure;
    };
    struct Compared {
        HostKeyState state = HostKeyState::Unknown;
        std::string knownType, knownFingerprint, knownIn; ///< of the matching or the conflicting key
        bool isKnownWithoutPort = false;                  ///< "gpu-07" has this key, "[gpu-07]:2222" none
        std::string authority; ///< the certificate authority that may have signed it; empty: none
    };
    struct Answered {
        HostKeyAnswer answer;
    };
    struct Stored {};
    struct Cancelled {};
    using Event = std::variant<KeyRead, RevocationChecked, CommandRun, Compared, Answered, Stored, Cancelled>;

    // Actions, in the order of the events that are their outcomes.
    struct CheckRevocation {}; ///< in RevokedHostKeys
    struct RunCommand {};      ///< KnownHostsCommand
    struct Compare {};
    struct Ask {
        HostKeyQuestion question;
    };
    struct Store {
        std::filesystem::path file; ///< empty: there is none
        std::string note;           ///< to be shown before
    };
    struct Accept {};
    struct Refuse {
        Failure failure;
    };
    using Action = std::variant<CheckRevocation, RunCommand, Compare, Ask, Store, Accept, Refuse>;

    /// `config` must outlive it; `address` is the numeric one.
    HostKeyMachine(const HostConfig &config, std::string address)
        : m_config(config), m_name(config.knownName()), m_address(std::move(address)) {}

    [[nodiscard]] Action step(const Event &event);

private:
    Action on(const KeyRead &event);
    Action on(const RevocationChecked &event);
    Action on(const CommandRun &event);
    Action on(const Compared &event);
    Action on(const Answered &event);
    Action on(const Stored &event);
    Action on(const Cancelled &event);

    Action afterRevocation();
    Action showRefused(const Compared &compared);
    Action decideUnknown();
    [[nodiscard]] bool isLoopback() const;
    [[nodiscard]] std::string keyText() const { return m_key.type + " " + m_key.fingerprint; }
    [[nodiscard]] HostKeyQuestion question() const;

    const HostConfig &m_config;
    const std::string m_name; ///< as in known_hosts
    const std::string m_address;
    std::size_t m_awaited = 0; ///< index of the event that comes next
    KeyRead m_key;
    Failure m_refusal;      ///< where the answer is no
    bool m_isShown = false; ///< the question only shows a key: no answer makes it acceptable
};

/// Ends the hint of a changed key under StrictHostKeyChecking no.
inline constexpr std::string_view kStrictNoHint = "; StrictHostKeyChecking no is not honoured for such a key";
inline constexpr std::string_view kNoFileToAddTo =
    "UserKnownHostsFile is none: there is no file to store the key in";
/// The note about a key that was added to known_hosts because StrictHostKeyChecking asks for it. `key` is its
/// type and fingerprint.
[[nodiscard]] std::string addedWithoutPrompt(const HostKeyPolicy &policy, std::string_view key,
                                             std::string_view name);
/// What to do about a changed key; `where` as in KnownKey, `name` as in known_hosts. With the command that
/// removes the known key if `where` is a file.
[[nodiscard]] std::string changedKeyHint(const std::string &where, const std::string &name);

} // namespace fabricscope::remote
