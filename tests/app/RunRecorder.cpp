// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/RunRecorder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

namespace fabricscope::test {

namespace fs = std::filesystem;

app::ToolRun::Events RunRecorder::events() {
    app::ToolRun::Events events;
    events.state = [this](const bench::RunState &state) {
        const std::scoped_lock lock(m_mutex);
        last = state;
        phases.push_back(state.phase);
        m_changed.notify_all();
    };
    events.output = [this](remote::Stream stream, std::string_view bytes) {
        const std::scoped_lock lock(m_mutex);
        (stream == remote::Stream::Out ? out : err) += bytes;
        m_changed.notify_all();
    };
    events.finished = [this](const bench::RunState &state) {
        const std::scoped_lock lock(m_mutex);
        last = state;
        ++finishes;
        m_changed.notify_all();
    };
    return events;
}

template<typename Condition> bool RunRecorder::wait(Condition condition) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, kLongest, condition);
}

bool RunRecorder::waitForEnd() {
    return wait([this] { return finishes > 0; });
}

bool RunRecorder::waitForOutput(const std::string &text) {
    return wait([&] { return out.find(text) != std::string::npos; });
}

bool RunRecorder::waitForPhase(bench::Phase phase) {
    return wait([&] { return last.phase == phase; });
}

bool RunRecorder::waitForReason(const std::string &text) {
    return wait([&] { return text.empty() ? last.why.empty() : last.why.find(text) != std::string::npos; });
}

app::HostEndpoint hostEndpointFor(const Sshd &sshd, const std::string &target) {
    app::HostEndpoint hostEndpoint = hostEndpointFor(target);
    hostEndpoint.endpoint.configFile = sshd.configFile();
    return hostEndpoint;
}

app::HostEndpoint hostEndpointFor(const std::string &target) {
    app::HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = target;
    return hostEndpoint;
}

bench::RunSpec shellRun(const std::string &script) {
    bench::RunSpec spec;
    spec.tool = "custom";
    spec.host = "the host";
    spec.command.words = {"/bin/sh", "-c", script};
    return spec;
}

std::set<pid_t> markedProcesses(const std::string &run) {
    std::set<pid_t> pids;
    const std::string mark = "FABRICSCOPE_RUN=" + run;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos)
            continue;
        const std::string text = readFile(entry.path() / "environ");
        if (text.find(mark) != std::string::npos)
            pids.insert(std::stoi(name));
    }
    return pids;
}

bool runEndsWithin(const std::string &run, std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!markedProcesses(run).empty()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
}

void signalLink(const Sshd &sshd, int signal) {
    for (const pid_t pid : sshd.sessions())
        if (readFile("/proc/" + std::to_string(pid) + "/comm") == "sshd\n")
            ::kill(pid, signal);
}

UnrelatedProcess::UnrelatedProcess(const std::string &name) {
    m_pid = ::fork();
    if (m_pid == 0) {
        ::execl("/bin/sh", name.c_str(), "-c", "while :; do sleep 1; done", nullptr);
        ::_exit(127);
    }
}

UnrelatedProcess::~UnrelatedProcess() {
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

bool UnrelatedProcess::isRunning() const {
    return ::waitpid(m_pid, nullptr, WNOHANG) == 0;
}

} // namespace fabricscope::test
