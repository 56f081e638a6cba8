// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/SudoPassword.h"
#include "remote/Client.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace fabricscope::app {

/// Asks a person for sudo's password of one host, some times at most, and keeps the messages of sudo. It
/// knows nothing of how the password is used. For one thread at a time, but for what it calls.
class SudoPrompter {
public:
    SudoPrompter(remote::Client &client, std::string target, AskSudoPassword ask);

    /// Somebody can be asked, has not been too often, nor given none, and a password may help.
    [[nodiscard]] bool mayAsk() const;
    /// A person is asked just now.
    [[nodiscard]] bool isAsking() const { return m_question != nullptr; }
    /// Nobody waits for the answer any more.
    void abandon();
    /// `given` comes on a thread of its own, with an empty one where the person gave none; take() belongs to
    /// it. `isOver`: nobody waits for it from the start.
    void ask(bool isOver, std::function<void(const remote::Secret &)> given);
    /// The password, or an empty one: none was given, or nobody waits for it.
    [[nodiscard]] remote::Secret take(const remote::Secret &given);
    void giveUp() { m_gaveUp = true; }

    /// Message of sudo; an empty text is nothing new.
    void refused(const std::string &error);
    [[nodiscard]] std::string why() const;
    /// Why a person gave no password.
    [[nodiscard]] std::string noPasswordReason() const;

private:
    remote::Client &m_client;
    std::string m_target;
    AskSudoPassword m_ask;
    std::string m_error;                           ///< the last message of sudo
    std::shared_ptr<std::atomic<bool>> m_question; ///< while a person is asked; true: nobody waits for it
    std::shared_ptr<std::string> m_unanswered;     ///< written by who asks, before take() is called
    int m_passwords = 0;                           ///< asked for so far
    bool m_gaveUp = false;
};

} // namespace fabricscope::app
