// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/loop/Workers.h"

#include "remote/loop/Loop.h"

#include <utility>

namespace fabricscope::remote {

Workers::~Workers() {
    join();
}

void Workers::run(std::function<void()> work) {
    std::lock_guard lock(m_mutex);
    if (m_closing)
        return;
    m_queue.push_back(std::move(work));
    if (m_idle >= m_queue.size())
        m_wake.notify_one();
    else
        m_threads.emplace_back([this] { serve(); });
}

void Workers::serve() {
    blockSignals();
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        m_wake.wait(lock, [this] { return m_closing || !m_queue.empty(); });
        --m_idle;
        if (m_queue.empty())
            return;
        auto work = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
    }
}

void Workers::join() {
    std::list<std::thread> threads;
    {
        std::lock_guard lock(m_mutex);
        m_closing = true;
        threads.swap(m_threads);
    }
    m_wake.notify_all();
    for (std::thread &thread : threads)
        thread.join();
}

} // namespace fabricscope::remote
