// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/LoginMachine.h"

#include "core/base/Plural.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

constexpr int kMaxFactors = 8; // "partial success" in a row
constexpr int kMaxRounds = 32; // of prompts in one keyboard-interactive attempt

constexpr std::string_view kPublicKey = "publickey", kInteractive = "keyboard-interactive",
                           kPassword = "password";

} // namespace

LoginMachine::Action LoginMachine::step(const Event &event) {
    return std::visit([this](const auto &one) { return on(one); }, event);
}

LoginMachine::Action LoginMachine::to(State state, Action action) {
    m_state = state;
    return action;
}

LoginMachine::Action LoginMachine::on(const Started &) {
    return to(State::TryingNone, TryNone{});
}

LoginMachine::Action LoginMachine::on(const Cancelled &) {
    return to(State::Ended, Fail{{FailureKind::Cancelled, Stage::Login, "the connection was cancelled", {}}});
}

/// The owner's mistake: an event that does not answer the last action ends the login.
LoginMachine::Action LoginMachine::unexpected() {
    return to(State::Ended, Fail{denied()});
}

LoginMachine::Action LoginMachine::nextMethod() {
    while (m_method < m_config.methods.size() && !m_gaveUp) {
        const std::string &name = m_config.methods[m_method++];
        if (std::find(m_offered.begin(), m_offered.end(), name) == m_offered.end())
            continue;
        m_attempt = 0;
        if (name == kPublicKey)
            return m_areKeysListed ? nextKey() : to(State::ListingKeys, ListKeys{});
        if (name == kInteractive) {
            m_state = State::Interacting;
            return nextAttempt();
        }
        if (name == kPassword) {
            m_state = State::SendingPassword;
            return nextAttempt();
        }
    }
    return to(State::Ended, Fail{denied()});
}

LoginMachine::Action LoginMachine::methodEnded(Reply reply) {
    m_tried.push_back(m_config.methods[m_method - 1]);
    if (reply == Reply::Denied)
        return nextMethod();
    if (reply == Reply::Accepted)
        return to(State::Ended, Succeed{});
    if (reply == Reply::Error || ++m_factor == kMaxFactors)
        return to(State::Ended, Fail{denied()});
    m_method = 0;
    m_offered = m_last.methods;
    return nextMethod();
}

LoginMachine::Action LoginMachine::on(const Replied &event) {
    m_last = event;
    switch (m_state) {
    case State::TryingNone:
        if (event.reply == Reply::Accepted)
            return to(State::Ended, Succeed{});
        if (event.reply == Reply::Error)
            return to(State::Ended, Fail{denied()});
        m_offered = event.methods;
        return nextMethod();
    case State::Interacting:
        return interactReplied(event.reply);
    case State::SendingPassword:
        return passwordReplied(event.reply);
    default:
        break;
    }
    // An error that concerns only this key, such as an agent that refuses to sign, counts as a refusal: the
    // next key is tried.
    const bool isOfKey = event.reply == Reply::Error && event.isLinkOpen;
    if (isOfKey && m_state == State::SigningWithAgent)
        m_notes.push_back(fmt::format("the ssh agent did not sign with '{}'", m_keys[m_nextKey - 1].name));
    return keyReplied(isOfKey ? Reply::Denied : event.reply);
}

LoginMachine::Action LoginMachine::on(const KeysListed &event) {
    if (m_state != State::ListingKeys)
        return unexpected();
    m_areKeysListed = true;
    m_keys = event.keys;
    m_notes = event.notes;
    return nextKey();
}

/// Not one that was tried for an earlier factor.
LoginMachine::Action LoginMachine::nextKey() {
    if (m_nextKey == m_keys.size())
        return methodEnded(Reply::Denied);
    const std::size_t key = m_nextKey++;
    if (m_keys[key].isInAgent)
        return to(State::OfferingAgentKey, OfferKey{key});
    return to(State::FindingCertificates, FindCertificates{key});
}

LoginMachine::Action LoginMachine::on(const CertificatesFound &event) {
    if (m_state != State::FindingCertificates)
        return unexpected();
    m_certificates = event.count;
    m_certificate = 0;
    return nextCertificate();
}

LoginMachine::Action LoginMachine::nextCertificate() {
    if (m_certificate == m_certificates)
        return offerFile();
    return to(State::OfferingCertificate, OfferCertificate{m_certificate++});
}

LoginMachine::Action LoginMachine::offerFile() {
    const std::size_t key = m_nextKey - 1;
    if (m_keys[key].isPublicKnown)
        return to(State::OfferingKey, OfferKey{key});
    return to(State::LoadingKey, LoadKey{key});
}

LoginMachine::Action LoginMachine::keyReplied(Reply reply) {
    const std::size_t key = m_nextKey - 1;
    const bool wouldTake = reply == Reply::Accepted;
    switch (m_state) {
    case State::OfferingAgentKey:
        if (wouldTake)
            return to(State::SigningWithAgent, SignWithAgent{key});
        break;
    case State::OfferingCertificate:
        if (wouldTake)
            return to(State::LoadingForCertificate, LoadKey{key});
        [[fallthrough]];
    case State::SigningWithCertificate:
        if (reply == Reply::Denied)
            return nextCertificate();
        break;
    case State::OfferingKey:
        if (wouldTake)
            return to(State::LoadingKey, LoadKey{key});
        break;
    case State::SigningWithAgent:
    case State::Signing:
        break;
    default:
        return unexpected();
    }
    return reply == Reply::Denied ? nextKey() : methodEnded(reply);
}

