// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Questions.h"
#include "remote/config/SshConfig.h"
#include "remote/ssh/KeyStore.h"

#include <atomic>

namespace fabricscope::remote {

/// Data for the blocking part of an attempt; owned by the attempt and its worker together.
struct HandshakeContext {
    HostConfig config;
    std::string address; ///< numeric, for display
    Prompts prompts;
    ConnectOptions options;
    std::shared_ptr<KeyStore> keys;
    std::shared_ptr<std::atomic<bool>> cancelled;
    /// The clock of the handshake stops while the user is asked.
    std::function<void()> promptStarted, promptEnded;

    [[nodiscard]] bool isCancelled() const { return *cancelled; }
    void enter(Stage stage) const {
        if (options.stage && !isCancelled())
            options.stage(stage);
    }
    /// A remark for the log, where there is one.
    void note(std::string text, bool isWarning) const {
        if (options.note && !isCancelled())
            options.note({std::move(text), isWarning});
    }
    /// An ssh_userauth_...() to its end; SSH_AUTH_ERROR where the link has ended.
    int authenticate(ssh_session session, const std::function<int()> &call) const {
        return repeat(
            session, [this] { return isCancelled(); }, SSH_AUTH_AGAIN, call);
    }
    [[nodiscard]] HostKeyAnswer ask(const HostKeyQuestion &question) const;
    /// Exactly as many answers as there are prompts, or nothing.
    [[nodiscard]] std::optional<std::vector<std::string>> ask(const AuthQuestion &question) const;
};

} // namespace fabricscope::remote
