// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Runs a program to its end; its output. Throws std::runtime_error where it fails.
std::string run(const std::vector<std::string> &argv, const std::string &input = {});

/// A folder of its own under the system's temporary one, removed with the object.
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

/// A key pair made by ssh-keygen in this folder, the public half beside it as NAME.pub.
std::filesystem::path makeKey(const std::filesystem::path &folder, const std::string &name,
                              const std::string &type = "ed25519", const std::string &passphrase = {});
/// "SHA256:..." of a key's file, as ssh-keygen says it.
std::string fingerprintOf(const std::filesystem::path &key);
std::string readFile(const std::filesystem::path &file);

/// The processes below this one, as /proc tells now.
std::vector<pid_t> descendants(pid_t root);

struct SshdOptions {
    int ports = 1;                        ///< at most 16
    bool pam = false;                     ///< UsePAM, with keyboard-interactive and password; needs root
    std::vector<std::string> lines;       ///< put first in sshd_config, where the first word on a matter wins
    std::vector<std::string> clientLines; ///< more for each Host of the client's configuration
    std::vector<std::string> environment; ///< NAME=value for the sessions; sshd hears one SetEnv line only
    std::string user;                     ///< who logs in; empty: who runs the test
    std::string hostKeyType = "ed25519";
};

/// A real OpenSSH server on 127.0.0.1 with keys and configuration of its own, which ends with the object. Who
/// runs the test logs in to an empty home, for what his own shell does at its start (version managers with
/// locks that a killed session leaves behind, greetings) is no part of a test. The client's side is ready,
/// too: an authorized key, a known_hosts, and a configuration in which its ports are the hosts sshd0, sshd1
/// and so on. Throws std::runtime_error, with the server's log, where it does not start.
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

    /// The connections' processes, without the listener.
    [[nodiscard]] std::vector<pid_t> sessions() const { return descendants(m_pid); }
    void killSessions() const;
    void kill(); ///< all of it, at once
    void stop(); ///< SIGSTOP to all of it: TCP still answers, nobody speaks
    void resume();
    /// A new host key on the same ports; known_hosts stays as it was.
    void changeHostKey();

private:
    void allocatePorts();
    void start();
    void writeServerConfig();
    void writeClientConfig();
    /// SIGSTOP to them; returns all that there are, none of which can fork any more.
    std::vector<pid_t> stopSessions() const;

    SshdOptions m_options;
    TemporaryFolder m_folder;
    std::vector<std::uint16_t> m_ports;
    pid_t m_pid = -1;
};

/// An account that exists as long as the object, with an empty home that is root's; needs root.
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

/// An ssh-agent with nothing in it.
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
