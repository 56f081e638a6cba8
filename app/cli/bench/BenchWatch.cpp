// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/BenchWatch.h"

#include "app/cli/terminal/CountInterrupts.h"
#include "app/cli/terminal/StandardStreams.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

namespace fabricscope::app::cli {

OutputCopy::OutputCopy(std::string log) : m_log(std::move(log)) {}

void OutputCopy::write(remote::Stream stream, std::string_view bytes) {
    if (!m_isTerminalCut &&
        !StandardStreams::writeToolOutput(stream == remote::Stream::Out ? stdout : stderr, bytes)) {
        m_isTerminalCut = true;
        cut("standard output");
    }
    if (!m_log.write(bytes))
        cut(m_log.path());
}

void OutputCopy::cut(const std::string &where) {
    m_isCut = true;
    printText(stderr, "fabricscope: {}: {}: no more output is written there; the run continues\n",
              HostText(where).line(512), std::system_category().message(errno));
}

ToolRun::Events Watched::events() {
    ToolRun::Events events;
    events.output = [this](remote::Stream stream, std::string_view bytes) {
        m_copy.write(stream, bytes);
    };
    const auto note = [this](const bench::RunState &state, bool isOver) {
        const std::scoped_lock lock(m_mutex);
        m_state = state;
        m_isOver = isOver;
        m_changed.notify_all();
    };
    events.state = [note](const bench::RunState &state) {
        note(state, false);
    };
    events.finished = [note](const bench::RunState &state) {
        note(state, true);
    };
    return events;
}

bench::RunState Watched::wait(ToolRun &run, bool leaveWhenRunning, OnInterrupt onInterrupt,
                              const std::function<void()> &tick) {
    std::unique_lock lock(m_mutex);
    int seen = 0;
    std::string shown;
    while (!m_isOver) {
        m_changed.wait_for(lock, std::chrono::milliseconds(100));
        if (m_state.phase == bench::Phase::Running && m_state.why != std::exchange(shown, m_state.why) &&
            !shown.empty() && !m_isOver)
            printText(stderr, "fabricscope: {}\n", shown);
        if (tick) {
            lock.unlock();
            tick();
            lock.lock();
        }
        if (leaveWhenRunning && m_state.phase == bench::Phase::Running)
            run.leave();
        if (const int now = CountInterrupts::count(); now > seen) {
            if (std::exchange(seen, now) > 0)
                break; // twice: the host ends it when the link closes
            if (onInterrupt == OnInterrupt::Leave) {
                run.leave();
                continue;
            }
            if (!StandardStreams::isReaderClosed())
                printText(stderr, "\nfabricscope: stopping{}\n", CountInterrupts::exitHint());
            run.stop();
        }
    }
    return m_state;
}

} // namespace fabricscope::app::cli
