// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/StandardStreams.h"

#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/TerminalFilter.h"
#include "core/base/Print.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace fabricscope::app::cli {

namespace {

std::atomic<bool> g_readerClosed{false};
std::atomic<int> g_error{0}; ///< of standard output

void endByPipe() {
    struct sigaction byDefault {};
    byDefault.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &byDefault, nullptr);
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
    std::raise(SIGPIPE);
}

void handleClosedReader() {
    if (g_readerClosed.exchange(true))
        return;
    struct sigaction ending {};
    sigaction(SIGTERM, nullptr, &ending);
    if (ending.sa_handler == SIG_DFL || ending.sa_handler == SIG_IGN)
        endByPipe();
    else
        std::raise(SIGTERM);
}

/// The end of a stream, with the filter that protects a terminal. Used under the lock of its stream.
struct Target {
    int file;
    bool isTerminal = false;
    bool isOfTool = false; ///< the stream being written
    TerminalFilter filter;

    [[nodiscard]] bool isFiltered() const { return isTerminal || (file == STDERR_FILENO && !isOfTool); }
    [[nodiscard]] bool isOwn() const { return file == STDERR_FILENO && !isOfTool; }
};
Target g_targets[] = {{STDOUT_FILENO, false, false, {}}, {STDERR_FILENO, false, false, {}}};

/// For fopencookie(3): the number of bytes written; 0 and errno on failure.
ssize_t writeTo(void *cookie, const char *given, std::size_t size) {
    Target &target = *static_cast<Target *>(cookie);
    const int file = target.file;
    const bool isFiltered = target.isFiltered();
    const std::string filtered =
        isFiltered ? target.filter.feed({given, size}, target.isOwn()) : std::string();
    const std::string_view bytes = isFiltered ? std::string_view(filtered) : std::string_view(given, size);
    std::size_t written = 0;
    while (written < bytes.size() && !g_readerClosed) {
        const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
        if (count >= 0) {
            written += static_cast<std::size_t>(count);
        } else if (errno == EPIPE) {
            handleClosedReader();
        } else if (errno != EINTR) {
            if (file != STDOUT_FILENO)
                break; // no one can be informed
            g_error = errno;
            return 0;
        }
    }
    return static_cast<ssize_t>(size);
}

/// Occupies the numbers of standard streams that were closed (`>&-`): a file opened later would get them, and
/// the output with them. Reading finds nothing, writing to standard output fails as before.
void occupyClosed() {
    for (const auto &[file, mode] : {std::pair{STDIN_FILENO, O_RDONLY}, std::pair{STDOUT_FILENO, O_RDONLY},
                                     std::pair{STDERR_FILENO, O_WRONLY}})
        if (::fcntl(file, F_GETFD) < 0)
            (void)::open("/dev/null", mode); // the lowest free number
}

/// `pipeBuffering`: used unless it is a terminal.
FILE *streamTo(Target &target, int terminalBuffering, int pipeBuffering) {
    target.isTerminal = ::isatty(target.file) != 0;
    cookie_io_functions_t functions{};
    functions.write = writeTo;
    FILE *stream = ::fopencookie(&target, "w", functions);
    if (stream != nullptr)
        std::setvbuf(stream, nullptr, target.isTerminal ? terminalBuffering : pipeBuffering,
                     std::size_t{1} << 16);
    return stream;
}

} // namespace

// The GNU C library documents that stdout and stderr may be assigned.
StandardStreams::StandardStreams() : m_out(stdout), m_err(stderr) {
    std::signal(SIGPIPE, SIG_IGN);
    occupyClosed();
    if (FILE *out = streamTo(g_targets[0], _IOLBF, _IOFBF))
        stdout = out;
    if (FILE *err = streamTo(g_targets[1], _IONBF, _IONBF))
        stderr = err;
}

StandardStreams::~StandardStreams() {
    if (FILE *const out = std::exchange(stdout, m_out); out != m_out)
        std::fclose(out);
    if (FILE *const err = std::exchange(stderr, m_err); err != m_err)
        std::fclose(err);
}

bool StandardStreams::hasFailed() {
    return g_error != 0;
}

bool StandardStreams::isReaderClosed() {
    return g_readerClosed;
}

void StandardStreams::endIfReaderClosed(const std::string &file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISFIFO(status.st_mode))
        return;
    const int opened = ::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0 && errno != ENXIO) // errno for a FIFO without a reader
        return;
    pollfd pipe{opened, POLLOUT, 0};
    const bool isGone = opened < 0 || (::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0);
    if (opened >= 0)
        ::close(opened);
    if (isGone)
        handleClosedReader();
}

int StandardStreams::cannotWrite(const std::string &file) {
    endIfReaderClosed(file);
    printText(stderr,
              "fabricscope: {} cannot be written\n  check the path, its permissions and the free space\n",
              file);
    return kUnreachable;
}

std::FILE *StandardStreams::reportStreamFor(const std::string &file) {
    struct stat there {};
    struct stat out {};
    const bool isOutput = ::stat(file.c_str(), &there) == 0 && ::fstat(STDOUT_FILENO, &out) == 0 &&
                          there.st_dev == out.st_dev && there.st_ino == out.st_ino;
    const bool isDiscarded = S_ISCHR(out.st_mode) && ::isatty(STDOUT_FILENO) == 0; // /dev/null
    return isOutput && !isDiscarded ? stderr : stdout;
}

bool StandardStreams::writeToolOutput(std::FILE *stream, std::string_view bytes) {
    Target &target = g_targets[stream == stderr ? 1 : 0];
    ::flockfile(stream);
    target.isOfTool = true;
    const bool isWritten =
        std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size() && std::fflush(stream) == 0;
    target.isOfTool = false;
    ::funlockfile(stream);
    return isWritten;
}

int StandardStreams::finish(int status) {
    constexpr int kEndedByPipe = 128 + SIGPIPE;
    if (std::fflush(stdout) != 0 && !hasFailed())
        g_error = errno;
    if (g_readerClosed)
        return kEndedByPipe;
    if (!hasFailed())
        return status;
    printText(stderr, "fabricscope: standard output cannot be written: {}\n",
              std::generic_category().message(g_error));
    return status == kDone || status == kFindings ? kUnreachable : status;
}

} // namespace fabricscope::app::cli
