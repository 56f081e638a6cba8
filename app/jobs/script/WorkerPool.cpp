// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/WorkerPool.h"

#include <condition_variable>
#include <thread>
#include <vector>

namespace fabricscope::app {

struct WorkerPool::State {
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<std::function<void()>> work;
    bool stopping = false;
    std::vector<std::thread> threads;

    void post(std::function<void()> task) {
        {
            const std::scoped_lock lock(mutex);
            if (stopping)
                return;
            work.push_back(std::move(task));
        }
        wake.notify_one();
    }

    void run() {
        while (true) {
            std::function<void()> task;
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return stopping || !work.empty(); });
                if (stopping)
                    return;
                task = std::move(work.front());
                work.pop_front();
            }
            task();
        }
    }
};

WorkerPool::WorkerPool(unsigned threads) : m_state(std::make_shared<State>()) {
    for (unsigned i = 0; i < threads; ++i)
        m_state->threads.emplace_back([state = m_state.get()] { state->run(); });
}

WorkerPool::~WorkerPool() {
    std::deque<std::function<void()>> dropped;
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->stopping = true;
        dropped.swap(m_state->work);
    }
    m_state->wake.notify_all();
    for (std::thread &thread : m_state->threads)
        thread.join();
}

void WorkerPool::post(std::function<void()> work) {
    m_state->post(std::move(work));
}

/// One of the pool's tasks. If the pool is destroyed before it runs, the tasks waiting in the strand are
/// destroyed too: they may hold the owner of the strand.
class Strand::Turn {
public:
    explicit Turn(std::shared_ptr<Queue> queue) : m_queue(std::move(queue)) {}
    ~Turn() {
        if (m_isTaken)
            return;
        std::deque<std::function<void()>> dropped;
        const std::scoped_lock lock(m_queue->mutex);
        dropped.swap(m_queue->work);
        m_queue->running = false;
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;

    void take() {
        m_isTaken = true;
        drain(m_queue);
    }

private:
    std::shared_ptr<Queue> m_queue;
    bool m_isTaken = false;
};

Strand::Strand(WorkerPool *pool) : m_pool(pool != nullptr ? pool->m_state : nullptr) {}

void Strand::post(std::function<void()> work) {
    {
        const std::scoped_lock lock(m_queue->mutex);
        m_queue->work.push_back(std::move(work));
        if (m_queue->running)
            return;
        m_queue->running = true;
    }
    if (m_pool)
        m_pool->post([turn = std::make_shared<Turn>(m_queue)] { turn->take(); });
    else
        drain(m_queue);
}

void Strand::drain(const std::shared_ptr<Queue> &queue) {
    while (true) {
        std::function<void()> task;
        {
            const std::scoped_lock lock(queue->mutex);
            if (queue->work.empty()) {
                queue->running = false;
                return;
            }
            task = std::move(queue->work.front());
            queue->work.pop_front();
        }
        task();
    }
}

} // namespace fabricscope::app
