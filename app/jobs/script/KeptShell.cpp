// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/KeptShell.h"

#include "app/jobs/script/MessageSplitter.h"
#include "app/jobs/script/ScriptShell.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace fabricscope::app {

using remote::Command;
using remote::Exit;
using remote::Process;
using remote::Sink;
using remote::Stream;
using remote::Transport;

namespace {

/// A shared command that was closed after the end of its input has this long to end, else the shell ends.
constexpr std::chrono::seconds kLongestEnd{2};

/// Reads one command per line, and nothing else: what a command left of its input is skipped. {}: the mark of
/// its messages. `read` takes no byte behind its line, so that the command reads the rest itself. There is no
/// single quote and no `!` in it, because of csh and fish.
constexpr std::string_view kLoop =
    "exec /bin/sh -c 'while IFS= read -r fs_line; do case $fs_line in "
    "\"{0}run \"*) (eval \"${{fs_line#*run }}\"); echo \"{0}ended $?\"; echo \"{0}ended\" >&2 ;; "
    "\"{0}last \"*) eval \"${{fs_line#*last }}\"; exit ;; esac; done'";

/// Before the status, at the end of standard output; alone, at the end of standard error.
constexpr std::string_view kEnded = "ended ";

bool isOneLine(const Command &command) {
    return command.line.find('\n') == std::string::npos && command.input.empty() && command.keepInputOpen &&
           !command.deadline && !command.silence;
}

} // namespace

/// The channel. Everything but release() happens on the io thread.
class KeptShell::Line : public std::enable_shared_from_this<Line> {
public:
    Line(remote::Client &client, std::shared_ptr<Transport> transport)
        : m_client(client)
        , m_transport(std::move(transport))
        , m_mark(fmt::format("@@{} ", scriptNonce()))
        , m_door(scriptNonce(), ShellUser::Login) {}

    /// Whether a command can still be started in it, now or soon.
    [[nodiscard]] bool isUsable(const std::shared_ptr<Transport> &transport) const {
        return m_transport == transport && m_state != State::Taken && m_state != State::Gone;
    }
    std::shared_ptr<Process> start(Command command, Sink sink, Use use);
    /// From any thread, also when the client ends: ends it unless a command has become it. One that runs in
    /// it ends with it.
    void release();

    // The command's own, of which only the current one has an effect.
    void write(const Job *job, std::string bytes);
    void closeInput(const Job *job);
    void close(const Job *job);
    /// pause(), resume() and signal().
    void pass(const Job *job, const std::function<void(Process &)> &call);

private:
    enum class State {
        New,
        Opening, ///< its shell is not ready, and its command waits for it
        Busy,
        Closing, ///< the command was closed, and its end is awaited
        Idle,
        Taken,
        Gone,
    };
    struct Waiting {
        std::shared_ptr<Job> job;
        Command command;
        Sink sink;
        Use use = Use::Shared;
    };

    void open();
    void setKept(std::shared_ptr<Process> process);
    void launch(const Command &command, Use use);
    void received(Stream stream, std::string_view bytes);
    void deliver(Stream stream, std::string_view bytes);
    void split(Stream stream, std::string_view bytes);
    void commandEnded();
    void ended(const Exit &exit);
    void finish(const Exit &exit);
    void startNext();
    void dropAfter(std::chrono::milliseconds delay);
    void stopTimer() {
        if (const auto stop = std::exchange(m_stopTimer, {}))
            stop();
    }
    [[nodiscard]] bool isCurrent(const Job *job) const {
        return m_job.get() == job && m_process &&
               (m_state == State::Opening || m_state == State::Busy || m_state == State::Taken);
    }

    remote::Client &m_client;
    std::shared_ptr<Transport> m_transport;
    std::string m_mark;
    ScriptShell m_door;
    std::shared_ptr<Process> m_process;
    std::mutex m_mutex;
    std::shared_ptr<Process> m_kept; ///< for release(): m_process until it is taken or ends
    State m_state = State::New;
    std::function<void()> m_stopTimer;

    // Of the current command.
    std::shared_ptr<Job> m_job;
    Command m_command; ///< until the shell is ready
    Sink m_sink;
    std::array<std::optional<MessageSplitter>, 2> m_splitters; ///< of each stream
    bool m_isOutEnded = false, m_isErrEnded = false;
    int m_status = 0;
    bool m_isInputClosed = false;

