// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace fabricscope::remote {

/// Threads for work that may block: a handshake, the user's answer. One is started if none is idle. Permits
/// limit the number of concurrent handshakes, so that a waiting one does not block others.
class Workers {
public:
    Workers() = default;
    ~Workers(); ///< waits for the running work
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

    void run(std::function<void()> work);
    /// Takes no more work and waits.
    void join();

private:
    void serve();

    std::mutex m_mutex; // guards all below
    std::condition_variable m_wake;
    std::list<std::function<void()>> m_queue;
    std::list<std::thread> m_threads;
    std::size_t m_idle = 0;
    bool m_closing = false;
};

} // namespace fabricscope::remote
