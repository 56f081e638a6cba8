// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Runs something in the foreground of a pseudo-terminal, as the child of a shell that sees it stop, like an
/// interactive session.
class PtyRun {
public:
    /// Runs one of our programs; the arguments are passed unchanged.
    PtyRun(const std::string &program, const std::vector<std::string> &arguments);
    /// Runs a function in a fork of this process; its return value is the exit status.
    explicit PtyRun(const std::function<int()> &work);
    ~PtyRun(); ///< ends the child
    PtyRun(const PtyRun &) = delete;
    PtyRun &operator=(const PtyRun &) = delete;

    /// Reads until the text has appeared `times` times; false after a minute, or at the end of output.
    bool waitFor(const std::string &text, int times = 1);
    void type(const std::string &text) const;
    /// Whether the terminal echoes input.
    [[nodiscard]] bool echoes() const;
    void signal(int number) const;
    /// Waits until a signal stops it; false after a minute.
    bool waitStopped();
    /// Like `fg`.
    void resume();
    /// Exit status; 128 plus the signal that ended it, as in a shell; -1 after a minute.
    int wait();
    /// Everything written to the terminal so far.
    [[nodiscard]] const std::string &screen() const { return m_screen; }
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    void start(const std::function<int()> &work);
    void read(int waitMs);
    char readReport(int waitMs);

    int m_terminal = -1;
    int m_reports = -1;  ///< from the shell: the child's pid, 's' when it stops, 'e' and its status
    int m_commands = -1; ///< to the shell: 'f'
    pid_t m_shell = -1;
    pid_t m_pid = -1;
    int m_status = -1;
    bool m_isEnded = false;
    std::string m_screen;
};

/// Number of occurrences of the text in the writable memory of the process.
[[nodiscard]] int countInMemory(pid_t pid, const std::string &text);

} // namespace fabricscope::test
