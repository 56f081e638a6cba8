// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/SudoPrompter.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app {

bool isPasswordUseless(std::string_view message) {
    constexpr std::string_view kWords[] = {
        "is not in the sudoers file",
        "may not run sudo",
        "is not allowed to run sudo",
        "is not allowed to execute",
        "must have a tty",
        "account validation failure",
        "\"no new privileges\" flag is set",
        "sudo must be owned by uid 0",
        "effective uid is not 0",
        "I'm afraid I can't do that",          // of sudo-rs
        "root's shell may not start programs", // of ScriptShell::guard()
        "sudo: not found",                     // of shells, then of env
        "sudo: command not found",
        "sudo: No such file or directory",
        "sudo': No such file or directory",
        "sudo’: No such file or directory",
    };
    return std::any_of(std::begin(kWords), std::end(kWords), [message](std::string_view words) {
        return message.find(words) != std::string_view::npos;
    });
}

SudoPrompter::SudoPrompter(remote::Client &client, std::string target, AskSudoPassword ask)
    : m_client(client), m_target(std::move(target)), m_ask(std::move(ask)) {}

bool SudoPrompter::mayAsk() const {
    return m_ask && m_passwords < kMaxSudoPasswords && !m_gaveUp && !isPasswordUseless(m_error);
}

void SudoPrompter::abandon() {
    if (m_question)
        *m_question = true;
}

void SudoPrompter::ask(bool isOver, std::function<void(const remote::Secret &)> given) {
    m_question = std::make_shared<std::atomic<bool>>(isOver);
    m_unanswered = std::make_shared<std::string>();
    SudoRequest request{m_target, ++m_passwords, [over = m_question] { return over->load(); },
                        [why = m_unanswered](std::string text) {
                            *why = std::move(text);
                        }};
    // The user may take minutes: neither the job's strand nor a worker of the pool may wait for that.
    m_client.runBlocking([ask = m_ask, given = std::move(given), request = std::move(request)] {
        const auto password = request.cancelled() ? std::nullopt : ask(request);
        given(password.value_or(remote::Secret()));
    });
}

remote::Secret SudoPrompter::take(const remote::Secret &given) {
    const auto question = std::exchange(m_question, nullptr);
    m_gaveUp = !question || *question || given.empty();
    return m_gaveUp ? remote::Secret() : given;
}

namespace {

/// sudo's messages without the line after each wrong password, since the last line counts them: "sudo: 3
/// incorrect password attempts".
std::string withoutRetries(std::string text) {
    constexpr std::string_view kRetry = "Sorry, try again.";
    for (std::size_t at = 0; (at = text.find(kRetry)) != std::string::npos;) {
        text.erase(at, kRetry.size());
        text.erase(at, text.find_first_not_of(" \t\n", at) - at);
    }
    return text;
}

} // namespace

void SudoPrompter::refused(const std::string &error) {
    const std::string rest = withoutRetries(error);
    if (!error.empty())
        m_error = rest.empty() ? "wrong password" : rest;
}

std::string SudoPrompter::why() const {
    const std::string message = m_error.empty() ? "sudo needs a password" : m_error;
    const bool isLate = m_gaveUp && m_unanswered && !m_unanswered->empty();
    return isLate ? *m_unanswered : message; // what sudo says without a password adds nothing
}

std::string SudoPrompter::noPasswordReason() const {
    return m_unanswered && !m_unanswered->empty() ? why() : "no password given: " + why();
}

} // namespace fabricscope::app
