// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server/SpawnedProcess.h"

#include <libssh/callbacks.h>
#include <poll.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote::server {

/// One session channel and the command that runs on it. libssh's callbacks only note what came; bytes move in
/// advance(), outside of them, and towards the client only while the channel's window is open and the session
/// has nothing unsent (libssh would enter its poll loop again otherwise). What the client does not take stays
/// in the command's pipe: that is the back pressure.
class ExecChannel {
public:
    using SpawnFunction = std::function<std::optional<Spawn>(const std::string &command)>;

    ExecChannel(ssh_session session, ssh_channel channel, SpawnFunction spawn);
    ~ExecChannel();
    ExecChannel(const ExecChannel &) = delete;
    ExecChannel &operator=(const ExecChannel &) = delete;

    /// What to wait for. Returns false where the command's end cannot be waited for: then poll with a short
    /// timeout.
    bool addPolls(std::vector<pollfd> &polls) const;
    /// Moves what can be moved, and reports the command's end to the client.
    void advance();
    /// The client has closed the channel: nothing more will come.
    [[nodiscard]] bool isClosed() const { return m_closed; }

private:
    void setCallbacks();
    int startCommand(const char *command);
    int takeInput(const char *data, std::size_t size);
    void fetchInput();
    void feedInput();
    void sendOutput(Fd &from, bool isError);
    [[nodiscard]] bool mayWrite() const;
    void finish();

    ssh_session m_session;
    ssh_channel m_channel;
    SpawnFunction m_spawn;
    ssh_channel_callbacks_struct m_callbacks{};
    std::optional<SpawnedProcess> m_process;
    std::string m_input; ///< came from the client, not yet taken by the command
    std::size_t m_inputOffset = 0;
    std::string m_unsent; ///< read from the command, not taken by libssh
    bool m_unsentIsError = false;
    bool m_fetching = false;
    bool m_inputHeld = false; ///< libssh holds more, since m_input was full
    bool m_inputEnded = false;
    bool m_started = false, m_finished = false, m_closed = false;
};

} // namespace fabricscope::remote::server
