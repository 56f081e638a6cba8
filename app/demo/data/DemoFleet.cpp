// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"

#include "app/demo/data/JsonFields.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char **environ;

namespace fabricscope::app::demo {

namespace {

using Clock = std::chrono::steady_clock;

/// Starts the program with these pipe ends as standard input and output.
int spawnProgram(const std::vector<std::string> &arguments, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    std::vector<char *> pointers;
    for (const std::string &argument : arguments)
        pointers.push_back(const_cast<char *>(argument.c_str())); // posix_spawn does not write to them
    pointers.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, arguments[0].c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error == 0 ? pid : -1;
}

void waitFor(int pid, std::chrono::milliseconds limit) {
    constexpr useconds_t kPause = 2000;
    const auto end = Clock::now() + limit;
    while (::waitpid(pid, nullptr, WNOHANG) == 0) {
        if (Clock::now() >= end)
            return;
        ::usleep(kPause);
    }
}

} // namespace

Result<> DemoFleet::launch(const DemoFleetOptions &options) {
    std::vector<std::string> arguments{options.program.empty() ? "/proc/self/exe" : options.program.string(),
                                       kDemoHostArgument};
    if (options.unknownHostKeys)
        arguments.emplace_back(kUnknownHostKeysArgument);
    int toChild[2], fromChild[2];
    if (::pipe2(toChild, O_CLOEXEC) != 0)
        return failure(std::string("cannot create pipe: ") + std::strerror(errno), "demo hosts");
    if (::pipe2(fromChild, O_CLOEXEC) != 0) {
        ::close(toChild[0]);
        ::close(toChild[1]);
        return failure(std::string("cannot create pipe: ") + std::strerror(errno), "demo hosts");
    }
    m_pid = spawnProgram(arguments, toChild[0], fromChild[1]);
    const int error = errno;
    ::close(toChild[0]);
    ::close(fromChild[1]);
    m_input = toChild[1];
    m_output = fromChild[0];
    if (m_pid < 0)
        return failure(std::string("cannot start: ") + std::strerror(error), arguments[0]);
    return {};
}

Result<std::string> DemoFleet::readGreeting(std::chrono::milliseconds timeout) {
    constexpr std::size_t kMost = 1 << 20;
    std::string line;
    const auto end = Clock::now() + timeout;
    while (line.find('\n') == std::string::npos) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd readable{m_output, POLLIN, 0};
        if (left <= 0 || line.size() > kMost)
            return failure("the process of the demo hosts did not report its ports", "demo hosts");
        if (::poll(&readable, 1, static_cast<int>(left)) <= 0)
            continue;
        char bytes[4096];
        const ssize_t got = ::read(m_output, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return failure("the process of the demo hosts exited immediately", "demo hosts",
                           "see its messages on standard error");
        line.append(bytes, static_cast<std::size_t>(got));
    }
    return line.substr(0, line.find('\n'));
}

Result<> DemoFleet::parseGreeting(const std::string &line) {
    const Json document = Json::parse(line, nullptr, false);
    if (document.is_discarded())
        return failure("the process of the demo hosts reported invalid ports", "demo hosts");
    try {
        const Fields fields(document, "demo hosts");
        m_folder = fields.text("folder");
        m_configFile = fields.text("config");
        m_knownHosts = fields.text("known_hosts");
        m_identity = fields.text("identity");
        m_isConfined = document.value("confined", false);
        m_isIsolated = document.value("isolated", false);
        for (const Json &entry : fields.at("hosts")) {
            const Fields host(entry, "demo hosts");
            m_hosts.push_back({host.text("name"), host.text("description"), host.text("hypervisor"),
                               host.text("user"), host.text("host_key"),
                               static_cast<std::uint16_t>(host.number("port"))});
        }
    } catch (const std::exception &error) {
        return failure(error.what(), "demo hosts");
    }
    return {};
}

Result<std::unique_ptr<DemoFleet>> DemoFleet::start(const DemoFleetOptions &options) {
    std::unique_ptr<DemoFleet> fleet(new DemoFleet);
    if (auto launched = fleet->launch(options); !launched)
        return tl::unexpected(launched.error());
    const auto line = fleet->readGreeting(options.timeout);
    if (!line)
        return tl::unexpected(line.error());
    if (auto parsed = fleet->parseGreeting(*line); !parsed)
        return tl::unexpected(parsed.error());
    return fleet;
}

std::string DemoFleet::notConfined() const {
    if (!m_isConfined)
        return "this kernel cannot confine demo hosts to their files (Landlock, Linux 5.19): your own "
               "commands there can change this machine";
    if (!m_isIsolated && ::geteuid() == 0)
        return "this system cannot give demo hosts a read-only view of its files (mount namespaces, Linux "
               "5.12): your own commands there can change modes, owners and times of your files";
    return {};
}

DemoFleet::~DemoFleet() {
    constexpr std::chrono::milliseconds kStopTimeout{20000};
    if (m_input >= 0)
        ::close(m_input); // the hosts end at this
    // On a slow disk removing its files may take longer: then it is not killed, since it would leave them
    // behind.
    if (m_pid > 0)
        waitFor(m_pid, kStopTimeout);
    if (m_output >= 0)
        ::close(m_output);
}

} // namespace fabricscope::app::demo
