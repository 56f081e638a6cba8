// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/EventLoopCpuTimer.h"

#include <QAbstractEventDispatcher>

#include <ctime>

namespace fabricscope::app::bridge {

namespace {

double threadCpuMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

} // namespace

EventLoopCpuTimer::EventLoopCpuTimer() : m_startMs(threadCpuMs()) {
    const QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance();
    if (loop == nullptr)
        return;
    // A dispatcher emits one of these before it looks for events.
    for (const auto begins : {&QAbstractEventDispatcher::aboutToBlock, &QAbstractEventDispatcher::awake})
        connect(loop, begins, this, [this] { m_startMs = threadCpuMs(); });
}

double EventLoopCpuTimer::cpuMs() const {
    return threadCpuMs() - m_startMs;
}

} // namespace fabricscope::app::bridge
