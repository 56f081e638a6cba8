// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/ServerHost.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <thread>

extern char **environ;

namespace fabricscope::test {

namespace {

pid_t spawnWithFiles(const std::vector<std::string> &argv, const std::string &in, const std::string &out,
                     const std::string &err) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::vector<char *> arguments;
    for (const std::string &argument : argv)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::runtime_error(argv[0] + " cannot be started");
    return pid;
}

} // namespace

ServerHost::ServerHost(const std::function<void(remote::ExecServerOptions &)> &change) {
    const auto key = makeKey(m_folder.path(), "id");
    remote::ExecServerOptions options;
    options.authorizedKeys = {readFile(key.string() + ".pub")};
    options.user = "somebody";
    options.spawn = [](const std::string &, const std::string &command) -> std::optional<remote::Spawn> {
        return remote::Spawn{{"/bin/sh", "-c", command}, {"PATH=/usr/bin:/bin", "GIVEN=yes"}, "/"};
    };
    if (change)
        change(options);
    auto server = remote::ExecServer::start(std::move(options));
    if (!server)
        throw std::runtime_error(server.error());
    m_server = std::move(*server);
    const std::string port = std::to_string(m_server->port());
    m_folder.write("known_hosts", "[127.0.0.1]:" + port + ' ' + m_server->hostKey() + '\n');
    m_folder.write("ssh_config",
                   "Host bare\n HostName 127.0.0.1\n Port " + port + "\n User somebody\n IdentityFile " +
                       key.string() + "\n IdentitiesOnly yes\n IdentityAgent none\n BatchMode yes\n" +
                       " UserKnownHostsFile " + (m_folder.path() / "known_hosts").string() + '\n');
}

std::vector<std::string> ServerHost::ssh(const std::vector<std::string> &arguments) const {
    std::vector<std::string> argv{"ssh", "-F", configFile().string()};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return argv;
}

ClientRun ServerHost::run(const std::vector<std::string> &arguments, const std::string &input) const {
    const TemporaryFolder files;
    files.write("in", input);
    const auto path = [&](const char *name) {
        return (files.path() / name).string();
    };
    const pid_t pid = spawnWithFiles(ssh(arguments), path("in"), path("out"), path("err"));
    int status = 0;
    ::waitpid(pid, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readFile(path("out")), readFile(path("err"))};
}

pid_t ServerHost::start(const std::vector<std::string> &arguments, const std::string &out) const {
    const auto path = (m_folder.path() / out).string();
    return spawnWithFiles(ssh(arguments), "/dev/null", path, path + ".err");
}

bool eventually(const std::function<bool()> &condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

std::vector<pid_t> processesNaming(const std::string &text) {
    std::vector<pid_t> found;
    for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid > 0 && pid != ::getpid() &&
            readFile(entry.path() / "cmdline").find(text) != std::string::npos)
            found.push_back(pid);
    }
    return found;
}

} // namespace fabricscope::test
