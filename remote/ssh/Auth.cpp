// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/Auth.h"

#include "remote/base/Secret.h"
#include "remote/ssh/PublicKeyAuth.h"

#include <optional>

namespace fabricscope::remote {

namespace {

using Machine = LoginMachine;

constexpr int kMaxPrompts = 16; // of one round of keyboard-interactive

struct Method {
    const char *name;
    int bit;
};
constexpr Method kMethods[] = {
    {"publickey", SSH_AUTH_METHOD_PUBLICKEY},
    {"keyboard-interactive", SSH_AUTH_METHOD_INTERACTIVE},
    {"password", SSH_AUTH_METHOD_PASSWORD},
};

class Login {
public:
    Login(ssh_session session, const HandshakeContext &context)
        : m_session(session)
        , m_context(context)
        , m_machine(context.config, static_cast<bool>(context.prompts.auth)) {}
    ~Login() { wipeAnswers(); }
    Login(const Login &) = delete;
    Login &operator=(const Login &) = delete;

    tl::expected<void, Failure> run();

private:
    Machine::Event perform(const Machine::TryNone &);
    Machine::Event perform(const Machine::ListKeys &);
    Machine::Event perform(const Machine::OfferKey &action) { return replied(m_keys->offer(action.key)); }
    Machine::Event perform(const Machine::SignWithAgent &action) {
        return replied(m_keys->signWithAgent(action.key));
    }
    Machine::Event perform(const Machine::FindCertificates &action) {
        return Machine::CertificatesFound{m_keys->findCertificates(action.key)};
    }
    Machine::Event perform(const Machine::OfferCertificate &action) {
        return replied(m_keys->offerCertificate(action.certificate));
    }
    Machine::Event perform(const Machine::LoadKey &action) { return m_keys->load(action.key); }
    Machine::Event perform(const Machine::Sign &) { return replied(m_keys->sign()); }
    Machine::Event perform(const Machine::SignWithCertificate &action) {
        return replied(m_keys->signWithCertificate(action.certificate));
    }
    Machine::Event perform(const Machine::Ask &action);
    Machine::Event perform(const Machine::Interact &);
    Machine::Event perform(const Machine::SendPassword &);
    Machine::Event perform(const Machine::Succeed &) { return Machine::Cancelled{}; } // not performed:
    Machine::Event perform(const Machine::Fail &) { return Machine::Cancelled{}; }    // the login is over

    int authenticate(const std::function<int()> &call) { return m_context.authenticate(m_session, call); }
    [[nodiscard]] Machine::Replied replied(int result) const;
    [[nodiscard]] Machine::Questioned questioned() const;
    void wipeAnswers();

    ssh_session m_session;
    const HandshakeContext &m_context;
    Machine m_machine;
    std::optional<PublicKeyAuth> m_keys;
    std::vector<std::string> m_answers; // of the user, not yet sent
};

tl::expected<void, Failure> Login::run() {
    Machine::Event event = Machine::Started{};
    for (;;) {
        const Machine::Action action =
            m_machine.step(m_context.isCancelled() ? Machine::Event(Machine::Cancelled{}) : event);
        if (std::holds_alternative<Machine::Succeed>(action))
            return {};
        if (const auto *failed = std::get_if<Machine::Fail>(&action))
            return tl::unexpected(failed->failure);
        event = std::visit([this](const auto &one) { return perform(one); }, action);
    }
}

Machine::Replied Login::replied(int result) const {
    Machine::Replied reply;
    reply.reply = result == SSH_AUTH_SUCCESS   ? Machine::Reply::Accepted
                  : result == SSH_AUTH_PARTIAL ? Machine::Reply::Partial
                  : result == SSH_AUTH_DENIED  ? Machine::Reply::Denied
                                               : Machine::Reply::Error;
    const int offered = ssh_userauth_list(m_session, nullptr);
    for (const Method &method : kMethods)
        if ((offered & method.bit) != 0)
            reply.methods.emplace_back(method.name);
    reply.isLinkOpen = isLinkOpen(m_session);
    reply.error = lastError(m_session);
    return reply;
}

Machine::Event Login::perform(const Machine::TryNone &) {
    return replied(authenticate([this] { return ssh_userauth_none(m_session, nullptr); }));
}

Machine::Event Login::perform(const Machine::ListKeys &) {
    m_keys.emplace(m_session, m_context);
    return m_keys->keys();
}

Machine::Event Login::perform(const Machine::Ask &action) {
    wipeAnswers();
    auto answers = m_context.ask(action.question);
    if (answers)
        m_answers = std::move(*answers);
    return Machine::Answered{answers.has_value()};
}

Machine::Event Login::perform(const Machine::Interact &) {
    for (std::size_t i = 0; i < m_answers.size(); ++i)
        ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned>(i), m_answers[i].c_str());
    wipeAnswers();
    const int result = authenticate([this] { return ssh_userauth_kbdint(m_session, nullptr, nullptr); });
    if (result == SSH_AUTH_INFO)
        return questioned();
    return replied(result);
}

Machine::Questioned Login::questioned() const {
    const auto text = [](const char *words) {
        return std::string(words ? words : "");
    };
    Machine::Questioned asked;
    asked.title = text(ssh_userauth_kbdint_getname(m_session));
    asked.instruction = text(ssh_userauth_kbdint_getinstruction(m_session));
    const int count = ssh_userauth_kbdint_getnprompts(m_session);
    for (int i = 0; i < count && i < kMaxPrompts; ++i) {
        char echo = 0;
        const char *prompt = ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned>(i), &echo);
        asked.prompts.push_back({text(prompt), echo != 0});
    }
    return asked;
}

Machine::Event Login::perform(const Machine::SendPassword &) {
    const int result =
        authenticate([this] { return ssh_userauth_password(m_session, nullptr, m_answers.front().c_str()); });
    wipeAnswers();
    return replied(result);
}

void Login::wipeAnswers() {
    for (std::string &answer : m_answers)
        wipe(answer);
    m_answers.clear();
}

} // namespace

tl::expected<void, Failure> logIn(ssh_session session, const HandshakeContext &context) {
    context.enter(Stage::Login);
    return Login(session, context).run();
}

} // namespace fabricscope::remote
