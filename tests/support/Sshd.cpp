// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Sshd.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fabricscope::test {

// Defined in Programs.cpp.
pid_t startProgram(const std::vector<std::string> &argv, const std::filesystem::path &log);

namespace {

std::uint16_t freePort() {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    const bool bound = ::bind(fd, reinterpret_cast<sockaddr *>(&address), length) == 0 &&
                       ::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &length) == 0;
    ::close(fd);
    if (!bound)
        throw std::runtime_error("no free port");
    return ntohs(address.sin_port);
}

bool answers(std::uint16_t port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool connected = ::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
    ::close(fd);
    return connected;
}

std::string ownName() {
    const passwd *account = ::getpwuid(::getuid());
    return account ? account->pw_name : "root";
}

} // namespace

Sshd::Sshd(SshdOptions options) : m_options(std::move(options)) {
    if (m_options.user.empty()) {
        m_options.user = ownName();
        std::filesystem::create_directory(folder() / "home");
        m_options.environment.push_back("HOME=" + (folder() / "home").string());
    }
    if (m_options.pam && ::getuid() != 0)
        throw std::runtime_error("sshd with PAM can be tested as root only");
    std::filesystem::permissions(folder(),
                                 std::filesystem::perms(0755)); // other users' logins read authorized_keys
    makeKey(folder(), "host_key", m_options.hostKeyType);
    makeKey(folder(), "id");
    std::filesystem::copy_file(folder() / "id.pub", folder() / "authorized_keys");
    for (int tries = 1;; ++tries) {
        try {
            allocatePorts();
            start();
            return;
        } catch (const std::runtime_error &) { // another process took a port in the meantime
            if (tries == 3)
                throw;
        }
    }
}

void Sshd::allocatePorts() {
    m_ports.clear();
    for (int i = 0; i < m_options.ports; ++i)
        m_ports.push_back(freePort());
    writeServerConfig();
    writeClientConfig();
    std::string hosts;
    const std::string key = readFile(folder() / "host_key.pub");
    for (const std::uint16_t port : m_ports)
        hosts += "[127.0.0.1]:" + std::to_string(port) + " " + key;
    m_folder.write("known_hosts", hosts);
    std::filesystem::remove(folder() / "sshd.log");
}

Sshd::~Sshd() {
    kill();
}

void Sshd::writeServerConfig() {
    std::string config;
    for (const std::string &line : m_options.lines)
        config += line + "\n";
    for (const std::uint16_t port : m_ports)
        config += "Port " + std::to_string(port) + "\n";
    config += "ListenAddress 127.0.0.1\nPidFile none\nStrictModes no\nPermitRootLogin yes\nUseDNS no\n";
    config += "HostKey " + hostKey().string() + "\n";
    config += "AuthorizedKeysFile " + (folder() / "authorized_keys").string() + "\n";
    config += m_options.pam ? "UsePAM yes\nKbdInteractiveAuthentication yes\nPasswordAuthentication yes\n"
                            : "UsePAM no\nKbdInteractiveAuthentication no\nPasswordAuthentication no\n";
    // For MaxStartups the last value is used.
    if (config.find("MaxStartups") == std::string::npos)
        config += "MaxStartups 100\n";
    if (!m_options.environment.empty()) {
        config += "SetEnv";
        for (const std::string &variable : m_options.environment)
            config += " " + variable;
        config += "\n";
    }
    config += "PrintMotd no\nPrintLastLog no\nSubsystem sftp internal-sftp\n";
    m_folder.write("sshd_config", config);
}

void Sshd::writeClientConfig() {
    std::string config;
    for (std::size_t i = 0; i < m_ports.size(); ++i) {
        config += "Host sshd" + std::to_string(i) + "\n  HostName 127.0.0.1\n  Port " +
                  std::to_string(m_ports[i]) + "\n  User " + m_options.user + "\n";
        for (const std::string &line : m_options.clientLines)
            config += "  " + line + "\n";
    }
    config += "Host *\n  IdentityFile " + identity().string() +
              "\n  IdentityAgent none\n  UserKnownHostsFile " + knownHosts().string() +
              "\n  GlobalKnownHostsFile none\n";
    m_folder.write("ssh_config", config);
}

void Sshd::start() {
    if (::getuid() == 0)
        std::filesystem::create_directories("/run/sshd"); // for privilege separation
    m_pid = startProgram({"/usr/sbin/sshd", "-D", "-e", "-f", (folder() / "sshd_config").string()},
                         folder() / "sshd.log");
    for (const std::uint16_t port : m_ports) {
        for (int tries = 0; !answers(port); ++tries) {
            const bool ended = ::waitpid(m_pid, nullptr, WNOHANG) != 0;
            if (ended)
                m_pid = -1;
            if (ended || tries == 500) {
                kill();
                throw std::runtime_error("sshd did not start: " + log());
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20)); // 500 tries
        }
    }
    // sshd goes on listening on the other ports.
    if (log().find("error: Bind to port") != std::string::npos) {
        kill();
        throw std::runtime_error("sshd did not get its ports: " + log());
    }
}

std::string Sshd::log() const {
    return readFile(folder() / "sshd.log");
}

std::vector<pid_t> Sshd::stopSessions() const {
    std::vector<pid_t> before;
    while (true) { // a process still running may have forked, as sshd does right after a login
        const std::vector<pid_t> below = sessions();
        for (const pid_t pid : below)
            ::kill(pid, SIGSTOP);
        if (below == before)
            return below;
        before = below;
    }
}

void Sshd::killSessions() const {
    for (const pid_t pid : stopSessions())
        ::kill(pid, SIGKILL);
}

void Sshd::kill() {
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGSTOP);
    killSessions();
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
    m_pid = -1;
}

void Sshd::stop() {
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGSTOP);
    stopSessions();
}

void Sshd::resume() {
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGCONT);
    for (const pid_t pid : sessions())
        ::kill(pid, SIGCONT);
}

void Sshd::changeHostKey() {
    kill();
    std::filesystem::remove(hostKey());
    std::filesystem::remove(folder() / "host_key.pub");
    makeKey(folder(), "host_key", m_options.hostKeyType);
    start();
}

} // namespace fabricscope::test
