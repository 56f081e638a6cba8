// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/SudoPassword.h"
#include "remote/Client.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace fabricscope::app {

/// Asks the user for the sudo password of one host, a limited number of times, and keeps the messages of
/// sudo. Independent of how the password is used. For one thread at a time, except the callback.
class SudoPrompter {
public:
    SudoPrompter(remote::Client &client, std::string target, AskSudoPassword ask);

    /// Whether to ask: there is a callback, the limit is not reached, the user has not given up, and a
    /// password can help.
    [[nodiscard]] bool mayAsk() const;
    /// Whether a question is pending.
    [[nodiscard]] bool isAsking() const { return m_question != nullptr; }
    /// Cancels the pending question.
    void abandon();
    /// `given` is called on another thread, with an empty password if the user gave none; pass it to take().
    /// `isOver`: the question is cancelled from the start.
    void ask(bool isOver, std::function<void(const remote::Secret &)> given);
    /// The password, or an empty one: none was given, or the question was cancelled.
    [[nodiscard]] remote::Secret take(const remote::Secret &given);
    void giveUp() { m_gaveUp = true; }

    /// A message of sudo; an empty text is ignored.
    void refused(const std::string &error);
    [[nodiscard]] std::string why() const;
    /// Why the user gave no password.
    [[nodiscard]] std::string noPasswordReason() const;

private:
    remote::Client &m_client;
    std::string m_target;
    AskSudoPassword m_ask;
    std::string m_error;                           ///< the last message of sudo
    std::shared_ptr<std::atomic<bool>> m_question; ///< while the user is asked; true: no answer is needed
    std::shared_ptr<std::string> m_unanswered;     ///< why there is no answer; set before take() is called
    int m_passwords = 0;                           ///< number requested so far
    bool m_gaveUp = false;
};

} // namespace fabricscope::app
