// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/ContainerTarget.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The user as which the script's shell runs.
enum class ShellUser {
    Login,        ///< the user's own, or that of a container
    Sudo,         ///< root's, by `sudo -n`
    SudoPassword, ///< root's, by `sudo -S`
};

/// The command lines that start a POSIX shell on a host, and its output before it reads the script. The
/// start-up files of a login shell may print, and may read standard input: a script is sent only after the
/// shell that is to read it has printed a line with a nonce. The lines have the same meaning for every login
/// shell.
class ScriptShell {
public:
    /// The nonce is made of letters and digits.
    ScriptShell(std::string nonce, ShellUser user) : m_nonce(std::move(nonce)), m_user(user) {}
    /// A shell in this container, by its runtime; with `sudo` the runtime may be called through `sudo -n`.
    void enter(const workspace::Container &container, bool sudo);

    [[nodiscard]] ShellUser user() const { return m_user; }
    [[nodiscard]] std::string line() const;
    /// For another command that reads a script, which is sent once takeOut() reports that it is ready.
    [[nodiscard]] std::string lineBefore(std::string_view command) const;
    /// line() with the script as an argument, for a login shell whose start-up files read standard input to
    /// its end. std::nullopt if the script is too long (Linux: 128 KiB per argument), or sudo reads a
    /// password.
    [[nodiscard]] std::optional<std::string> lineWith(std::string_view script) const;

    enum class ShellState {
        Nothing,
        Reached, ///< SudoPassword: the start-up files are behind us; go() starts sudo
        Ready,   ///< the script may be written
    };
    /// Removes standard output up to and including the line that reports it from the front of `bytes`.
    ShellState takeOut(std::string_view &bytes);
    enum class Prompt {
        First, ///< of the sudo that checks the password; again where it refused one
        Again, ///< of the sudo that starts the shell: the first has accepted the password and forgotten it
    };
    /// Finds sudo's questions for a password in standard error.
    std::vector<Prompt> takeErr(std::string_view bytes);
    /// The start-up files have ended.
    [[nodiscard]] bool hasBegun() const { return m_isReached || m_isReady; }
    void restart() { m_isReached = m_isReady = false; }
    /// The prompt that sudo is told to use.
    [[nodiscard]] std::string prompt(Prompt which) const;
    /// Sent after the password of Prompt::Again: the shell's first line, which prints that it is ready. The
    /// password was accepted a moment ago; if sudo refused it now, it would take this line for another
    /// password.
    [[nodiscard]] std::string announcing() const { return "echo \"" + mark("ready") + "\"\n"; }
    [[nodiscard]] std::string go() const { return m_nonce + "\n"; }
    /// The first line of each script: ends root's shell with a message of sudo's form if it may start no
    /// programs (`noexec` in sudoers), since every section would be empty. Nothing for other users.
    [[nodiscard]] std::string_view guard() const;
    /// The output before the shell was ready, at most a few KiB.
    [[nodiscard]] const std::string &front() const { return m_front; }

private:
    [[nodiscard]] std::string mark(std::string_view word) const;

    std::string m_nonce;
    ShellUser m_user;
    std::string m_container; ///< the command line of its runtime
    std::string m_front, m_err;
    bool m_isReached = false;
    bool m_isReady = false;
};

/// 32 unpredictable hexadecimal digits.
[[nodiscard]] std::string scriptNonce();

} // namespace fabricscope::app
