// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/Question.h"

#include <chrono>
#include <utility>

namespace fabricscope::app::bridge {

bool Question::answer(Answer answer) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return false;
        m_answer = std::move(answer);
        m_closed = true;
    }
    m_changed.notify_all();
    return true;
}

void Question::abandon() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    m_changed.notify_all();
}

bool Question::isOpen() const {
    const std::lock_guard lock(m_mutex);
    return !m_closed;
}

std::optional<Answer> Question::wait(const std::function<bool()> &cancelled) {
    std::unique_lock lock(m_mutex);
    while (!m_changed.wait_for(lock, std::chrono::milliseconds(100), [this] { return m_closed; })) {
        lock.unlock();
        if (cancelled())
            abandon();
        lock.lock();
    }
    return std::exchange(m_answer, std::nullopt);
}

std::optional<Answer> Question::wait() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_closed; });
    return std::exchange(m_answer, std::nullopt);
}

} // namespace fabricscope::app::bridge
