// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace fabricscope::test {

/// A real sshd and a temporary user with bash, a home and a password, who may run everything with the real
/// sudo, or what `rule` allows; if it is empty, the user is not in sudoers. Each failed sudo authentication
/// is counted where pam_faillock would count it, in the PAM stack. Needs root.
class SudoHost {
public:
    /// Why it is not available on this machine; nothing if it is.
    static std::optional<std::string> unavailableReason() {
        namespace fs = std::filesystem;
        if (::getuid() != 0)
            return "needs root, to make an account that may use sudo";
        if (!fs::exists("/usr/bin/sudo") || !fs::exists("/etc/pam.d") || !fs::exists("/etc/sudoers.d"))
            return "sudo with PAM is not installed";
        return std::nullopt;
    }

    explicit SudoHost(SshdOptions options = {}, const std::string &bashrc = {},
                      const std::string &rule = "ALL=(ALL) ALL", const std::string &defaults = {})
        : m_user("correct horse 7!", "/bin/bash") {
        namespace fs = std::filesystem;
        fs::permissions(m_folder.path(), fs::perms(0755));
        fs::create_directory(home());
        write(home() / ".bashrc", bashrc);
        run({"chown", "-R", m_user.name(), home().string()});
        write(m_folder.path() / "note",
              "#!/bin/sh\necho failed >>\"" + (home() / "failures").string() + "\"\n");
        fs::permissions(m_folder.path() / "note", fs::perms(0755));
        write(pam(), "auth [success=2 default=ignore] pam_unix.so nodelay\n"
                     "auth optional pam_exec.so quiet " +
                         (m_folder.path() / "note").string() +
                         "\nauth requisite pam_deny.so\nauth required pam_permit.so\n"
                         "account required pam_permit.so\nsession required pam_permit.so\n");
        write(sudoers(), fmt::format("Defaults:{0} pam_service={0}, !lecture{1}{2}\n", m_user.name(),
                                     defaults.empty() ? "" : ", ", defaults) +
                             (rule.empty() ? "" : fmt::format("{} {}\n", m_user.name(), rule)));
        fs::permissions(sudoers(), fs::perms(0440));
        options.user = m_user.name();
        options.environment.push_back("HOME=" + home().string());
        m_sshd.emplace(std::move(options));
    }
    ~SudoHost() {
        m_sshd.reset();
        std::error_code error;
        std::filesystem::remove(sudoers(), error);
        std::filesystem::remove(pam(), error);
    }
    SudoHost(const SudoHost &) = delete;
    SudoHost &operator=(const SudoHost &) = delete;

    [[nodiscard]] const Sshd &sshd() const { return *m_sshd; }
    [[nodiscard]] const std::string &user() const { return m_user.name(); }
    [[nodiscard]] const std::string &password() const { return m_user.password(); }
    [[nodiscard]] std::filesystem::path home() const { return m_folder.path() / "home"; }
    [[nodiscard]] const std::filesystem::path &folder() const { return m_folder.path(); }
    /// Number of lines in the file: of failures of sudo, or written by the .bashrc.
    [[nodiscard]] static int linesOf(const std::filesystem::path &file) {
        int lines = 0;
        std::ifstream stream(file);
        for (std::string line; std::getline(stream, line);)
            ++lines;
        return lines;
    }
    /// The PAM program runs with the user's permissions, hence the location of the file.
    [[nodiscard]] int failures() const { return linesOf(home() / "failures"); }

private:
    static void write(const std::filesystem::path &path, const std::string &text) {
        std::ofstream(path, std::ios::binary) << text;
    }
    [[nodiscard]] std::filesystem::path pam() const { return "/etc/pam.d/" + m_user.name(); }
    [[nodiscard]] std::filesystem::path sudoers() const { return "/etc/sudoers.d/" + m_user.name(); }

    TemporaryUser m_user;
    TemporaryFolder m_folder;
    std::optional<Sshd> m_sshd;
};

} // namespace fabricscope::test
