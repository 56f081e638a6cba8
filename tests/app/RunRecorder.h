// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/ToolRun.h"
#include "tests/support/Sshd.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace fabricscope::test {

/// The reason of a run's end for the supervisor's keyword, such as "lease".
[[nodiscard]] inline std::string endText(const std::string &word) {
    return app::runEnd(app::readSupervisorMessage("ended 143 " + word), {}).why;
}

/// Records the events of one run, and waits for its end.
class RunRecorder {
public:
    /// Much longer than any test takes: reached only if something hangs.
    static constexpr std::chrono::seconds kLongest{60};

    [[nodiscard]] app::ToolRun::Events events();

    /// Returns false after kLongest.
    bool waitForEnd();
    bool waitForOutput(const std::string &text);
    bool waitForPhase(bench::Phase phase);
    /// Waits until the reason contains `text`; if it is empty, until there is no reason.
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

/// A run of a shell script.
[[nodiscard]] bench::RunSpec shellRun(const std::string &script);

/// The live processes whose environment contains the run's mark.
[[nodiscard]] std::set<pid_t> markedProcesses(const std::string &run);
/// Waits until there are none; false after `longest`.
[[nodiscard]] bool runEndsWithin(const std::string &run, std::chrono::milliseconds longest);
/// Sends the signal to the sshd processes of the sessions, not to what they run.
void signalLink(const Sshd &sshd, int signal);

/// A process of the test itself with a command line like a tool's, which an earlier test must not leave
/// behind either.
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
