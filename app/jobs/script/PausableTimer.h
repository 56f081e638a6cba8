// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <chrono>
#include <functional>

namespace fabricscope::app {

/// A time limit that is paused while the user is asked. For one thread at a time.
class PausableTimer {
public:
    PausableTimer(remote::Client &client, std::chrono::milliseconds limit)
        : m_client(client), m_left(limit) {}
    /// Resumes, unless it is running. `over` is called on the client's io thread, once, when the time has
    /// passed.
    void run(std::function<void()> over);
    void hold();

private:
    remote::Client &m_client;
    std::chrono::milliseconds m_left;
    std::chrono::steady_clock::time_point m_since;
    std::function<void()> m_stop; ///< unset: it is paused
};

} // namespace fabricscope::app
