// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunDelivery.h"

namespace fabricscope::app {

RunDelivery::RunDelivery(WorkerPool *workers, ToolRun::Events events)
    : m_strand(workers), m_events(std::move(events)) {}

void RunDelivery::take(std::shared_ptr<remote::Process> process) {
    {
        const std::scoped_lock lock(m_mutex);
        m_process = std::move(process);
        m_isPaused = false;
    }
    apply();
}

void RunDelivery::hold(bool held) {
    {
        const std::scoped_lock lock(m_mutex);
        m_isHeld = held;
    }
    apply();
}

void RunDelivery::drain() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isDraining = true;
    }
    apply();
}

void RunDelivery::apply() {
    std::shared_ptr<remote::Process> process;
    bool paused = false;
    {
        const std::scoped_lock lock(m_mutex);
        paused = (m_isHeld || m_isFull) && !m_isDraining;
        if (paused != m_isPaused)
            process = m_process;
        m_isPaused = paused;
    }
    // Outside the lock: data held back may be delivered immediately.
    if (process && paused)
        process->pause();
    else if (process)
        process->resume();
}

void RunDelivery::connected(std::shared_ptr<remote::Transport> transport) {
    m_strand.post([self = shared_from_this(), transport = std::move(transport)] {
        if (self->m_events.connected)
            self->m_events.connected(transport);
    });
}

void RunDelivery::output(remote::Stream stream, std::string_view bytes) {
    const std::size_t waiting = m_waiting.fetch_add(bytes.size()) + bytes.size();
    bool dropped = false;
    if (waiting > kMaxWaiting) {
        const std::scoped_lock lock(m_mutex);
        m_isFull = true;
        dropped = m_isDraining;
    }
    if (dropped) {
        m_waiting.fetch_sub(bytes.size());
        return;
    }
    apply();
    m_strand.post([self = shared_from_this(), stream, copy = std::string(bytes)] {
        self->taken(copy.size());
        if (self->m_events.output)
            self->m_events.output(stream, copy);
    });
}

void RunDelivery::taken(std::size_t bytes) {
    if (m_waiting.fetch_sub(bytes) - bytes >= kMaxWaiting / 2)
        return;
    {
        const std::scoped_lock lock(m_mutex);
        if (!std::exchange(m_isFull, false))
            return;
    }
    apply();
}

void RunDelivery::state(bench::RunState state) {
    m_strand.post([self = shared_from_this(), state = std::move(state)] {
        if (self->m_events.state)
            self->m_events.state(state);
    });
}

void RunDelivery::finished(bench::RunState state) {
    m_strand.post([self = shared_from_this(), state = std::move(state)] {
        // They may hold a reference to the run.
        const ToolRun::Events events = std::exchange(self->m_events, {});
        if (events.finished)
            events.finished(state);
    });
}

} // namespace fabricscope::app
