// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/SudoTurn.h"

#include <utility>

namespace fabricscope::app {

SudoTurn::SudoTurn(remote::Client &client, std::string target, AskSudoPassword ask)
    : m_client(client), m_target(std::move(target)), m_ask(std::move(ask)) {}

bool SudoTurn::mayAsk() const {
    return m_ask && m_passwords < kMaxSudoPasswords && !m_gaveUp;
}

void SudoTurn::abandon() {
    if (m_question)
        *m_question = true;
}

void SudoTurn::ask(bool isOver, std::function<void(const remote::Secret &)> given) {
    m_question = std::make_shared<std::atomic<bool>>(isOver);
    SudoRequest request{m_target, ++m_passwords, [over = m_question] {
                            return over->load();
                        }};
    // A person takes minutes: neither the job's strand nor a worker of the pool may wait for that.
    m_client.runBlocking([ask = m_ask, given = std::move(given), request = std::move(request)] {
        const auto password = request.cancelled() ? std::nullopt : ask(request);
        given(password.value_or(remote::Secret()));
    });
}

remote::Secret SudoTurn::take(const remote::Secret &given) {
    const auto question = std::exchange(m_question, nullptr);
    m_gaveUp = !question || *question || given.empty();
    return m_gaveUp ? remote::Secret() : given;
}

void SudoTurn::refused(const std::string &error) {
    if (!error.empty())
        m_error = error;
}

std::string SudoTurn::why() const {
    return m_error.empty() ? "sudo needs a password" : m_error;
}

} // namespace fabricscope::app
