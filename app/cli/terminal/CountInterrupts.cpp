// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/CountInterrupts.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace fabricscope::app::cli {

namespace {

std::atomic<int> g_interrupts{0};
std::atomic<int> g_lastSignal{0};
static_assert(std::atomic<int>::is_always_lock_free, "it is set by a signal handler");
void interrupted(int signal) {
    g_lastSignal = signal;
    ++g_interrupts;
}

} // namespace

CountInterrupts::CountInterrupts() {
    g_interrupts = 0;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        m_before[i] = std::signal(kSignals[i], interrupted);
        if (m_before[i] == SIG_IGN)
            std::signal(kSignals[i], SIG_IGN);
    }
}

CountInterrupts::~CountInterrupts() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        std::signal(kSignals[i], m_before[i]);
}

int CountInterrupts::count() {
    return g_interrupts;
}

std::string_view CountInterrupts::exitHint() {
    return g_lastSignal == SIGINT ? "; press Ctrl-C again to exit immediately" : "";
}

void CountInterrupts::raiseLast() {
    const int signal = g_lastSignal;
    std::signal(signal, SIG_DFL);
    (void)std::raise(signal);
    std::_Exit(128 + signal);
}

} // namespace fabricscope::app::cli
