// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/Auth.h"

#include "core/base/Plural.h"
#include "remote/base/Secret.h"
#include "remote/ssh/PublicKeyAuth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace fabricscope::remote {

namespace {

constexpr int kMaxFactors = 8; // "partial success" in a row
constexpr int kMaxRounds = 32; // of prompts in one keyboard-interactive attempt
constexpr int kMaxPrompts = 16;

class Login {
public:
    Login(ssh_session session, const HandshakeContext &context) : m_session(session), m_context(context) {}

    tl::expected<void, Failure> run();

private:
    struct Method {
        std::string_view name;
        int bit;
        int (Login::*run)();
    };
    static const Method kMethods[];

    int oneFactor();
    int authenticate(const std::function<int()> &call) { return m_context.authenticate(m_session, call); }
    int publicKey();
    int interactive();
    int password();
    bool answerPrompts(int attempt);
    AuthQuestion question(AuthQuestion::Kind kind, int attempt) const;
    Failure denied() const;

    ssh_session m_session;
    const HandshakeContext &m_context;
    std::optional<PublicKeyAuth> m_keys;
    std::vector<std::string> m_tried;
    bool m_gaveUp = false;        // the user did not answer
    bool m_isAnswered = false;    // at least one question
    bool m_secretSent = false;    // in the last round of keyboard-interactive
    bool m_secretRefused = false; // the last answer was wrong
};

const Login::Method Login::kMethods[] = {
    {"publickey", SSH_AUTH_METHOD_PUBLICKEY, &Login::publicKey},
    {"keyboard-interactive", SSH_AUTH_METHOD_INTERACTIVE, &Login::interactive},
    {"password", SSH_AUTH_METHOD_PASSWORD, &Login::password},
};

tl::expected<void, Failure> Login::run() {
    int result = authenticate([this] { return ssh_userauth_none(m_session, nullptr); });
    for (int factor = 0; factor < kMaxFactors && (result == SSH_AUTH_DENIED || result == SSH_AUTH_PARTIAL);
         ++factor) {
        result = oneFactor();
        if (result == SSH_AUTH_DENIED)
            break;
    }
    if (result == SSH_AUTH_SUCCESS)
        return {};
    return tl::unexpected(denied());
}

int Login::oneFactor() {
    const int offered = ssh_userauth_list(m_session, nullptr);
    for (const std::string &requested : m_context.config.methods) {
        for (const Method &method : kMethods) {
            if (method.name != requested || (offered & method.bit) == 0 || m_gaveUp)
                continue;
            const int result = (this->*method.run)();
            m_tried.push_back(requested);
            if (result != SSH_AUTH_DENIED)
                return result;
        }
    }
    return SSH_AUTH_DENIED;
}

int Login::publicKey() {
    if (!m_keys)
        m_keys.emplace(m_session, m_context);
    return m_keys->run();
}

AuthQuestion Login::question(AuthQuestion::Kind kind, int attempt) const {
    AuthQuestion question;
    question.kind = kind;
    question.host = m_context.config.hostAndPort();
    question.user = m_context.config.user;
    question.attempt = attempt;
    return question;
}

int Login::interactive() {
    const auto kbdint = [this] {
        return ssh_userauth_kbdint(m_session, nullptr, nullptr);
    };
    int result = SSH_AUTH_DENIED;
    for (int attempt = 1; attempt <= m_context.config.passwordPrompts && result == SSH_AUTH_DENIED;
         ++attempt) {
        result = authenticate(kbdint);
        if (result == SSH_AUTH_DENIED) // without a question: asking again would not help
            break;
        for (int round = 0; result == SSH_AUTH_INFO; ++round) {
            if (round == kMaxRounds || !answerPrompts(attempt))
                return SSH_AUTH_DENIED;
            result = authenticate(kbdint);
            m_secretRefused = result == SSH_AUTH_DENIED && m_secretSent;
        }
    }
    return result;
}

/// Returns false if nobody answers.
bool Login::answerPrompts(int attempt) {
    m_secretSent = false;
    const int count = ssh_userauth_kbdint_getnprompts(m_session);
    AuthQuestion asked = question(AuthQuestion::Kind::KeyboardInteractive, attempt);
    const auto text = [](const char *words) {
        return std::string(words ? words : "");
    };
    asked.title = text(ssh_userauth_kbdint_getname(m_session));
    asked.instruction = text(ssh_userauth_kbdint_getinstruction(m_session));
    if (count == 0) { // a message only ("approve the login on your phone"), or the end of the conversation
        if (!asked.title.empty() || !asked.instruction.empty())
            (void)m_context.ask(asked);
        return true;
    }
    for (int i = 0; i < count && i < kMaxPrompts; ++i) {
        char echo = 0;
        const char *prompt = ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned>(i), &echo);
        asked.prompts.push_back({text(prompt), echo != 0});
    }
    auto answers = m_context.ask(asked);
    if (!answers) {
        m_gaveUp = true;
        return false;
    }
    const WipeGuard wiped(*answers);
    m_isAnswered = true;
    for (std::size_t i = 0; i < answers->size(); ++i)
        ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned>(i), (*answers)[i].c_str());
    m_secretSent = std::any_of(asked.prompts.begin(), asked.prompts.end(),
                               [](const AuthQuestion::Prompt &prompt) { return !prompt.echo; });
    return true;
}

