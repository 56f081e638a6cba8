// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Copies of sleep in a folder of their own. Their processes are found by that path in their words, which
/// everybody may read: not by what the program under test looks at.
class Sleepers {
public:
    Sleepers();
    ~Sleepers(); ///< kills what is left of them, where it may
    Sleepers(const Sleepers &) = delete;
    Sleepers &operator=(const Sleepers &) = delete;

    [[nodiscard]] std::string plain() const { return path("plain"); }
    /// Nobody but root may read the file (mode 0111), and so not its environment either (ptrace(2)).
    [[nodiscard]] std::string hidden() const { return path("hidden"); }
    /// With a file capability; the same. Needs root and setcap: empty where that cannot be had.
    [[nodiscard]] std::string capable() const { return m_isCapable ? path("capable") : std::string(); }

    [[nodiscard]] std::set<pid_t> alive() const;
    /// Until so many live. False after long.
    [[nodiscard]] bool waitForAlive(std::size_t count) const;
    [[nodiscard]] bool waitForExit(std::chrono::milliseconds longest) const;

private:
    [[nodiscard]] std::string path(const char *name) const { return (m_folder.path() / name).string(); }

    TemporaryFolder m_folder;
    bool m_isCapable = false;
};

/// How a process may leave what it was started in. `%p`, `%h` and `%c` in the script are the sleepers.
struct Escape {
    const char *name;
    const char *script; ///< for /bin/sh, in front of `wait`
    std::size_t count;  ///< of sleepers that live then
    bool needsCapable = false;
};
extern const Escape kEscapes[6];
/// The script, or nothing where a sleeper of it cannot be had.
[[nodiscard]] std::optional<std::string> scriptOf(const Escape &escape, const Sleepers &sleepers);

/// Who is no root and has an sshd: an account made for it where root runs the test, else who runs it.
class UnprivilegedLogin {
public:
    /// `environment` as in SshdOptions.
    explicit UnprivilegedLogin(std::vector<std::string> environment = {});
    [[nodiscard]] const Sshd &sshd() const { return *m_sshd; }
    [[nodiscard]] std::string user() const { return m_user ? m_user->name() : std::string(); }

private:
    std::unique_ptr<TemporaryUser> m_user;
    std::unique_ptr<Sshd> m_sshd;
};

/// A host without perl, python3 and systemd: nothing there makes a shell a subreaper. For the PATH of a
/// login.
class MinimalHost {
public:
    MinimalHost();
    [[nodiscard]] std::string path() const { return (m_folder.path() / "bin").string(); }

private:
    TemporaryFolder m_folder;
};

/// As long as it lives the account may do everything as root, by `sudo -n`.
class SudoRights {
public:
    explicit SudoRights(const std::string &user);
    ~SudoRights();
    SudoRights(const SudoRights &) = delete;
    SudoRights &operator=(const SudoRights &) = delete;
    /// Why it cannot be had on this machine; std::nullopt where it can.
    [[nodiscard]] static std::optional<std::string> unavailableReason();

private:
    std::string m_file;
};

} // namespace fabricscope::test
