// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/loop/Asio.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace fabricscope::remote {

/// What must end with the client: connection attempts, sessions, local processes. On the io thread.
class Closable {
public:
    virtual ~Closable() = default;
    virtual void shutDown() = 0;
};

/// The io thread. Everything that holds an Asio object holds the loop too, so that handles may outlive the
/// client.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(const Loop &) = delete;
    Loop &operator=(const Loop &) = delete;

    [[nodiscard]] asio::io_context &io() { return m_io; }
    [[nodiscard]] bool isCurrent() const;
    /// From any thread; false, and nothing will happen, once the loop has closed.
    bool post(std::function<void()> work);
    /// At once on the io thread, else as post().
    void dispatch(std::function<void()> work);
    /// shutDown() will be called on it if it still exists then. From any thread.
    void watch(std::weak_ptr<Closable> closable);

    /// Ends everything given to watch(), on the io thread, then takes no more work.
    void close();
    /// Waits for the io thread, which ends once close() was called and all is done.
    void join();

private:
    void run();

    asio::io_context m_io{1};
    asio::executor_work_guard<asio::io_context::executor_type> m_work{m_io.get_executor()};
    std::mutex m_mutex; // guards the two below
    bool m_closed = false;
    std::vector<std::weak_ptr<Closable>> m_closables;
    std::thread m_thread;
    std::thread::id m_threadId;
};

/// A deadline. Used on the io thread only; a stopped or destroyed timer never calls.
class Timer {
public:
    explicit Timer(Loop &loop) : m_timer(loop.io()) {}
    ~Timer() { stop(); }
    Timer(const Timer &) = delete;
    Timer &operator=(const Timer &) = delete;

    void start(std::chrono::milliseconds delay, std::function<void()> expired);
    void stop();

private:
    asio::steady_timer m_timer;
    std::shared_ptr<unsigned> m_generation = std::make_shared<unsigned>(0);
};

/// Blocks all signals for the calling thread: they are the main thread's business, and a broken pipe is an
/// error code here.
void blockSignals();

} // namespace fabricscope::remote
