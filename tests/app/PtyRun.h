// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// Something that runs in the foreground of a pseudo-terminal, below a shell of its own that sees it stop, as
/// at a person's terminal.
class PtyRun {
public:
    /// A program of ours; the arguments go to it as they are.
    PtyRun(const std::string &program, const std::vector<std::string> &arguments);
    /// A function, in a process forked off this one; what it gives is the exit status.
    explicit PtyRun(const std::function<int()> &work);
    ~PtyRun(); ///< ends it
    PtyRun(const PtyRun &) = delete;
    PtyRun &operator=(const PtyRun &) = delete;

    /// Reads on until the text stands so often on the terminal; false after a minute, or at the end.
    bool waitFor(const std::string &text, int times = 1);
    void type(const std::string &text) const;
    /// Whether the terminal echoes what is typed.
    [[nodiscard]] bool echoes() const;
    void signal(int number) const;
    /// Until it is stopped by a signal; false after a minute.
    bool waitStopped();
    /// As `fg`.
    void resume();
    /// Its exit status; 128 and the signal that ended it, as a shell says it; -1 after a minute.
    int wait();
    /// All that stood on the terminal so far.
    [[nodiscard]] const std::string &screen() const { return m_screen; }
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    void start(const std::function<int()> &work);
    void read(int waitMs);
    char readReport(int waitMs);

    int m_terminal = -1;
    int m_reports = -1;  ///< of the shell: its child's number, then 's' when it stopped, 'e' and its status
    int m_commands = -1; ///< to the shell: 'f'
    pid_t m_shell = -1;
    pid_t m_pid = -1;
    int m_status = -1;
    bool m_isEnded = false;
    std::string m_screen;
};

/// How often this text stands in the memory that the process can write to.
[[nodiscard]] int countInMemory(pid_t pid, const std::string &text);

} // namespace fabricscope::test
