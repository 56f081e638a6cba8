// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// What every subcommand prints to, for as long as this object lives: stdout and stderr whose failures are
/// recorded whichever thread printed. If the reader of either has gone (`fabricscope ... | head`), the
/// process ends immediately and silently, by SIGPIPE as other programs do. A command that ends what it runs
/// first has a handler for SIGTERM: it gets that signal, once, and what is printed meanwhile is dropped. If
/// standard output cannot be written for another reason (a full disk), printing fails as it does for any
/// file. A terminal gets what TerminalFilter lets through, and so does standard error wherever it goes, since
/// a terminal may be at the other end of a pipe (`ssh`, `2>&1 | tee`); only the bytes of a tool reach a pipe
/// or a file as they are.
///
/// SIGPIPE is otherwise ignored: sockets and pipes to other programs report closing by themselves.
class StandardStreams {
public:
    StandardStreams();
    ~StandardStreams();
    StandardStreams(const StandardStreams &) = delete;
    StandardStreams &operator=(const StandardStreams &) = delete;

    /// Returns `status` once all output is written; otherwise the status of a program whose reader has gone,
    /// or kUnreachable after a message with the reason why standard output cannot be written.
    [[nodiscard]] int finish(int status);
    /// Whether writing to standard output has failed for another reason than a closed pipe.
    [[nodiscard]] static bool hasFailed();
    [[nodiscard]] static bool isReaderClosed();
    /// For a command that could not write to this file (`-o /dev/stdout | head`): if it is a pipe whose
    /// reader has gone, the process ends as it does when the reader of standard output goes.
    static void endIfReaderClosed(const std::string &file);
    /// The status of a command that could not write its output to this file, after a message and
    /// endIfReaderClosed().
    [[nodiscard]] static int cannotWrite(const std::string &file);
    /// Where a command reports what it has written to `file`: on standard output, unless the file is
    /// standard output itself (`-o /dev/stdout`). Call before writing: afterwards another file may have
    /// replaced it.
    [[nodiscard]] static std::FILE *reportStreamFor(const std::string &file);
    /// Writes what a tool printed to stdout or stderr. Returns false and sets errno if not all of it could be
    /// written.
    [[nodiscard]] static bool writeToolOutput(std::FILE *stream, std::string_view bytes);

private:
    std::FILE *m_out, *m_err; ///< as they were
};

} // namespace fabricscope::app::cli
