// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WindowProgram.h"

#include "app/cli/terminal/ExitStatus.h"
#include "core/base/Print.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace fabricscope::app::cli {

namespace {

constexpr const char *kName = "fabricscope-window";
constexpr int kNotStarted = 127;
constexpr int kSignalled = 128; ///< as shells report it

std::string programPath() {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto sibling = self.parent_path() / kName;
    if (!error && access(sibling.c_str(), X_OK) == 0)
        return sibling.string();
    return kName; // through PATH
}

std::vector<char *> pointers(std::vector<std::string> &texts) {
    std::vector<char *> list;
    list.reserve(texts.size() + 1);
    for (std::string &text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

std::vector<std::string> commandLine(const std::vector<std::string> &arguments) {
    std::vector<std::string> line{programPath()};
    line.insert(line.end(), arguments.begin(), arguments.end());
    return line;
}

} // namespace

int startWindow(const std::vector<std::string> &arguments) {
    std::vector<std::string> line = commandLine(arguments);
    const auto argv = pointers(line);
    execvp(argv[0], argv.data());
    printText(stderr,
              "fabricscope: the window program {} cannot be started: {}\n  subcommands work without it: "
              "fabricscope --help\n",
              line[0], std::strerror(errno));
    return kUsage;
}

int runWindow(const std::vector<std::string> &arguments, bool offscreen) {
    std::vector<std::string> line = commandLine(arguments);
    const auto argv = pointers(line);
    std::vector<std::string> environment;
    for (char **entry = environ; *entry != nullptr; ++entry)
        if (!offscreen || std::strncmp(*entry, "QT_QPA_PLATFORM=", 16) != 0)
            environment.emplace_back(*entry);
    if (offscreen)
        environment.emplace_back("QT_QPA_PLATFORM=offscreen");
    const auto envp = pointers(environment);
    const pid_t self = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); // whatever ends this program, its window does not stay
        if (getppid() == self)
            execvpe(argv[0], argv.data(), envp.data());
        _exit(kNotStarted);
    }
    if (pid < 0)
        return kNotStarted;
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    const int signal = WTERMSIG(status);
    if (signal != SIGTERM && signal != SIGINT && signal != SIGHUP) // somebody asked it to end
        printText(stderr, "fabricscope: the window program ended by signal {} ({})\n", signal,
                  strsignal(signal));
    return kSignalled + signal;
}

} // namespace fabricscope::app::cli
