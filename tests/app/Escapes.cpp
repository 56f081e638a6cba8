// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"

#include "tests/Places.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace fabricscope::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const Escape kEscapes[6] = {
    {"AnEmptyEnvironmentInASessionOfItsOwn", "env -i setsid %p 1000 &", 1},
    {"ADoubleFork", "(env -i setsid /bin/sh -c '(env -i setsid %p 1000 &) & exit' &) &", 1},
    {"AProgramThatNobodyMayRead", "exec %h 1000;", 1},
    {"ADoubleForkOfOneThatNobodyMayRead", "(setsid /bin/sh -c '(setsid %h 1000 &) & exit' &) &", 1},
    {"AProgramWithCapabilities", "exec %c 1000;", 1, true},
    {"ADoubleForkOfOneWithCapabilities", "(env -i setsid /bin/sh -c '(setsid %c 1000 &) & exit' &) &", 1,
     true},
};
const Escape kOddEscapes[2] = {
    {"AThreadAfterTheFirstOne", "(env -i setsid %o thread &) &", 1},
    {"ANameWithLineBreaks", "(env -i setsid %o name &) &", 1},
};

namespace {

/// The first word of the command line, of its first thread that has one: of one that has exited it is empty.
std::string commandOf(const fs::path &process) {
    std::error_code error;
    for (const auto &thread : fs::directory_iterator(process / "task", error)) {
        std::ifstream file(thread.path() / "cmdline", std::ios::binary);
        std::string word;
        if (std::getline(file, word, '\0') && !word.empty())
            return word;
    }
    return {};
}

} // namespace

Sleepers::Sleepers() {
    const fs::path sleep = "/bin/sleep";
    for (const char *name : {"plain", "hidden", "capable"}) {
        fs::copy_file(sleep, m_folder.path() / name);
        fs::permissions(m_folder.path() / name, fs::perms(0755));
    }
    fs::copy_file(FABRICSCOPE_BIN_DIR "/standin/odd_process", odd());
    fs::permissions(m_folder.path(), fs::perms(0755));
    m_isCapable =
        geteuid() == 0 && std::system(fmt::format("PATH=\"$PATH:/usr/sbin:/sbin\" setcap cap_ipc_lock+ep "
                                                  "'{}' 2>/dev/null",
                                                  path("capable"))
                                          .c_str()) == 0; // NOLINT(concurrency-mt-unsafe)
    fs::permissions(m_folder.path() / "hidden", fs::perms(0111));
}

Sleepers::~Sleepers() {
    for (const pid_t pid : alive())
        ::kill(pid, SIGKILL);
}

std::set<pid_t> Sleepers::alive() const {
    std::set<pid_t> pids;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos)
            continue;
        if (commandOf(entry.path()).starts_with(m_folder.path().string() + "/"))
            pids.insert(std::stoi(name));
    }
    return pids;
}

bool Sleepers::waitForAlive(std::size_t count) const {
    for (int i = 0; i < 1200; ++i) {
        if (alive().size() >= count)
            return true;
        std::this_thread::sleep_for(50ms);
    }
    return false;
}

bool Sleepers::waitForExit(std::chrono::milliseconds longest) const {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!alive().empty()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(50ms);
    }
    return true;
}

std::optional<std::string> scriptOf(const Escape &escape, const Sleepers &sleepers) {
    if (escape.needsCapable && sleepers.capable().empty())
        return std::nullopt;
    std::string script = escape.script;
    for (const auto &[mark, path] : {std::pair<std::string, std::string>{"%p", sleepers.plain()},
                                     {"%h", sleepers.hidden()},
                                     {"%o", sleepers.odd()},
                                     {"%c", sleepers.capable()}})
        for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark))
            script.replace(at, mark.size(), path);
    return script + " wait; exec sleep 1000";
}

UnprivilegedLogin::UnprivilegedLogin(std::vector<std::string> environment) {
    SshdOptions options;
    options.environment = std::move(environment);
    if (geteuid() == 0) {
        m_user = std::make_unique<TemporaryUser>("x");
        options.user = m_user->name();
    }
    m_sshd = std::make_unique<Sshd>(options);
}

std::string UnprivilegedLogin::user() const {
    if (m_user)
        return m_user->name();
    const passwd *own = ::getpwuid(::geteuid()); // NOLINT(concurrency-mt-unsafe)
    return own != nullptr ? own->pw_name : std::string();
}

MinimalHost::MinimalHost() {
    fs::create_directory(m_folder.path() / "bin");
    for (const char *tool : {"sh", "cat", "sed", "grep", "tr", "sleep", "setsid", "env", "head", "tail", "id",
                             "mkdir", "mv", "rm", "rmdir", "find", "dd", "ls", "uname"})
        fs::create_symlink(fs::path("/usr/bin") / tool, m_folder.path() / "bin" / tool);
    fs::permissions(m_folder.path(), fs::perms(0755));
}

SudoRights::SudoRights(const std::string &user) : m_file("/etc/sudoers.d/fabricscope-test-" + user) {
    std::ofstream(m_file) << user << " ALL=(root) NOPASSWD: ALL\n";
    fs::permissions(m_file, fs::perms(0440));
}

SudoRights::~SudoRights() {
    std::error_code error;
    fs::remove(m_file, error);
}

std::optional<std::string> SudoRights::unavailableReason() {
    if (geteuid() != 0)
        return "needs root, for an account with rights of sudo";
    if (std::system("command -v sudo >/dev/null 2>&1") != 0 ||
        !fs::is_directory("/etc/sudoers.d")) // NOLINT(concurrency-mt-unsafe)
        return "needs sudo";
    return std::nullopt;
}

} // namespace fabricscope::test