    std::optional<Waiting> m_next;
};

/// One command, in a shell or, once it has `own`, in its own channel.
class KeptShell::Job final : public Process, public std::enable_shared_from_this<Job> {
public:
    Job(remote::Client &client, std::shared_ptr<Line> line) : m_client(client), m_line(std::move(line)) {}

    void write(std::string bytes) override {
        const auto text = std::make_shared<const std::string>(std::move(bytes));
        post([text](Line &line, const Job *job) { line.write(job, *text); },
             [text](Process &own) { own.write(*text); });
    }
    void closeInput() override {
        post([](Line &line, const Job *job) { line.closeInput(job); },
             [](Process &own) { own.closeInput(); });
    }
    void close() override {
        post([](Line &line, const Job *job) { line.close(job); }, [](Process &own) { own.close(); });
    }
    void pause() override {
        pass([](Process &process) { process.pause(); });
    }
    void resume() override {
        pass([](Process &process) { process.resume(); });
    }
    void signal(std::string name) override {
        pass([name = std::move(name)](Process &process) { process.signal(name); });
    }
    /// On the io thread.
    void setOwn(std::shared_ptr<Process> own) { m_own = std::move(own); }

private:
    template<class InLine, class InOwn> void post(InLine inLine, InOwn inOwn) {
        m_client.post([self = shared_from_this(), inLine = std::move(inLine), inOwn = std::move(inOwn)] {
            if (self->m_own)
                inOwn(*self->m_own);
            else
                inLine(*self->m_line, self.get());
        });
    }
    template<class Call> void pass(Call call) {
        post([call](Line &line, const Job *job) { line.pass(job, call); }, call);
    }

    remote::Client &m_client;
    std::shared_ptr<Line> m_line;
    std::shared_ptr<Process> m_own;
};

std::shared_ptr<Process> KeptShell::Line::start(Command command, Sink sink, Use use) {
    const bool isFree = m_state == State::New || m_state == State::Idle || m_state == State::Closing;
    if (!isFree || m_next || !isOneLine(command) || (m_state == State::New && use == Use::Last))
        return m_transport->start(std::move(command), std::move(sink));
    auto job = std::make_shared<Job>(m_client, shared_from_this());
    m_next = Waiting{job, std::move(command), std::move(sink), use};
    if (m_state != State::Closing)
        startNext();
    return job;
}

void KeptShell::Line::startNext() {
    if (!m_next)
        return;
    Waiting next = std::move(*m_next);
    m_next.reset();
    if (m_state == State::Gone) {
        next.job->setOwn(m_transport->start(std::move(next.command), std::move(next.sink)));
        return;
    }
    stopTimer();
    m_job = std::move(next.job);
    m_sink = std::move(next.sink);
    m_isInputClosed = false;
    if (m_state == State::New) {
        m_command = std::move(next.command);
        open();
    } else {
        launch(next.command, next.use);
    }
}

void KeptShell::Line::open() {
    Command command;
    command.line = m_door.lineBefore(fmt::format(kLoop, m_mark));
    command.keepInputOpen = true;
    Sink sink;
    sink.data = [self = shared_from_this()](Stream stream, std::string_view bytes) {
        self->received(stream, bytes);
    };
    sink.finished = [self = shared_from_this()](const Exit &exit) {
        self->ended(exit);
    };
    m_state = State::Opening;
    m_process = m_transport->start(std::move(command), std::move(sink));
    setKept(m_process);
}

void KeptShell::Line::launch(const Command &command, Use use) {
    m_state = use == Use::Last ? State::Taken : State::Busy;
    if (use == Use::Last)
        setKept(nullptr);
    for (auto &splitter : m_splitters)
        splitter.emplace(m_mark);
    m_isOutEnded = m_isErrEnded = false;
    m_process->write(fmt::format("{}{} {}\n", m_mark, use == Use::Last ? "last" : "run", command.line));
}

