// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/OwnProcess.h"

#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

namespace fabricscope::app::demo {

namespace {

constexpr int kKilled = 3;

sigset_t holdSignals() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &held, nullptr);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGHUP, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    return held;
}

/// Waits for the child, and meanwhile reaps orphans that end. Returns its status.
int waitForChild(pid_t child, const sigset_t &signals) {
    while (true) {
        int status = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
            if (ended == child)
                return WIFEXITED(status) ? WEXITSTATUS(status) : kKilled;
        int signal = 0;
        if (sigwait(&signals, &signal) == 0 && signal == SIGTERM)
            ::kill(child, SIGTERM);
    }
}

/// Orphans become children of this process: repeats until none is left.
void killOrphans() {
    constexpr int kMaxRounds = 1000; // of 1 ms or more: a process in a system call may take long to end
    constexpr useconds_t kPause = 1000;
    for (int round = 0; round < kMaxRounds; ++round) {
        std::ifstream children("/proc/self/task/" + std::to_string(::getpid()) + "/children");
        for (pid_t orphan = 0; children >> orphan;)
            ::kill(orphan, SIGKILL);
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (ended < 0 && errno == ECHILD)
            return;
        ::usleep(kPause);
    }
}

} // namespace

std::optional<int> runInOwnProcess(const std::function<int(int parent)> &run) {
    const sigset_t signals = holdSignals();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0)
        return std::nullopt;
    if (child == 0)
        ::_exit(run(parent));
    const int status = waitForChild(child, signals);
    killOrphans();
    return status;
}

} // namespace fabricscope::app::demo
