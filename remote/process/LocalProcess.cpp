// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/LocalProcess.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kReadBytes = 64 * 1024;
constexpr int kReadsPerTurn = 16;                // then others have their turn
constexpr std::chrono::milliseconds kGrace{500}; // between TERM and KILL

Failure commandFailure(FailureKind kind, std::string what) {
    return {kind, Stage::Command, std::move(what), {}};
}

} // namespace

LocalProcess::LocalProcess(std::shared_ptr<Loop> loop, Command command, Sink sink)
    : RunningCommand(std::move(loop), std::move(command), std::move(sink))
    , m_out{Stream::Out, asio::posix::stream_descriptor(this->loop().io())}
    , m_err{Stream::Err, asio::posix::stream_descriptor(this->loop().io())}
    , m_in(this->loop().io())
    , m_kill(this->loop()) {}

std::shared_ptr<LocalProcess> LocalProcess::self() {
    return std::static_pointer_cast<LocalProcess>(shared_from_this());
}

void LocalProcess::begin() {
    if (isFinished())
        return;
    auto [inRead, inWrite] = makePipe();
    auto [outRead, outWrite] = makePipe();
    auto [errRead, errWrite] = makePipe();
    if (!inRead || !outRead || !errRead)
        return fail(FailureKind::CommandFailed, "out of file descriptors");
    auto pid = spawn({"/bin/sh", "-c", line()}, inRead.get(), outWrite.get(), errWrite.get());
    if (!pid)
        return fail(FailureKind::CommandFailed, "/bin/sh: " + pid.error());
    for (const Descriptor *end : {&inWrite, &outRead, &errRead})
        setNonBlocking(end->get());
    m_in.assign(inWrite.release());
    m_out.descriptor.assign(outRead.release());
    m_err.descriptor.assign(errRead.release());
    m_child = std::make_shared<ChildProcess>(sharedLoop(), *pid);
    // The reference cycle of command and child is broken when the child ends, as it always does.
    m_child->watch([process = self()](int status) {
        process->m_exit = exitOf(status);
        process->m_kill.stop();
        process->finishWhenDrained();
    });
    startTimers();
    waitFor(m_out);
    waitFor(m_err);
    feed();
}

void LocalProcess::waitFor(Source &source) {
    if (source.waiting || !source.descriptor.is_open() || isPaused() || isFinished() || m_exit)
        return;
    source.waiting = true;
    source.descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                                 [process = self(), &source](const ErrorCode &error) {
                                     source.waiting = false;
                                     if (error || process->m_exit)
                                         return;
                                     process->read(source);
                                     process->waitFor(source);
                                 });
}

bool LocalProcess::read(Source &source) {
    std::string buffer(kReadBytes, '\0');
    for (int i = 0; i < kReadsPerTurn && source.descriptor.is_open(); ++i) {
        if (isPaused() && !isEnding())
            return false;
        const ssize_t n = ::read(source.descriptor.native_handle(), buffer.data(), buffer.size());
        if (n > 0)
            deliver(source.stream, {buffer.data(), static_cast<std::size_t>(n)});
        else if (n < 0 && errno == EAGAIN)
            return true;
        else if (n == 0 || errno != EINTR)
            source.descriptor.close();
    }
    return true;
}

void LocalProcess::feed() {
    if (m_feeding || !m_in.is_open())
        return;
    while (!nextInput().empty()) {
        const std::string_view bytes = nextInput();
        const ssize_t n = ::write(m_in.native_handle(), bytes.data(), bytes.size());
        if (n >= 0) {
            consume(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {
            m_feeding = true;
            return m_in.async_wait(asio::posix::stream_descriptor::wait_write,
                                   [process = self()](const ErrorCode &error) {
                                       process->m_feeding = false;
                                       if (!error)
                                           process->feed();
                                   });
        } else if (errno != EINTR) {
            dropInput();
            m_in.close();
            return;
        }
    }
    if (inputDone())
        m_in.close();
}

void LocalProcess::finishWhenDrained() {
    if (!m_exit || isFinished())
        return;
    // The shell's output is in the pipes by now (at most 64 KB each); background processes that it left
    // running are not waited for.
    if (!read(m_out) || !read(m_err))
        return;
    ErrorCode ignored;
    for (auto *descriptor : {&m_in, &m_out.descriptor, &m_err.descriptor})
        descriptor->close(ignored);
    finish(*m_exit);
}

void LocalProcess::inputChanged() {
    feed();
}

void LocalProcess::resumed() {
    loop().post([process = self()] {
        process->finishWhenDrained();
        process->waitFor(process->m_out);
        process->waitFor(process->m_err);
    });
}

void LocalProcess::sendSignal(const std::string &name) {
    if (const int number = signalNumber(name); number != 0 && m_child)
        m_child->killGroup(number);
}

void LocalProcess::end() {
    if (!m_child)
        return finish({});
    if (m_exit)
        return finishWhenDrained();
    m_child->killGroupAtEnd();
    m_child->killGroup(SIGTERM);
    m_child->killGroup(SIGCONT);
    m_kill.start(kGrace, [this] { m_child->killGroup(SIGKILL); });
}

void LocalProcess::shutDown() {
    endWith(commandFailure(FailureKind::Cancelled, "fabricscope is exiting"));
    m_kill.stop();
    m_child.reset(); // kills the group and waits for it
    ErrorCode ignored;
    for (auto *descriptor : {&m_in, &m_out.descriptor, &m_err.descriptor})
        descriptor->close(ignored);
    finish({});
}

std::shared_ptr<Process> LocalTransport::start(Command command, Sink sink) {
    auto process = std::make_shared<LocalProcess>(m_loop, std::move(command), std::move(sink));
    m_loop->watch(process);
    const bool posted = m_loop->post([process, transport = shared_from_this()] {
        if (!transport->m_connected) {
            process->endWith(commandFailure(FailureKind::LinkLost, "the transport was closed"));
            return;
        }
        std::erase_if(transport->m_processes, [](const auto &known) { return known.expired(); });
        transport->m_processes.push_back(process);
        process->begin();
    });
    if (!posted)
        process->endWith(commandFailure(FailureKind::Cancelled, "fabricscope is exiting"));
    return process;
}

void LocalTransport::disconnect() {
    m_connected = false;
    m_loop->post([transport = shared_from_this()] {
        for (const auto &known : transport->m_processes)
            if (auto process = known.lock())
                process->endWith(commandFailure(FailureKind::Cancelled, "the transport was closed"));
    });
}

} // namespace fabricscope::remote
