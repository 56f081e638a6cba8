// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/RunningCommand.h"

#include "remote/base/Secret.h"

#include <fmt/format.h>

#include <utility>

namespace fabricscope::remote {

RunningCommand::RunningCommand(std::shared_ptr<Loop> loop, Command command, Sink sink)
    : m_loop(std::move(loop))
    , m_command(std::move(command))
    , m_sink(std::move(sink))
    , m_inputClosed(!m_command.keepInputOpen)
    , m_deadline(*m_loop)
    , m_silence(*m_loop) {
    m_queuedInput = m_command.input.size();
    if (!m_command.input.empty())
        m_input.push_back(std::move(m_command.input));
    m_command.input.clear();
}

RunningCommand::~RunningCommand() {
    dropInput();
}

void RunningCommand::onIo(std::function<void(RunningCommand &)> work) {
    m_loop->dispatch([self = shared_from_this(), work = std::move(work)] {
        if (!self->m_finished)
            work(*self);
    });
}

void RunningCommand::write(std::string bytes) {
    // It may be a password: passed to the io thread in one block of memory, which is wiped there.
    onIo([secret = Secret(std::move(bytes))](RunningCommand &self) {
        if (self.m_inputClosed || self.m_inputDropped || secret.empty())
            return;
        self.m_queuedInput += secret.view().size();
        self.m_input.emplace_back(secret.view());
        self.inputChanged();
    });
    wipe(bytes);
}

void RunningCommand::closeInput() {
    onIo([](RunningCommand &self) {
        self.m_inputClosed = true;
        self.inputChanged();
    });
}

void RunningCommand::pause() {
    onIo([](RunningCommand &self) { self.m_paused = true; });
}

void RunningCommand::resume() {
    onIo([](RunningCommand &self) {
        if (!std::exchange(self.m_paused, false))
            return;
        self.m_lastOutput = std::chrono::steady_clock::now();
        self.watchSilence();
        self.resumed();
    });
}

void RunningCommand::signal(std::string name) {
    onIo([name = std::move(name)](RunningCommand &self) { self.sendSignal(name); });
}

void RunningCommand::close() {
    onIo([](RunningCommand &self) {
        self.m_closing = true;
        self.m_loop->post([command = self.shared_from_this()] {
            command->endWith({FailureKind::Cancelled, Stage::Command, "the command was cancelled", {}});
        });
    });
}

void RunningCommand::endWith(Failure reason) {
    if (m_reason || m_finished)
        return;
    m_reason = std::move(reason);
    m_deadline.stop();
    m_silence.stop();
    end();
}

void RunningCommand::startTimers() {
    m_lastOutput = std::chrono::steady_clock::now();
    if (m_command.deadline)
        m_deadline.start(*m_command.deadline, [this] {
            endWith({FailureKind::Timeout,
                     Stage::Command,
                     fmt::format("the command did not finish within {} ms", m_command.deadline->count()),
                     {}});
        });
    watchSilence();
}

void RunningCommand::watchSilence() {
    if (!m_command.silence || m_reason || m_finished)
        return;
    const auto silent = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - m_lastOutput);
    if (silent < *m_command.silence) {
        m_silence.start(*m_command.silence - silent, [this] {
            if (!m_paused) // resume() restarts the watch
                watchSilence();
        });
        return;
    }
    endWith({FailureKind::Timeout,
             Stage::Command,
             fmt::format("no output from the command for {} ms", m_command.silence->count()),
             {}});
}

void RunningCommand::deliver(Stream stream, std::string_view bytes) {
    if (m_finished || m_closing || m_reason || bytes.empty())
        return;
    m_lastOutput = std::chrono::steady_clock::now();
    if (m_sink.data)
        m_sink.data(stream, bytes);
}

void RunningCommand::finish(Exit exit) {
    if (std::exchange(m_finished, true))
        return;
    m_deadline.stop();
    m_silence.stop();
    dropInput();
    m_inputDrained = nullptr;
    if (m_reason)
        exit.failure = m_reason;
    Sink sink = std::exchange(m_sink, {}); // and with it the references of the sink
    if (sink.finished)
        sink.finished(exit);
}

std::string_view RunningCommand::nextInput() const {
    return m_input.empty() ? std::string_view() : std::string_view(m_input.front()).substr(m_inputOffset);
}

void RunningCommand::consume(std::size_t bytes) {
    m_inputOffset += bytes;
    m_queuedInput -= bytes;
    if (m_inputOffset < m_input.front().size())
        return;
    wipe(m_input.front());
    m_input.pop_front();
    m_inputOffset = 0;
    if (m_input.empty() && m_inputDrained)
        m_inputDrained();
}

void RunningCommand::dropInput() {
    m_inputDropped = true;
    for (std::string &piece : m_input)
        wipe(piece);
    m_input.clear();
    m_inputOffset = m_queuedInput = 0;
}

} // namespace fabricscope::remote
