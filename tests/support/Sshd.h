// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Runs a program to its end and returns its output. Throws std::runtime_error if it fails.
std::string run(const std::vector<std::string> &argv, const std::string &input = {});

/// A new folder in the system's temporary folder, removed with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    std::filesystem::path write(const std::string &name, const std::string &text) const;

private:
    std::filesystem::path m_path;
};

/// Creates a key pair with ssh-keygen in this folder; the public key is NAME.pub.
std::filesystem::path makeKey(const std::filesystem::path &folder, const std::string &name,
                              const std::string &type = "ed25519", const std::string &passphrase = {});
/// The fingerprint of a key file, as printed by ssh-keygen: "SHA256:...".
std::string fingerprintOf(const std::filesystem::path &key);
std::string readFile(const std::filesystem::path &file);

/// The descendants of this process according to /proc.
std::vector<pid_t> descendants(pid_t root);

struct SshdOptions {
    int ports = 1;                        ///< at most 16
    bool pam = false;                     ///< UsePAM, with keyboard-interactive and password; needs root
    std::vector<std::string> lines;       ///< put first in sshd_config, where the first value is used
    std::vector<std::string> clientLines; ///< additional lines for each Host of the client's configuration
    /// NAME=value for the sessions; all in one SetEnv line, since sshd uses only the first one.
    std::vector<std::string> environment;
    std::string user; ///< the account that logs in; empty: the account of the test
    std::string hostKeyType = "ed25519";
};

/// A real OpenSSH server on 127.0.0.1 with its own keys and configuration, which ends with the object. The
/// test's own account logs in to an empty home, because its shell's startup files (version managers with
/// locks that a killed session leaves behind, greetings) are not part of a test. The client side is set up
/// too: an authorized key, a known_hosts, and a configuration in which the ports are the hosts sshd0, sshd1
/// and so on. Throws std::runtime_error, with the server's log, if the server does not start.
class Sshd {
public:
    explicit Sshd(SshdOptions options = {});
    ~Sshd();
    Sshd(const Sshd &) = delete;
    Sshd &operator=(const Sshd &) = delete;

    [[nodiscard]] std::uint16_t port(int index = 0) const {
        return m_ports.at(static_cast<std::size_t>(index));
    }
    [[nodiscard]] int ports() const { return static_cast<int>(m_ports.size()); }
    [[nodiscard]] const std::string &user() const { return m_options.user; }
    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path(); }
    [[nodiscard]] std::filesystem::path identity() const { return folder() / "id"; }
    [[nodiscard]] std::filesystem::path hostKey() const { return folder() / "host_key"; }
    [[nodiscard]] std::filesystem::path configFile() const { return folder() / "ssh_config"; }
    [[nodiscard]] std::filesystem::path knownHosts() const { return folder() / "known_hosts"; }
    [[nodiscard]] std::string log() const;

    /// The processes of the connections, without the listener.
    [[nodiscard]] std::vector<pid_t> sessions() const { return descendants(m_pid); }
    void killSessions() const;
    void kill(); ///< all processes at once
    void stop(); ///< sends SIGSTOP to all processes: TCP still accepts, nothing responds
    void resume();
    /// Creates a new host key on the same ports; known_hosts is not changed.
    void changeHostKey();

private:
    void allocatePorts();
    void start();
    void writeServerConfig();
    void writeClientConfig();
    /// Sends SIGSTOP to the sessions and returns all of them; none of them can fork any more.
    std::vector<pid_t> stopSessions() const;

    SshdOptions m_options;
    TemporaryFolder m_folder;
    std::vector<std::uint16_t> m_ports;
    pid_t m_pid = -1;
};

/// An account that exists as long as the object, with an empty home owned by root; needs root.
class TemporaryUser {
public:
    explicit TemporaryUser(std::string password, const std::string &shell = "/bin/sh");
    ~TemporaryUser();
    TemporaryUser(const TemporaryUser &) = delete;
    TemporaryUser &operator=(const TemporaryUser &) = delete;

    [[nodiscard]] const std::string &name() const { return m_name; }
    [[nodiscard]] const std::string &password() const { return m_password; }
    [[nodiscard]] const std::filesystem::path &home() const { return m_home; }

private:
    void remove() const;

    std::string m_name, m_password;
    std::filesystem::path m_home;
};

/// An ssh-agent without keys.
class SshAgent {
public:
    SshAgent();
    ~SshAgent();
    SshAgent(const SshAgent &) = delete;
    SshAgent &operator=(const SshAgent &) = delete;

    void add(const std::filesystem::path &key) const;
    void stop() const;
    [[nodiscard]] std::filesystem::path socket() const { return m_folder.path() / "agent"; }

private:
    TemporaryFolder m_folder;
    pid_t m_pid = -1;
};

} // namespace fabricscope::test
