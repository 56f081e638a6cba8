// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace fabricscope::e2e {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void become(std::vector<std::string> &arguments, std::vector<std::string> &environment, int out,
                         int err) {
    setsid();
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (std::string &variable : environment)
        putenv(variable.data());
    std::vector<char *> argv;
    for (std::string &argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
}

/// Reads the available output; false if the other end is closed.
bool drain(int descriptor, std::string &into) {
    std::array<char, 16384> buffer;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0)
        into.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

} // namespace

CommandResult run(std::vector<std::string> arguments, std::chrono::seconds timeout,
                  std::vector<std::string> environment) {
    CommandResult result;
    std::array<int, 2> out{}, err{};
    if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0)
        return result;
    const pid_t pid = fork();
    if (pid == 0)
        become(arguments, environment, out[1], err[1]);
    close(out[1]);
    close(err[1]);

    const auto end = Clock::now() + timeout;
    std::array<pollfd, 2> ends = {pollfd{out[0], POLLIN, 0}, pollfd{err[0], POLLIN, 0}};
    bool late = false;
    while (!late && (ends[0].fd >= 0 || ends[1].fd >= 0)) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        late = left <= 0 || poll(ends.data(), ends.size(), static_cast<int>(left)) == 0;
        if (!late && ends[0].revents != 0 && !drain(out[0], result.out))
            ends[0].fd = -1;
        if (!late && ends[1].revents != 0 && !drain(err[0], result.err))
            ends[1].fd = -1;
    }
    if (late)
        kill(-pid, SIGKILL);
    close(out[0]);
    close(err[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    result.status = late ? 124 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

} // namespace fabricscope::e2e
