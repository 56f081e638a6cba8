// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"

#include <atomic>
#include <mutex>

namespace fabricscope::app {

/// Delivers the events of a run to their consumer, in order, and throttles the run's channel while the
/// consumer lags behind: at most kMaxWaiting bytes wait here, 1.25 MB more in the channel, then the tool
/// waits.
class RunDelivery : public std::enable_shared_from_this<RunDelivery> {
public:
    static constexpr std::size_t kMaxWaiting = std::size_t{8} << 20;

    RunDelivery(WorkerPool *workers, ToolRun::Events events);

    void take(std::shared_ptr<remote::Process> process); ///< whose output arrives from now on
    void hold(bool held);                                ///< from any thread
    /// From now on there is no throttling: the run is being ended. Excess output is dropped.
    void drain();

    void connected(std::shared_ptr<remote::Transport> transport);
    void output(remote::Stream stream, std::string_view bytes);
    void state(bench::RunState state);
    void finished(bench::RunState state);

private:
    void taken(std::size_t bytes);
    void apply(); ///< informs the channel where needed

    Strand m_strand;
    ToolRun::Events m_events;
    std::atomic<std::size_t> m_waiting{0};

    std::mutex m_mutex; // guards all members below
    std::shared_ptr<remote::Process> m_process;
    bool m_isHeld = false, m_isFull = false, m_isDraining = false;
    bool m_isPaused = false; ///< the last state sent to the channel
};

} // namespace fabricscope::app
