// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Transport.h"
#include "remote/loop/Loop.h"

#include <cstdint>
#include <filesystem>

namespace fabricscope::remote {

class RunningCommand;

/// Where a channel leads: a command (empty host), or a TCP connection that the server makes for us.
struct ForwardTo {
    std::string host;
    std::uint16_t port = 0;
};

/// A transport over SSH, which also carries TCP connections to hosts behind the server.
class SessionTransport : public Transport {
public:
    /// Opens a connection from the server to there, as a stream of Stream::Out and of the input. On the io
    /// thread.
    virtual std::shared_ptr<RunningCommand> forward(ForwardTo to, Sink sink) = 0;
    /// Where another `ssh` reaches this session; empty: nowhere.
    [[nodiscard]] virtual std::filesystem::path controlSocket() const { return {}; }
};

/// A session after its login, shared by everyone who connects to the same host. On the io thread.
class Session : public Closable {
public:
    virtual void begin() = 0;
    /// False once the next connection should use a new session.
    [[nodiscard]] virtual bool isUsable() const = 0;
    /// Called once, when the session has closed for any reason.
    virtual void onClosed(std::function<void()> callback) = 0;
    [[nodiscard]] virtual std::shared_ptr<SessionTransport> makeTransport() = 0;
};

} // namespace fabricscope::remote
