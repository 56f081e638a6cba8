// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/config/SshConfig.h"

#include <variant>

namespace fabricscope::remote {

/// The order of a login, as OpenSSH's: the methods in the configuration's order, several in a row where the
/// server wants that; keys of the agent and of files, each offered before its passphrase is asked for. A
/// state machine: each event gives the next action, whose outcome is the next event. It holds no secret:
/// answers of the user stay with its owner.
class LoginMachine {
public:
    enum class Reply {
        Accepted, ///< the login; of an offered key: the server would take it
        Partial,  ///< accepted, but more is needed
        Denied,
        Error, ///< the link has ended, or this one call failed
    };

    // Events.
    struct Started {};
    struct Replied {
        Reply reply = Reply::Denied;
        std::vector<std::string> methods; ///< with which the server lets go on
        bool isLinkOpen = true;
        std::string error; ///< the last one of the session, fit to show
    };
    /// A key to try: one that the agent holds, or a file.
    struct Key {
        bool isInAgent = false;
        bool isPublicKnown = true; ///< else it cannot be offered without its passphrase
        std::string name;          ///< the file, or the agent's comment; fit to show
    };
    struct KeysListed {
        std::vector<Key> keys; ///< in the order to try them
        std::vector<std::string> notes;
    };
    struct CertificatesFound {
        std::size_t count = 0;
    };
    struct KeyLoaded {
        bool isLoaded = false;
        std::optional<bool> isAnswered; ///< the last question for its passphrase; nothing: there was none
    };
    struct Questioned { ///< by the server (keyboard-interactive)
        std::string title, instruction;
        std::vector<AuthQuestion::Prompt> prompts;
    };
    struct Answered { ///< by the user
        bool isGiven = false;
    };
    struct Cancelled {};
    using Event = std::variant<Started, Replied, KeysListed, CertificatesFound, KeyLoaded, Questioned,
                               Answered, Cancelled>;

    // Actions; a key and a certificate are given by their index.
    struct TryNone {};  ///< -> Replied, as are all that ask the server
    struct ListKeys {}; ///< -> KeysListed
    struct OfferKey {
        std::size_t key;
    };
    struct SignWithAgent {
        std::size_t key;
    };
    struct FindCertificates { ///< -> CertificatesFound
        std::size_t key;
    };
    struct OfferCertificate {
        std::size_t certificate; ///< of the key last asked for
    };
    struct LoadKey { ///< -> KeyLoaded; asks for its passphrase
        std::size_t key;
    };
    struct Sign {};              ///< with the loaded key
    struct SignWithCertificate { ///< and the loaded key
        std::size_t certificate;
    };
    struct Ask { ///< -> Answered
        AuthQuestion question;
    };
    struct Interact {}; ///< keyboard-interactive, with the last answers if there are any; or -> Questioned
    struct SendPassword {}; ///< the last answer
    struct Succeed {};
    struct Fail {
        Failure failure;
    };
    using Action =
        std::variant<TryNone, ListKeys, OfferKey, SignWithAgent, FindCertificates, OfferCertificate, LoadKey,
                     Sign, SignWithCertificate, Ask, Interact, SendPassword, Succeed, Fail>;

    /// `config` must outlive it. `canAsk`: there is somebody to answer questions.
    LoginMachine(const HostConfig &config, bool canAsk) : m_config(config), m_canAsk(canAsk) {}

    [[nodiscard]] Action step(const Event &event);

private:
    enum class State {
        TryingNone,
        ListingKeys,
        OfferingAgentKey,
        SigningWithAgent,
        FindingCertificates,
        OfferingCertificate,
        LoadingForCertificate,
        SigningWithCertificate,
        OfferingKey,
        LoadingKey,
        Signing,
        Interacting,
        ShowingMessage,
        AskingPrompts,
        AskingPassword,
        SendingPassword,
        Ended,
    };

    Action on(const Started &event);
    Action on(const Replied &event);
    Action on(const KeysListed &event);
    Action on(const CertificatesFound &event);
    Action on(const KeyLoaded &event);
    Action on(const Questioned &event);
    Action on(const Answered &event);
    Action on(const Cancelled &event);

    Action to(State state, Action action);
    Action nextMethod();
    Action methodEnded(Reply reply);
    Action nextKey();
    Action nextCertificate();
    Action offerFile();
    Action keyReplied(Reply reply);
    Action nextAttempt();
    Action interactReplied(Reply reply);
    Action passwordReplied(Reply reply);
    Action unexpected();
    [[nodiscard]] AuthQuestion question(AuthQuestion::Kind kind) const;
    [[nodiscard]] Failure denied() const;
    [[nodiscard]] Failure denied(bool isCutOff, bool gaveUp) const;

    const HostConfig &m_config;
    const bool m_canAsk;
    State m_state = State::TryingNone;
    Replied m_last; // reply of the server
    std::vector<std::string> m_offered;
    std::vector<std::string> m_tried, m_notes;
    std::size_t m_method = 0; // the next one, of the configuration's
    int m_factor = 0;

    bool m_areKeysListed = false;
    std::vector<Key> m_keys;
    std::size_t m_nextKey = 0;
    std::size_t m_certificate = 0, m_certificates = 0;
    bool m_keyGaveUp = false; // no passphrase was given for a key that the server would take

    int m_attempt = 0, m_round = 0;
    std::vector<AuthQuestion::Prompt> m_prompts;
    bool m_gaveUp = false;        // the user did not answer
    bool m_isAnswered = false;    // at least one question
    bool m_secretSent = false;    // in the last round of keyboard-interactive
    bool m_secretRefused = false; // the last answer was wrong
};

} // namespace fabricscope::remote
