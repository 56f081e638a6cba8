// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server/ExecChannel.h"

#include <libssh/callbacks.h>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::remote::server {

/// One connection from key exchange to its end, on the thread that calls run(). Only the session itself is in
/// libssh's event; pipes are polled with it (files given to ssh_event_add_fd crash under several channels).
class ServerSession {
public:
    /// `stopDescriptor` becomes readable when the server ends.
    ServerSession(const ExecServerOptions &options, const std::vector<KeyHandle> &keys, SessionHandle session,
                  int stopDescriptor);
    void run();

private:
    enum class Step { Continue, Finished };

    void setCallbacks();
    [[nodiscard]] bool isAllowed(ssh_key key) const;
    [[nodiscard]] int answerLogin(bool right, const char *user);
    ssh_channel openChannel();
    Step exchangeKeys();
    Step pump();
    Step wait(std::chrono::steady_clock::time_point graceEnd);

    const ExecServerOptions &m_options;
    const std::vector<KeyHandle> &m_keys;
    int m_stopDescriptor;
    SessionHandle m_session;
    EventHandle m_event;
    ssh_server_callbacks_struct m_callbacks{};
    std::vector<std::unique_ptr<ExecChannel>> m_channels, m_opened;
    std::string m_user;
    int m_refusedLogins = 0;
    bool m_keysExchanged = false, m_loggedIn = false;
};

} // namespace fabricscope::remote::server
