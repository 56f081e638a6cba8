// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/SpawnedProcess.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace fabricscope::remote::server {

namespace {

struct Pipe {
    Fd read, write;
};

std::optional<Pipe> makePipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return std::nullopt;
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

void makeNonBlocking(int fd) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
    std::vector<char *> result;
    result.reserve(texts.size() + 1);
    for (const std::string &text : texts)
        result.push_back(const_cast<char *>(text.c_str())); // posix_spawn does not write to them
    result.push_back(nullptr);
    return result;
}

/// Attributes of every child: its own group, no blocked and no ignored signal.
class Attributes {
public:
    Attributes() {
        posix_spawnattr_init(&m_value);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setflags(&m_value,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&m_value, 0);
        posix_spawnattr_setsigdefault(&m_value, &all);
        posix_spawnattr_setsigmask(&m_value, &none);
    }
    ~Attributes() { posix_spawnattr_destroy(&m_value); }
    Attributes(const Attributes &) = delete;
    Attributes &operator=(const Attributes &) = delete;
    [[nodiscard]] const posix_spawnattr_t *get() const { return &m_value; }

private:
    posix_spawnattr_t m_value{};
};

class FileActions {
public:
    FileActions() { posix_spawn_file_actions_init(&m_value); }
    ~FileActions() { posix_spawn_file_actions_destroy(&m_value); }
    FileActions(const FileActions &) = delete;
    FileActions &operator=(const FileActions &) = delete;
    void duplicate(const Fd &from, int to) { posix_spawn_file_actions_adddup2(&m_value, from.get(), to); }
    void closeOthers() { posix_spawn_file_actions_addclosefrom_np(&m_value, STDERR_FILENO + 1); }
    void changeFolder(const std::string &folder) {
        posix_spawn_file_actions_addchdir_np(&m_value, folder.c_str());
    }
    [[nodiscard]] const posix_spawn_file_actions_t *get() const { return &m_value; }

private:
    posix_spawn_file_actions_t m_value{};
};

} // namespace

SpawnedProcess::SpawnedProcess(SpawnedProcess &&other) noexcept
    : input(std::move(other.input))
    , output(std::move(other.output))
    , error(std::move(other.error))
    , m_pid(std::exchange(other.m_pid, -1))
    , m_pidFd(std::move(other.m_pidFd))
    , m_end(other.m_end) {}

std::optional<SpawnedProcess> SpawnedProcess::start(const Spawn &spawn) {
    auto in = makePipe(), out = makePipe(), err = makePipe();
    if (!in || !out || !err || spawn.arguments.empty())
        return std::nullopt;
    FileActions actions;
    actions.duplicate(in->read, STDIN_FILENO);
    actions.duplicate(out->write, STDOUT_FILENO);
    actions.duplicate(err->write, STDERR_FILENO);
    actions.closeOthers(); // also those that other code opened without CLOEXEC
    if (!spawn.workingDirectory.empty())
        actions.changeFolder(spawn.workingDirectory);
    const Attributes attributes;
    pid_t pid = -1;
    const auto arguments = pointers(spawn.arguments);
    const auto environment = pointers(spawn.environment);
    if (::posix_spawn(&pid, spawn.arguments[0].c_str(), actions.get(), attributes.get(), arguments.data(),
                      environment.data()) != 0)
        return std::nullopt;
    SpawnedProcess process;
    process.m_pid = pid;
    process.m_pidFd = Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (process.m_pidFd)
        ::fcntl(process.m_pidFd.get(), F_SETFD, FD_CLOEXEC);
    process.input = std::move(in->write);
    process.output = std::move(out->read);
    process.error = std::move(err->read);
    for (const Fd *fd : {&process.input, &process.output, &process.error})
        makeNonBlocking(fd->get());
    return process;
}

std::optional<SpawnedProcess::End> SpawnedProcess::end() {
    if (m_end || m_pid < 0)
        return m_end;
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0)
        return std::nullopt;
    m_end = info.si_code == CLD_EXITED ? End{info.si_status, 0} : End{0, info.si_status};
    return m_end;
}

void SpawnedProcess::signalGroup(int number) const {
    if (m_pid > 0)
        ::kill(-m_pid, number);
}

SpawnedProcess::~SpawnedProcess() {
    if (m_pid <= 0)
        return;
    signalGroup(SIGKILL);
    // A killed leader ends at once, unless it is stuck in the kernel: then it is left to the end of this
    // process.
    constexpr int kTries = 200;
    constexpr useconds_t kPause = 5000;
    for (int i = 0; i < kTries; ++i) {
        const pid_t reaped = ::waitpid(m_pid, nullptr, WNOHANG);
        if (reaped == m_pid || (reaped < 0 && errno != EINTR))
            return;
        ::usleep(kPause);
    }
}

} // namespace fabricscope::remote::server
