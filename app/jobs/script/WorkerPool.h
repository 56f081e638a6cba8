// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace fabricscope::app {

/// A few threads for work that takes longer than a frame: splitting streams, parsing, building graphs.
class WorkerPool {
public:
    explicit WorkerPool(unsigned threads = 2);
    /// Waits for running tasks and drops waiting ones; later posts are dropped, too.
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    void post(std::function<void()> work);

private:
    friend class Strand;
    struct State;
    std::shared_ptr<State> m_state;
};

/// Runs the posted tasks one at a time and in order: on the pool, or without one on the thread that posts
/// first.
class Strand {
public:
    explicit Strand(WorkerPool *pool);
    void post(std::function<void()> work);

private:
    struct Queue {
        std::mutex mutex;
        std::deque<std::function<void()>> work;
        bool running = false;
    };
    class Turn;
    static void drain(const std::shared_ptr<Queue> &queue);

    std::shared_ptr<WorkerPool::State> m_pool;
    std::shared_ptr<Queue> m_queue = std::make_shared<Queue>();
};

} // namespace fabricscope::app
