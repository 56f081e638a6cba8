// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/loop/Loop.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace fabricscope::remote {

void blockSignals() {
    sigset_t all;
    ::sigfillset(&all);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        ::sigdelset(&all, fault);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

Loop::Loop() : m_thread([this] { run(); }) {
    m_threadId = m_thread.get_id();
}

Loop::~Loop() {
    m_work.reset();
    join();
}

void Loop::run() {
    blockSignals();
    m_io.run();
}

bool Loop::isCurrent() const {
    return std::this_thread::get_id() == m_threadId;
}

bool Loop::post(std::function<void()> work) {
    std::lock_guard lock(m_mutex);
    if (m_closed)
        return false;
    asio::post(m_io, std::move(work));
    return true;
}

void Loop::dispatch(std::function<void()> work) {
    if (isCurrent())
        work();
    else
        post(std::move(work));
}

void Loop::watch(std::weak_ptr<Closable> closable) {
    std::lock_guard lock(m_mutex);
    std::erase_if(m_closables, [](const auto &known) { return known.expired(); });
    m_closables.push_back(std::move(closable));
}

void Loop::close() {
    post([this] {
        while (true) { // tasks may start others when they end: until none is left
            std::vector<std::weak_ptr<Closable>> closables;
            {
                std::lock_guard lock(m_mutex);
                if (m_closables.empty()) {
                    m_closed = true;
                    m_work.reset();
                    return;
                }
                closables.swap(m_closables);
            }
            for (const auto &weak : closables)
                if (auto closable = weak.lock())
                    closable->shutDown();
        }
    });
}

void Loop::join() {
    if (m_thread.joinable())
        m_thread.join();
}

void Timer::start(std::chrono::milliseconds delay, std::function<void()> expired) {
    stop();
    m_timer.expires_after(delay);
    m_timer.async_wait([generation = std::weak_ptr(m_generation), startedGeneration = *m_generation,
                        expired = std::move(expired)](const ErrorCode &error) {
        auto current = generation.lock();
        if (!error && current && *current == startedGeneration)
            expired();
    });
}

void Timer::stop() {
    ++*m_generation;
    m_timer.cancel();
}

} // namespace fabricscope::remote
