// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// What every subcommand prints to, for as long as this object lives: stdout and stderr whose failures are
/// known whoever printed, from whatever thread. Where the reader of either has gone (`fabricscope ... |
/// head`), the process ends immediately and silently, by SIGPIPE as other programs do. A command that ends
/// what it runs first has a handler for SIGTERM: it gets that signal, once, and what is printed meanwhile is
/// dropped. Where standard output cannot be written for another reason (a full disk), printing fails as it
/// does for any file. A terminal gets what TerminalFilter lets through, and so does standard error wherever
/// it goes, since a terminal may be at the other end of a pipe (`ssh`, `2>&1 | tee`); only the bytes of a
/// tool reach a pipe or a file as they are.
///
/// Beside it SIGPIPE is ignored: sockets and pipes to other programs report their ends by themselves.
class StandardStreams {
public:
    StandardStreams();
    ~StandardStreams();
    StandardStreams(const StandardStreams &) = delete;
    StandardStreams &operator=(const StandardStreams &) = delete;

    /// `status`, when all that was printed is written; else that of a program whose reader has gone, or
    /// kUnreachable behind a message that names why standard output cannot be written.
    [[nodiscard]] int finish(int status);
    /// Whether writing to standard output has failed, other than by a reader that has gone.
    [[nodiscard]] static bool hasFailed();
    [[nodiscard]] static bool isReaderClosed();
    /// For a command that could not write to this file (`-o /dev/stdout | head`): where it is a pipe whose
    /// reader has gone, the process ends as it does when the reader of standard output goes.
    static void endIfReaderClosed(const std::string &file);
    /// Where a command says what it has written to `file`: on standard output, but for a file that is
    /// standard output itself (`-o /dev/stdout`). To be asked before it is written: another may take its
    /// place then.
    [[nodiscard]] static std::FILE *reportStreamFor(const std::string &file);
    /// Writes what a tool printed to stdout or stderr. False with errno where not all of it could be written.
    [[nodiscard]] static bool writeToolOutput(std::FILE *stream, std::string_view bytes);

private:
    std::FILE *m_out, *m_err; ///< as they were
};

} // namespace fabricscope::app::cli
