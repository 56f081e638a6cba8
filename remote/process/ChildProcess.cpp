// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/ChildProcess.h"

#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

extern char **environ;

namespace fabricscope::remote {

namespace {

/// The attributes of spawn(): own group, no signal blocked or ignored.
struct SpawnSettings {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;

    SpawnSettings(int in, int out, int err, bool ownSession) {
        ::posix_spawnattr_init(&attributes);
        ::posix_spawn_file_actions_init(&actions);
        sigset_t none, defaults;
        ::sigemptyset(&none);
        ::sigfillset(&defaults);
        ::sigdelset(&defaults, SIGKILL);
        ::sigdelset(&defaults, SIGSTOP);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &defaults);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        const int group = ownSession ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
        ::posix_spawnattr_setflags(
            &attributes, static_cast<short>(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
        ::posix_spawn_file_actions_adddup2(&actions, in, 0);
        ::posix_spawn_file_actions_adddup2(&actions, out, 1);
        ::posix_spawn_file_actions_adddup2(&actions, err, 2);
        ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    }
    SpawnSettings(const SpawnSettings &) = delete;
    SpawnSettings &operator=(const SpawnSettings &) = delete;
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
};

/// Reads the available data; returns false at the end of the stream or beyond the limit.
bool readSome(int fd, std::string &into, std::size_t maxBytes) {
    char buffer[16384];
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n > 0)
        into.append(buffer, static_cast<std::size_t>(n));
    return (n > 0 || (n < 0 && errno == EINTR)) && into.size() <= maxBytes;
}

} // namespace

tl::expected<pid_t, std::string> spawn(const std::vector<std::string> &argv, int in, int out, int err,
                                       const SpawnOptions &options) {
    SpawnSettings settings(in, out, err, options.ownSession);
    std::vector<char *> arguments;
    for (const std::string &argument : argv)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    std::vector<char *> variables; // of two of one name the first counts
    for (const std::string &variable : options.environment)
        variables.push_back(const_cast<char *>(variable.c_str()));
    for (char **variable = environ; variable && *variable; ++variable)
        variables.push_back(*variable);
    variables.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, arguments[0], &settings.actions, &settings.attributes,
                                     arguments.data(), variables.data());
    if (error != 0)
        return tl::unexpected(std::string(::strerrordesc_np(error)));
    return pid;
}

tl::expected<Output, Failure> runToEnd(const std::vector<std::string> &argv,
                                       std::chrono::milliseconds deadline,
                                       const std::function<bool()> &cancelled, std::size_t maxBytes,
                                       std::string_view input) {
    auto [outRead, outWrite] = makePipe();
    auto [errRead, errWrite] = makePipe();
    auto [inRead, inWrite] = makePipe();
    if (!outRead || !errRead || !inRead)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Config, "out of file descriptors", {}});
    if (input.size() > PIPE_BUF || ::write(inWrite.get(), input.data(), input.size()) < 0)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Config, argv[0] + ": too much input", {}});
    inWrite.reset();
    auto pid = spawn(argv, inRead.get(), outWrite.get(), errWrite.get());
    if (!pid)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Config, argv[0] + ": " + pid.error(), {}});
    outWrite.reset();
    errWrite.reset();

    Output output;
    const auto end = std::chrono::steady_clock::now() + deadline;
    const auto inTime = [&] {
        return std::chrono::steady_clock::now() < end && !cancelled();
    };
    pollfd streams[2] = {{outRead.get(), POLLIN, 0}, {errRead.get(), POLLIN, 0}};
    while ((streams[0].fd >= 0 || streams[1].fd >= 0) && inTime()) {
        ::poll(streams, 2, 50);
        for (int i = 0; i < 2; ++i)
            if (streams[i].fd >= 0 && streams[i].revents &&
                !readSome(streams[i].fd, i == 0 ? output.out : output.err, maxBytes))
                streams[i].fd = -1;
    }
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(*pid, &status, WNOHANG)) == 0 && inTime())
        ::poll(nullptr, 0, 1);
    if (ended == 0) {
        ::kill(-*pid, SIGKILL);
        while (::waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
        }
        return tl::unexpected(Failure{cancelled() ? FailureKind::Cancelled : FailureKind::Timeout,
                                      Stage::Config,
                                      argv[0] + " did not answer in time",
                                      {}});
    }
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return output;
}

ChildProcess::ChildProcess(std::shared_ptr<Loop> loop, pid_t pid)
    : m_loop(std::move(loop)), m_pid(pid), m_descriptor(m_loop->io()), m_poll(*m_loop) {}

ChildProcess::~ChildProcess() {
    if (m_pid <= 0)
        return;
    killGroup(SIGKILL);
    // A killed process ends at once, unless it is stuck in the kernel: then it is left to init.
    for (int i = 0; i < 100 && ::waitpid(m_pid, nullptr, WNOHANG) == 0; ++i)
        ::poll(nullptr, 0, 5);
}

void ChildProcess::watch(std::function<void(int)> ended) {
    m_ended = std::move(ended);
    const int fd = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
    if (fd >= 0)
        m_descriptor.assign(fd);
    poll();
}

void ChildProcess::poll() {
    if (m_descriptor.is_open())
        m_descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                                [weak = weak_from_this()](const ErrorCode &error) {
                                    auto self = weak.lock();
                                    if (self && !error && !self->reap())
                                        self->poll();
                                });
    else
        m_poll.start(std::chrono::milliseconds(20), [this] {
            if (!reap())
                poll();
        });
}

bool ChildProcess::reap() {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    if (m_killGroupAtEnd) // until the leader is reaped, the number of its group is not reused
        killGroup(SIGKILL);
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = 0;
    if (m_descriptor.is_open())
        m_descriptor.close();
    auto ended = std::move(m_ended);
    if (ended)
        ended(status);
    return true;
}

void ChildProcess::killGroup(int signal) const {
    if (m_pid > 0)
        ::kill(-m_pid, signal);
}

Exit exitOf(int waitStatus) {
    Exit exit;
    if (WIFEXITED(waitStatus))
        exit.status = WEXITSTATUS(waitStatus);
    else if (WIFSIGNALED(waitStatus)) {
        const char *name = ::sigabbrev_np(WTERMSIG(waitStatus));
        exit.signal = name ? name : std::to_string(WTERMSIG(waitStatus));
    }
    return exit;
}

int signalNumber(const std::string &name) {
    for (int number = 1; number < NSIG; ++number) {
        const char *known = ::sigabbrev_np(number);
        if (known && name == known)
            return number;
    }
    return 0;
}

} // namespace fabricscope::remote
