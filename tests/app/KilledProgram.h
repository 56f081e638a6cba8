// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/RunRecorder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace fabricscope::test {

/// A process like the program that runs something on a host and can be killed by SIGKILL. It is a fork, so no
/// client may exist in this process at the time.
class KilledProgram {
public:
    KilledProgram(const app::HostEndpoint &hostEndpoint, const bench::RunSpec &spec) : m_pid(::fork()) {
        if (m_pid != 0)
            return;
        RunRecorder recorder;
        remote::Client client;
        const auto run = app::ToolRun::start(client, hostEndpoint, spec, {}, recorder.events());
        constexpr int kMost = 30; // minutes, of waitForEnd(): an emulated server may be slow
        for (int i = 0; i < kMost && !recorder.waitForEnd(); ++i) {
        }
        ::_exit(0);
    }
    ~KilledProgram() { kill(); }
    KilledProgram(const KilledProgram &) = delete;
    KilledProgram &operator=(const KilledProgram &) = delete;
    void kill() {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(std::exchange(m_pid, -1), nullptr, 0);
        }
    }

private:
    pid_t m_pid;
};

} // namespace fabricscope::test