int Login::password() {
    int result = SSH_AUTH_DENIED;
    for (int attempt = 1; attempt <= m_context.config.passwordPrompts && result == SSH_AUTH_DENIED;
         ++attempt) {
        AuthQuestion asked = question(AuthQuestion::Kind::Password, attempt);
        asked.prompts = {{fmt::format("Password for {}", m_context.config.label()), false}};
        auto answers = m_context.ask(asked);
        if (!answers) {
            m_gaveUp = true;
            return SSH_AUTH_DENIED;
        }
        const WipeGuard wiped(*answers);
        m_isAnswered = true;
        result =
            authenticate([&] { return ssh_userauth_password(m_session, nullptr, answers->front().c_str()); });
        m_secretRefused = result == SSH_AUTH_DENIED;
    }
    return result;
}

Failure Login::denied() const {
    const std::string label = m_context.config.label();
    const std::string error = lastError(m_session);
    // Of a server that accepts few attempts: keys, or answers.
    const bool isCutOff = error.find("Too many authentication failures") != std::string::npos;
    if (isCutOff && !m_isAnswered)
        return {FailureKind::LoginDenied, Stage::Login,
                fmt::format("{} refused the login after {}", label,
                            plural(m_keys ? m_keys->offered() : 0, "key", "keys")),
                "set IdentityFile and `IdentitiesOnly yes` for this host to offer only the right key"};
    const bool linked = isLinkOpen(m_session);
    if (!linked && m_tried.empty())
        return {FailureKind::Protocol,
                Stage::Login,
                fmt::format("{} closed the connection: {}", label, error),
                {}};
    // After a password has been refused.
    const bool gaveUp = m_gaveUp || (m_keys && m_keys->gaveUp() && !m_secretRefused);
    if (gaveUp && m_context.prompts.auth)
        return {FailureKind::Cancelled,
                Stage::Login,
                fmt::format("the login to {} was cancelled before a password was entered", label),
                {}};
    std::string what = fmt::format("{} refused the login", label);
    if (gaveUp)
        what = fmt::format("{} asks a question, but there is no terminal to answer it", label);
    else if (m_secretRefused)
        what = fmt::format("{} rejected the password", label);
    else if (isCutOff)
        what = fmt::format("{} rejected the answers", label);
    else if (!linked)
        what = fmt::format("{} closed the connection during the login", label);
    if (!m_tried.empty())
        what += fmt::format(" (tried {})", fmt::join(m_tried, ", "));
    std::string hint;
    if (m_keys)
        for (const std::string &note : m_keys->notes())
            hint += note + "; ";
    hint += fmt::format("test in a terminal: `{}`", m_context.config.sshCommand());
    const bool isRejected = m_secretRefused || isCutOff;
    return {isRejected && !gaveUp ? FailureKind::WrongPassword : FailureKind::LoginDenied, Stage::Login, what,
            hint};
}

} // namespace

tl::expected<void, Failure> logIn(ssh_session session, const HandshakeContext &context) {
    context.enter(Stage::Login);
    return Login(session, context).run();
}

} // namespace fabricscope::remote
