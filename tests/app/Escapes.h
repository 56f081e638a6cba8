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

/// Copies of sleep in a temporary folder. Their processes are found by that path in their command lines,
/// which everybody may read, and not by what the program under test examines.
class Sleepers {
public:
    Sleepers();
    ~Sleepers(); ///< kills the remaining processes, as far as permitted
    Sleepers(const Sleepers &) = delete;
    Sleepers &operator=(const Sleepers &) = delete;

    [[nodiscard]] std::string plain() const { return path("plain"); }
    /// Only root may read the file (mode 0111), and so its environment (ptrace(2)).
    [[nodiscard]] std::string hidden() const { return path("hidden"); }
    /// A process that is easily overlooked (tests/support/odd/odd_process.c).
    [[nodiscard]] std::string odd() const { return path("odd"); }
    /// The same because of a file capability. Needs root and setcap; empty if that is not possible.
    [[nodiscard]] std::string capable() const { return m_isCapable ? path("capable") : std::string(); }

    [[nodiscard]] std::set<pid_t> alive() const;
    /// Waits until `count` processes are alive. Returns false after a long time.
    [[nodiscard]] bool waitForAlive(std::size_t count) const;
    [[nodiscard]] bool waitForExit(std::chrono::milliseconds longest) const;

private:
    [[nodiscard]] std::string path(const char *name) const { return (m_folder.path() / name).string(); }

    TemporaryFolder m_folder;
    bool m_isCapable = false;
};

/// A way for a process to escape from its run. `%p`, `%h`, `%o` and `%c` in the script are the
/// sleepers.
struct Escape {
    const char *name;
    const char *script; ///< for /bin/sh, before `wait`
    std::size_t count;  ///< number of sleepers alive then
    bool needsCapable = false;
};
extern const Escape kEscapes[6];
/// Those of Sleepers::odd(), which runs on this machine only.
extern const Escape kOddEscapes[2];
/// The script, or nothing if a sleeper it needs is not available.
[[nodiscard]] std::optional<std::string> scriptOf(const Escape &escape, const Sleepers &sleepers);

/// An unprivileged account with an sshd: created if root runs the test, otherwise the account that runs it.
class UnprivilegedLogin {
public:
    /// `environment` as in SshdOptions.
    explicit UnprivilegedLogin(std::vector<std::string> environment = {});
    [[nodiscard]] const Sshd &sshd() const { return *m_sshd; }
    [[nodiscard]] std::string user() const; ///< whose login it is

private:
    std::unique_ptr<TemporaryUser> m_user;
    std::unique_ptr<Sshd> m_sshd;
};

/// A host without perl, python3 and systemd, so that a shell cannot become a subreaper. path() is for the
/// PATH of a login.
class MinimalHost {
public:
    MinimalHost();
    [[nodiscard]] std::string path() const { return (m_folder.path() / "bin").string(); }

private:
    TemporaryFolder m_folder;
};

/// While it exists, the account may run anything as root, by `sudo -n`.
class SudoRights {
public:
    explicit SudoRights(const std::string &user);
    ~SudoRights();
    SudoRights(const SudoRights &) = delete;
    SudoRights &operator=(const SudoRights &) = delete;
    /// Why it is not available on this machine; std::nullopt if it is.
    [[nodiscard]] static std::optional<std::string> unavailableReason();

private:
    std::string m_file;
};

} // namespace fabricscope::test
