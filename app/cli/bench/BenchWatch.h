// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/bench/LogCopy.h"
#include "app/jobs/run/ToolRun.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// Where the output of runs goes: standard output and error, and a file. A full disk or a closed pipe never
/// blocks a run: it is reported once, on standard error, and nothing more is written to the file, so that it
/// has no gap. For one thread at a time.
class OutputCopy {
public:
    /// `log` empty: no file.
    explicit OutputCopy(std::string log);
    [[nodiscard]] bool isOpen() const { return !m_log.hasFailed(); }
    void write(remote::Stream stream, std::string_view bytes);
    /// Part of the output was lost here.
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    void cut(const std::string &where);
    LogCopy m_log;
    std::atomic<bool> m_isCut{false};
    bool m_isTerminalCut = false;
};

/// The effect of Ctrl-C: it ends the run, or only stops watching one that continues by itself.
enum class OnInterrupt : std::uint8_t { Stop, Leave };

/// What a run's own thread reports to the waiting thread. The output is passed on as it arrives.
class Watched {
public:
    explicit Watched(OutputCopy &copy) : m_copy(copy) {}

    [[nodiscard]] ToolRun::Events events();
    /// Until it is over, or it was left once it ran or at Ctrl-C, or Ctrl-C came twice. What came of it.
    /// `tick` is called ten times a second meanwhile.
    bench::RunState wait(ToolRun &run, bool leaveWhenRunning, OnInterrupt onInterrupt = OnInterrupt::Stop,
                         const std::function<void()> &tick = {});

private:
    OutputCopy &m_copy;
    std::mutex m_mutex; // guards all members below
    std::condition_variable m_changed;
    bench::RunState m_state;
    bool m_isOver = false;
};

} // namespace fabricscope::app::cli
