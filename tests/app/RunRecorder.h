// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "tests/support/Sshd.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace fabricscope::test {

/// Takes what one run tells, and waits for it.
class RunRecorder {
public:
    /// Longer than anything here takes: reached only where something hangs.
    static constexpr std::chrono::seconds kLongest{60};

    [[nodiscard]] app::ToolRun::Events events();

    /// False after kLongest.
    bool waitForEnd();
    bool waitForOutput(const std::string &text);
    bool waitForPhase(bench::Phase phase);
    /// Empty: until nothing is said of it.
    bool waitForReason(const std::string &text);

    std::string out, err;
    std::vector<bench::Phase> phases;
    bench::RunState last;
    int finishes = 0;

private:
    template<typename Condition> bool wait(Condition condition);

    std::mutex m_mutex;
    std::condition_variable m_changed;
};

[[nodiscard]] app::HostEndpoint hostEndpointFor(const Sshd &sshd, const std::string &target = "sshd0");
[[nodiscard]] app::HostEndpoint hostEndpointFor(const std::string &target);

/// A shell's script as the command of a run.
[[nodiscard]] bench::RunSpec shellRun(const std::string &script);

/// The living processes whose environment has the run's mark.
[[nodiscard]] std::set<pid_t> markedProcesses(const std::string &run);
/// Waits until there are none; false after so long.
[[nodiscard]] bool runEndsWithin(const std::string &run, std::chrono::milliseconds longest);
/// To those of an sshd's processes that are sshd itself, not to what it runs.
void signalLink(const Sshd &sshd, int signal);

/// What an earlier test may not leave behind either: a process of the test's own, with words that look like a
/// tool's.
class UnrelatedProcess {
public:
    explicit UnrelatedProcess(const std::string &name);
    ~UnrelatedProcess();
    UnrelatedProcess(const UnrelatedProcess &) = delete;
    UnrelatedProcess &operator=(const UnrelatedProcess &) = delete;
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = -1;
};

} // namespace fabricscope::test
