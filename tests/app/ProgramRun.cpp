// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ProgramRun.h"

#include "tests/Places.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fabricscope::test {

namespace {

std::string contents(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

} // namespace

ProgramRun runProgram(const std::string &name, const std::vector<std::string> &arguments) {
    std::string folder = (std::filesystem::temp_directory_path() / "fabricscope-run-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        return {};
    const std::string out = folder + "/out";
    const std::string err = folder + "/err";
    std::vector<std::string> line{std::string(FABRICSCOPE_BIN_DIR "/") + name};
    line.insert(line.end(), arguments.begin(), arguments.end());
    std::vector<char *> argv;
    for (std::string &argument : line)
        argv.push_back(argument.data());
    argv.push_back(nullptr);

    const pid_t pid = fork();
    if (pid == 0) {
        setsid(); // no controlling terminal, so that no prompt can wait there
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(open(out.c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
        dup2(open(err.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
        execv(argv[0], argv.data());
        _exit(126);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    ProgramRun run;
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.out = contents(out);
    run.err = contents(err);
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    return run;
}

} // namespace fabricscope::test