LoginMachine::Action LoginMachine::on(const KeyLoaded &event) {
    if (m_state != State::LoadingKey && m_state != State::LoadingForCertificate)
        return unexpected();
    if (event.isAnswered)
        m_keyGaveUp = !*event.isAnswered;
    if (!event.isLoaded)
        m_notes.push_back(fmt::format("the key {} could not be used", m_keys[m_nextKey - 1].name));
    if (m_state == State::LoadingForCertificate)
        return event.isLoaded ? to(State::SigningWithCertificate, SignWithCertificate{m_certificate - 1})
                              : nextCertificate();
    return event.isLoaded ? to(State::Signing, Sign{}) : nextKey();
}

AuthQuestion LoginMachine::question(AuthQuestion::Kind kind) const {
    AuthQuestion question;
    question.kind = kind;
    question.host = m_config.hostAndPort();
    question.user = m_config.user;
    question.attempt = m_attempt;
    return question;
}

/// Of a password, or of keyboard-interactive.
LoginMachine::Action LoginMachine::nextAttempt() {
    if (m_attempt >= m_config.passwordPrompts)
        return methodEnded(Reply::Denied);
    ++m_attempt;
    m_round = 0;
    if (m_state == State::Interacting)
        return Interact{};
    AuthQuestion asked = question(AuthQuestion::Kind::Password);
    asked.prompts = {{fmt::format("Password for {}", m_config.label()), false}};
    return to(State::AskingPassword, Ask{std::move(asked)});
}

LoginMachine::Action LoginMachine::on(const Questioned &event) {
    if (m_state != State::Interacting)
        return unexpected();
    if (m_round > 0)
        m_secretRefused = false;
    if (m_round++ == kMaxRounds)
        return methodEnded(Reply::Denied);
    m_secretSent = false;
    AuthQuestion asked = question(AuthQuestion::Kind::KeyboardInteractive);
    if (m_round > 1) // the answer before it was accepted
        asked.attempt = 1;
    asked.title = event.title;
    asked.instruction = event.instruction;
    asked.prompts = m_prompts = event.prompts;
    if (!event.prompts.empty())
        return to(State::AskingPrompts, Ask{std::move(asked)});
    // A message only ("approve the login on your phone"), or the end of the conversation.
    if (!event.title.empty() || !event.instruction.empty())
        return to(State::ShowingMessage, Ask{std::move(asked)});
    return Interact{};
}

LoginMachine::Action LoginMachine::on(const Answered &event) {
    if (m_state == State::ShowingMessage)
        return to(State::Interacting, Interact{});
    if (m_state != State::AskingPrompts && m_state != State::AskingPassword)
        return unexpected();
    if (!event.isGiven) {
        m_gaveUp = true;
        return methodEnded(Reply::Denied);
    }
    m_isAnswered = true;
    if (m_state == State::AskingPassword)
        return to(State::SendingPassword, SendPassword{});
    m_secretSent = std::any_of(m_prompts.begin(), m_prompts.end(),
                               [](const AuthQuestion::Prompt &prompt) { return !prompt.echo; });
    return to(State::Interacting, Interact{});
}

LoginMachine::Action LoginMachine::interactReplied(Reply reply) {
    const bool isDenied = reply == Reply::Denied;
    if (m_round > 0)
        m_secretRefused = isDenied && m_secretSent;
    if (isDenied && m_round > 0)
        return nextAttempt();
    return methodEnded(reply); // denied without a question: asking again would not help
}

LoginMachine::Action LoginMachine::passwordReplied(Reply reply) {
    m_secretRefused = reply == Reply::Denied;
    return m_secretRefused ? nextAttempt() : methodEnded(reply);
}

Failure LoginMachine::denied() const {
    const std::string label = m_config.label();
    // Of a server that accepts few attempts: keys, or answers.
    const bool isCutOff = m_last.error.find("Too many authentication failures") != std::string::npos;
    if (isCutOff && !m_isAnswered)
        return {FailureKind::LoginDenied, Stage::Login,
                fmt::format("{} refused the login after {}", label, plural(m_nextKey, "key", "keys")),
                "set IdentityFile and `IdentitiesOnly yes` for this host to offer only the right key"};
    if (!m_last.isLinkOpen && m_tried.empty())
        return {FailureKind::Protocol,
                Stage::Login,
                fmt::format("{} closed the connection: {}", label, m_last.error),
                {}};
    // After a password has been refused.
    const bool gaveUp = m_gaveUp || (m_keyGaveUp && !m_secretRefused);
    if (gaveUp && m_canAsk)
        return {FailureKind::Cancelled,
                Stage::Login,
                fmt::format("the login to {} was cancelled before a password was entered", label),
                {}};
    return denied(isCutOff, gaveUp);
}

Failure LoginMachine::denied(bool isCutOff, bool gaveUp) const {
    const std::string label = m_config.label();
    std::string what = fmt::format("{} refused the login", label);
    if (gaveUp)
        what = fmt::format("{} asks a question, but there is no terminal to answer it", label);
    else if (m_secretRefused)
        what = fmt::format("{} rejected the password", label);
    else if (isCutOff)
        what = fmt::format("{} rejected the answers", label);
    else if (!m_last.isLinkOpen)
        what = fmt::format("{} closed the connection during the login", label);
    if (!m_tried.empty())
        what += fmt::format(" (tried {})", fmt::join(m_tried, ", "));
    std::string hint;
    for (const std::string &note : m_notes)
        hint += note + "; ";
    hint += fmt::format("test in a terminal: `{}`", m_config.sshCommand());
    const bool isRejected = m_secretRefused || isCutOff;
    return {isRejected && !gaveUp ? FailureKind::WrongPassword : FailureKind::LoginDenied, Stage::Login, what,
            hint};
}

} // namespace fabricscope::remote