void KeptShell::Line::received(Stream stream, std::string_view bytes) {
    if (m_state == State::Opening && stream == Stream::Out) {
        if (m_door.takeOut(bytes) != ScriptShell::ShellState::Ready)
            return;
        deliver(Stream::Out, m_door.front());
        launch(std::exchange(m_command, {}), Use::Shared);
    }
    if (m_state == State::Busy || m_state == State::Closing)
        split(stream, bytes);
    else if (m_state != State::Idle)
        deliver(stream, bytes);
}

void KeptShell::Line::deliver(Stream stream, std::string_view bytes) {
    if (!bytes.empty() && m_sink.data)
        m_sink.data(stream, bytes);
}

void KeptShell::Line::split(Stream stream, std::string_view bytes) {
    std::string text;
    m_splitters.at(stream == Stream::Out ? 0 : 1)
        ->feed(
            bytes, [&text](std::string_view piece) { text += piece; },
            [this](std::string_view message) {
                const auto status =
                    parseInteger<int>(message.substr(std::min(kEnded.size(), message.size())));
                // Both come on one stream where a start-up file has joined them.
                (status ? m_isOutEnded : m_isErrEnded) = true;
                m_status = status.value_or(m_status);
            });
    deliver(stream, text);
    if (m_isOutEnded && m_isErrEnded)
        commandEnded();
}

void KeptShell::Line::commandEnded() {
    m_process->resume(); // the command may have ended while it was paused
    m_state = State::Idle;
    finish({m_status, {}, {}});
    startNext();
    if (m_state == State::Idle)
        dropAfter(kLongestIdle);
}

void KeptShell::Line::finish(const Exit &exit) {
    m_job.reset();
    const Sink sink = std::exchange(m_sink, {}); // it may hold the owner of this
    if (sink.finished)
        sink.finished(exit);
}

void KeptShell::Line::ended(const Exit &exit) {
    if (m_state == State::Opening)
        deliver(Stream::Out, m_door.front());
    for (const Stream stream : {Stream::Out, Stream::Err})
        if (auto &splitter = m_splitters.at(stream == Stream::Out ? 0 : 1); splitter)
            splitter->finish([&](std::string_view bytes) { deliver(stream, bytes); });
    m_state = State::Gone;
    stopTimer();
    setKept(nullptr);
    m_process.reset();
    finish(exit);
    startNext();
    m_transport.reset();
}

void KeptShell::Line::setKept(std::shared_ptr<Process> process) {
    const std::scoped_lock lock(m_mutex);
    m_kept = std::move(process);
}

void KeptShell::Line::release() {
    std::shared_ptr<Process> kept;
    {
        const std::scoped_lock lock(m_mutex);
        kept = m_kept;
    }
    if (kept)
        kept->close();
}

void KeptShell::Line::dropAfter(std::chrono::milliseconds delay) {
    stopTimer();
    m_stopTimer = m_client.after(delay, [self = shared_from_this()] { self->release(); });
}

void KeptShell::Line::write(const Job *job, std::string bytes) {
    if (isCurrent(job))
        m_process->write(std::move(bytes));
}

void KeptShell::Line::closeInput(const Job *job) {
    if (!isCurrent(job) || std::exchange(m_isInputClosed, true))
        return;
    if (m_state == State::Busy)
        m_process->write("exit\n");
    else
        m_process->closeInput();
}

void KeptShell::Line::close(const Job *job) {
    if (!isCurrent(job))
        return;
    if (m_state != State::Busy || !m_isInputClosed)
        return m_process->close();
    m_state = State::Closing;
    dropAfter(kLongestEnd);
    finish(
        {{}, {}, remote::Failure{remote::FailureKind::Cancelled, remote::Stage::Command, "cancelled", {}}});
}

void KeptShell::Line::pass(const Job *job, const std::function<void(Process &)> &call) {
    if (isCurrent(job))
        call(*m_process);
}

KeptShell::~KeptShell() {
    if (m_line)
        m_line->release();
}

std::shared_ptr<Process> KeptShell::start(const std::shared_ptr<Transport> &transport, Command command,
                                          Sink sink, Use use) {
    if (!m_line || !m_line->isUsable(transport)) {
        if (m_line)
            m_line->release();
        m_line = std::make_shared<Line>(m_client, transport);
    }
    return m_line->start(std::move(command), std::move(sink), use);
}

} // namespace fabricscope::app
