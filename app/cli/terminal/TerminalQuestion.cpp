// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/TerminalQuestion.h"

#include "core/base/HostText.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

namespace fabricscope::app::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMs = 100;
constexpr int kStopMs = 1000; ///< until a stop signal that is ignored is taken for that

std::timed_mutex &terminalMutex() {
    static std::timed_mutex mutex;
    return mutex;
}

std::atomic<bool> g_isAsking{false};
std::atomic<int> g_signalPipe{-1}; ///< the end that the handler writes to

extern "C" void noteSignal(int number) {
    const int before = errno;
    const auto byte = static_cast<unsigned char>(number);
    const int pipe = g_signalPipe;
    if (pipe >= 0)
        (void)!::write(pipe, &byte, 1);
    errno = before;
}

/// Signals that would end or stop the process while the echo is off are received through a pipe. They are
/// delivered to any thread that does not block them, so no read() here is interrupted.
class SignalWatch {
public:
    SignalWatch() {
        if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
            m_pipe = {-1, -1};
        install();
    }
    ~SignalWatch() {
        restore();
        for (const int end : m_pipe)
            if (end >= 0)
                ::close(end);
    }
    SignalWatch(const SignalWatch &) = delete;
    SignalWatch &operator=(const SignalWatch &) = delete;

    [[nodiscard]] int descriptor() const { return m_pipe[0]; }
    /// 0: none.
    [[nodiscard]] int take() const {
        unsigned char number = 0;
        return ::read(m_pipe[0], &number, 1) == 1 ? number : 0;
    }
    /// Restores the default action of the signal; returns if it does not end the process.
    void deliver(int number) {
        const bool ends = number != SIGTSTP && isDefault(number);
        restore();
        g_signalPipe = m_pipe[1];
        struct sigaction onContinue {};
        struct sigaction before {};
        onContinue.sa_handler = noteSignal;
        onContinue.sa_flags = SA_RESTART;
        ::sigaction(SIGCONT, &onContinue, &before);
        ::kill(::getpid(), number);
        do { // another thread receives it soon
            pollfd waiting{m_pipe[0], POLLIN, 0};
            ::poll(&waiting, 1, kStopMs);
            while (take() != 0) {
            }
        } while (ends);
        ::sigaction(SIGCONT, &before, nullptr);
        install();
    }

private:
    static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

    [[nodiscard]] bool isDefault(int number) const {
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            if (kSignals[i] == number)
                return m_before[i].sa_handler == SIG_DFL;
        return false;
    }
    void install() {
        g_signalPipe = m_pipe[1];
        for (std::size_t i = 0; i < kSignals.size(); ++i) {
            ::sigaction(kSignals[i], nullptr, &m_before[i]);
            if (m_before[i].sa_handler == SIG_IGN) // of nohup
                continue;
            struct sigaction note {};
            note.sa_handler = noteSignal;
            note.sa_flags = SA_RESTART;
            ::sigaction(kSignals[i], &note, nullptr);
        }
    }
    void restore() {
        for (std::size_t i = 0; i < kSignals.size(); ++i)
            ::sigaction(kSignals[i], &m_before[i], nullptr);
        g_signalPipe = -1;
    }

    std::array<int, 2> m_pipe{-1, -1};
    std::array<struct sigaction, kSignals.size()> m_before{};
};

/// The typed text; overwritten in the destructor.
class Line {
public:
    Line() = default;
    ~Line() { ::explicit_bzero(m_bytes.data(), m_bytes.size()); }
    Line(const Line &) = delete;
    Line &operator=(const Line &) = delete;

