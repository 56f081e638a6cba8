// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/PtyRun.h"

#include "tests/Places.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace fabricscope::test {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxMs = 60000;

/// The shell: gives its child the terminal and reports the child's state. Only async-signal-safe calls: this
/// process may be a fork of one with threads.
[[noreturn]] void runShell(const std::function<int()> &work, int reports, int commands) {
    ::signal(SIGTTOU, SIG_IGN);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        ::tcsetpgrp(STDIN_FILENO, ::getpid());
        for (const int number : {SIGTTOU, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE})
            ::signal(number, SIG_DFL);
        ::_exit(work());
    }
    ::setpgid(child, child);
    ::tcsetpgrp(STDIN_FILENO, child);
    (void)!::write(reports, &child, sizeof child);
    int status = 0;
    while (::waitpid(child, &status, WUNTRACED) == child) {
        std::array<char, 2> report{WIFSTOPPED(status) ? 's' : 'e', 0};
        if (WIFEXITED(status))
            report[1] = static_cast<char>(WEXITSTATUS(status));
        else if (WIFSIGNALED(status))
            report[1] = static_cast<char>(128 + WTERMSIG(status));
        if (WIFSTOPPED(status))
            ::tcsetpgrp(STDIN_FILENO, ::getpid());
        (void)!::write(reports, report.data(), report.size());
        char command = 0;
        if (!WIFSTOPPED(status) || ::read(commands, &command, 1) != 1)
            break;
        ::tcsetpgrp(STDIN_FILENO, child);
        ::kill(-child, SIGCONT);
    }
    char end = 0;
    (void)!::read(commands, &end, 1); // keeps the terminal until the test has checked it
    ::_exit(0);
}

} // namespace

PtyRun::PtyRun(const std::string &program, const std::vector<std::string> &arguments) {
    std::vector<std::string> line{std::string(FABRICSCOPE_BIN_DIR "/") + program};
    line.insert(line.end(), arguments.begin(), arguments.end());
    std::vector<char *> argv;
    for (std::string &argument : line)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    start([&argv] {
        ::execv(argv[0], argv.data());
        return 126;
    });
}

PtyRun::PtyRun(const std::function<int()> &work) {
    start(work);
}

void PtyRun::start(const std::function<int()> &work) {
    std::array<int, 2> reports{}, commands{};
    if (::pipe2(reports.data(), O_CLOEXEC) != 0 || ::pipe2(commands.data(), O_CLOEXEC) != 0)
        return;
    winsize size{50, 200, 0, 0};
    m_shell = ::forkpty(&m_terminal, nullptr, nullptr, &size);
    if (m_shell == 0) {
        ::close(reports[0]);
        ::close(commands[1]);
        runShell(work, reports[1], commands[0]);
    }
    ::close(reports[1]);
    ::close(commands[0]);
    m_reports = reports[0];
    m_commands = commands[1];
    (void)!::read(m_reports, &m_pid, sizeof m_pid);
}

PtyRun::~PtyRun() {
    if (m_pid > 0 && !m_isEnded)
        ::kill(-m_pid, SIGKILL);
    for (const int fd : {m_terminal, m_reports, m_commands})
        ::close(fd);
    ::waitpid(m_shell, nullptr, 0);
}

void PtyRun::read(int waitMs) {
    pollfd waiting{m_terminal, POLLIN, 0};
    if (::poll(&waiting, 1, waitMs) <= 0)
        return;
    std::array<char, 4096> bytes{};
    const ssize_t n = ::read(m_terminal, bytes.data(), bytes.size());
    if (n > 0)
        m_screen.append(bytes.data(), static_cast<std::size_t>(n));
    else
        ::poll(nullptr, 0, waitMs); // the other end is not open at the moment
}

bool PtyRun::waitFor(const std::string &text, int times) {
    const auto end = Clock::now() + std::chrono::milliseconds(kMaxMs);
    const auto count = [&] {
        int found = 0;
        for (auto at = m_screen.find(text); at != std::string::npos; at = m_screen.find(text, at + 1))
            ++found;
        return found;
    };
    while (count() < times && Clock::now() < end && !m_isEnded) {
        read(20);
        readReport(0);
    }
    read(0);
    return count() >= times;
}

void PtyRun::type(const std::string &text) const {
    (void)!::write(m_terminal, text.data(), text.size());
}

bool PtyRun::echoes() const {
    termios settings{};
    return ::tcgetattr(m_terminal, &settings) == 0 && (settings.c_lflag & ECHO) != 0;
}

void PtyRun::signal(int number) const {
    ::kill(m_pid, number);
}

char PtyRun::readReport(int waitMs) {
    pollfd waiting{m_reports, POLLIN, 0};
    std::array<char, 2> report{};
    if (::poll(&waiting, 1, waitMs) <= 0 || ::read(m_reports, report.data(), report.size()) != 2)
        return 0;
    if (report[0] == 'e') {
        m_isEnded = true;
        m_status = static_cast<unsigned char>(report[1]);
    }
    return report[0];
}

bool PtyRun::waitStopped() {
    const auto end = Clock::now() + std::chrono::milliseconds(kMaxMs);
    while (Clock::now() < end && !m_isEnded) {
        read(0);
        if (readReport(20) == 's')
            return true;
    }
    return false;
}

void PtyRun::resume() {
    (void)!::write(m_commands, "f", 1);
}

int PtyRun::wait() {
    const auto end = Clock::now() + std::chrono::milliseconds(kMaxMs);
    while (!m_isEnded && Clock::now() < end) {
        read(20);
        readReport(0);
    }
    read(0);
    return m_status;
}

int countInMemory(pid_t pid, const std::string &text) {
    const std::string folder = "/proc/" + std::to_string(pid);
    std::ifstream maps(folder + "/maps");
    const int memory = ::open((folder + "/mem").c_str(), O_RDONLY | O_CLOEXEC);
    int found = 0;
    for (std::string line; std::getline(maps, line);) {
        unsigned long begin = 0, end = 0;
        char mode[5] = {};
        if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, mode) != 3 || mode[1] != 'w')
            continue;
        std::string bytes(end - begin, '\0');
        const ssize_t n = ::pread(memory, bytes.data(), bytes.size(), static_cast<off_t>(begin));
        bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
        for (auto at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1))
            ++found;
    }
    ::close(memory);
    return found;
}

} // namespace fabricscope::test
