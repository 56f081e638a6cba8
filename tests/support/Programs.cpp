// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Sshd.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

extern char **environ;

namespace fabricscope::test {

/// Redirects the output to the file.
pid_t startProgram(const std::vector<std::string> &argv, const std::filesystem::path &log) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, (log.string() + ".in").c_str(), O_RDONLY | O_CREAT, 0600);
    ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    std::vector<char *> arguments;
    for (const std::string &argument : argv)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::runtime_error(argv[0] + ": " + std::strerror(error));
    return pid;
}

std::string run(const std::vector<std::string> &argv, const std::string &input) {
    const TemporaryFolder folder;
    folder.write("log.in", input);
    int status = 0;
    ::waitpid(startProgram(argv, folder.path() / "log"), &status, 0);
    const std::string output = readFile(folder.path() / "log");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error(argv[0] + " failed: " + output);
    return output;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fabricscope-test-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw std::runtime_error("no temporary folder can be made");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
}

std::filesystem::path TemporaryFolder::write(const std::string &name, const std::string &text) const {
    const std::filesystem::path file = m_path / name;
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

std::string readFile(const std::filesystem::path &file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text; // unlike an iterator, it just stops if the process ends while its file is read
    text << stream.rdbuf();
    return text.str();
}

std::filesystem::path makeKey(const std::filesystem::path &folder, const std::string &name,
                              const std::string &type, const std::string &passphrase) {
    run({"ssh-keygen", "-q", "-t", type, "-N", passphrase, "-C", name, "-f", (folder / name).string()});
    return folder / name;
}

std::string fingerprintOf(const std::filesystem::path &key) {
    std::istringstream words(run({"ssh-keygen", "-l", "-f", key.string()}));
    std::string bits, fingerprint;
    words >> bits >> fingerprint;
    return fingerprint;
}

std::vector<pid_t> descendants(pid_t root) {
    std::vector<std::pair<pid_t, pid_t>> parents; // child, parent
    for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0)
            continue;
        const std::string stat = readFile(entry.path() / "stat");
        const auto end = stat.rfind(')'); // the name may contain any character
        if (end != std::string::npos)
            parents.emplace_back(pid, std::atoi(stat.c_str() + std::min(end + 4, stat.size())));
    }
    std::vector<pid_t> found{root};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const auto &[child, parent] : parents)
            if (parent == found[i])
                found.push_back(child);
    found.erase(found.begin());
    return found;
}

TemporaryUser::TemporaryUser(std::string password, const std::string &shell)
    : m_password(std::move(password)) {
    static int count = 0;
    m_name = "fstest" + std::to_string(::getpid()) + "n" + std::to_string(++count);
    // Every account may enter it, wherever TMPDIR is, and nothing is written to it.
    std::string home = "/tmp/fabricscope-home-XXXXXX";
    if (!::mkdtemp(home.data()) || ::chmod(home.c_str(), 0755) != 0)
        throw std::runtime_error("no home can be made for an account");
    m_home = home;
    try {
        run({"useradd", "--no-create-home", "--home-dir", home, "--shell", shell, m_name});
        run({"chpasswd"}, m_name + ":" + m_password + "\n");
    } catch (const std::runtime_error &) { // another test holds the lock of the account files
        remove();
        throw;
    }
}

TemporaryUser::~TemporaryUser() {
    remove();
}

void TemporaryUser::remove() const {
    for (int tries = 0; tries < 50; ++tries) { // fails while a process of the user is still ending
        try {
            run({"userdel", "--force", m_name});
            break;
        } catch (const std::runtime_error &) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100)); // 50 tries
        }
    }
    ::rmdir(m_home.c_str()); // rmdir only: if the account's home contains anything, nothing is removed
}

SshAgent::SshAgent() {
    m_pid = startProgram({"ssh-agent", "-D", "-a", socket().string()}, m_folder.path() / "log");
    for (int tries = 0; tries < 250 && !std::filesystem::exists(socket()); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

SshAgent::~SshAgent() {
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

void SshAgent::add(const std::filesystem::path &key) const {
    run({"env", "SSH_AUTH_SOCK=" + socket().string(), "ssh-add", "-q", key.string()});
}

void SshAgent::stop() const {
    ::kill(m_pid, SIGSTOP);
}

} // namespace fabricscope::test
