// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Endpoint.h"
#include "remote/base/Questions.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace fabricscope::remote {

using ConnectResult = tl::expected<std::shared_ptr<Transport>, Failure>;

/// A connection attempt. cancel() may be called from any thread, at any time; the callback is still called
/// once.
class Attempt {
public:
    virtual ~Attempt() = default;
    virtual void cancel() = 0;
};

/// Until when a session stays open.
enum class SessionLife : std::uint8_t {
    WhileUsed,   ///< its last transport is released
    UntilClosed, ///< the client ends, or the session does: one login, however many connections follow
};

/// One io thread and up to 16 handshakes at a time for any number of hosts. Sessions are reused: an endpoint
/// that is connected already (same resolved user, host, port) gives the same transport.
class Client {
public:
    explicit Client(SessionLife life = SessionLife::WhileUsed);
    ~Client(); ///< cancels and closes everything and joins; callbacks have returned when it returns
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    /// `done` is called exactly once, on the io thread.
    std::shared_ptr<Attempt> connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                     std::function<void(ConnectResult)> done);
    /// This machine, without SSH: the command line is given to /bin/sh.
    [[nodiscard]] std::shared_ptr<Transport> local();
    /// Runs the work on the io thread, soon.
    void post(std::function<void()> work);
    /// Runs on a thread that may wait for the user. The destructor waits for it, so whatever it waits for
    /// must end first. Work posted later never runs.
    void runBlocking(std::function<void()> work);
    /// Runs on the io thread after this time, unless the returned function is called before.
    std::function<void()> after(std::chrono::milliseconds delay, std::function<void()> work);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace fabricscope::remote