    /// Returns true at the end of the line, or of the input.
    bool readFrom(int fd) {
        if (m_size == m_bytes.size())
            return true;
        const ssize_t n = ::read(fd, m_bytes.data() + m_size, m_bytes.size() - m_size);
        if (n < 0)
            return errno != EINTR && errno != EAGAIN && (m_isOver = true);
        m_isOver = n == 0 && m_size == 0;
        m_size += static_cast<std::size_t>(n);
        return n == 0 || std::memchr(m_bytes.data(), '\n', m_size) != nullptr;
    }
    [[nodiscard]] std::optional<remote::Secret> text() const {
        if (m_isOver)
            return std::nullopt;
        const std::string_view all(m_bytes.data(), m_size);
        return remote::Secret(std::string(all.substr(0, all.find('\n'))));
    }

private:
    std::array<char, 4096> m_bytes{}; ///< a terminal's longest line
    std::size_t m_size = 0;
    bool m_isOver = false;
};

class Terminal {
public:
    Terminal() : m_fd(::open("/dev/tty", O_RDWR | O_CLOEXEC)) {}
    ~Terminal() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    [[nodiscard]] bool isThere() const { return m_fd >= 0; }
    void write(std::string_view question) const {
        const std::string safe = HostText(question).plain(); // a host's words may be in it
        std::string_view text = safe;
        while (!text.empty()) {
            const ssize_t n = ::write(m_fd, text.data(), text.size());
            if (n < 0 && errno != EINTR)
                return;
            text.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
        }
    }

    std::optional<remote::Secret> ask(const TerminalQuestion &question) {
        SignalWatch signals;
        Line line;
        begin(question, signals);
        const auto end = Clock::now() + question.limit.value_or(std::chrono::hours(24 * 365));
        bool isAnswered = false;
        while (!isAnswered) {
            std::array<pollfd, 2> waiting{{{m_fd, POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
            ::poll(waiting.data(), waiting.size(), kPollMs);
            if (const int number = signals.take(); number != 0) {
                finish();
                signals.deliver(number);
                if (number != SIGTSTP) // handled elsewhere
                    return std::nullopt;
                begin(question, signals);
                continue;
            }
            const bool isLate = Clock::now() >= end;
            if (isLate || (question.cancelled && question.cancelled())) {
                finish();
                if (isLate && question.late)
                    question.late();
                return std::nullopt;
            }
            if (waiting[0].revents != 0)
                isAnswered = line.readFrom(m_fd);
        }
        finish();
        return line.text();
    }

private:
    void begin(const TerminalQuestion &question, SignalWatch &signals) {
        // In the background the settings are those of the foreground process, and read() fails.
        for (int tries = 0; ::tcgetpgrp(m_fd) != ::getpgrp() && tries < kMaxStops; ++tries)
            signals.deliver(SIGTTIN);
        m_isQuiet = !question.echo && ::tcgetattr(m_fd, &m_before) == 0;
        if (m_isQuiet) {
            termios silent = m_before;
            silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL);
            ::tcsetattr(m_fd, TCSAFLUSH, &silent);
        }
        write(question.text);
    }
    void finish() {
        if (std::exchange(m_isQuiet, false)) {
            ::tcsetattr(m_fd, TCSAFLUSH, &m_before);
            write("\n");
        }
    }

    static constexpr int kMaxStops = 3; ///< an orphaned process cannot be stopped
    int m_fd;
    termios m_before{};
    bool m_isQuiet = false;
};

} // namespace

std::optional<remote::Secret> askTerminal(const TerminalQuestion &question) {
    std::unique_lock lock(terminalMutex(), std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(kPollMs)))
        if (question.cancelled && question.cancelled())
            return std::nullopt;
    Terminal terminal;
    if (!terminal.isThere())
        return std::nullopt;
    g_isAsking = true;
    auto answer = terminal.ask(question);
    g_isAsking = false;
    return answer;
}

bool hasTerminal() {
    return Terminal().isThere();
}

bool isAsking() {
    return g_isAsking;
}

void writeToTerminal(const std::string &text) {
    const std::scoped_lock lock(terminalMutex());
    if (const Terminal terminal; terminal.isThere())
        terminal.write(text);
}

} // namespace fabricscope::app::cli
