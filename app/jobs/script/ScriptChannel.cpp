// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/ScriptChannel.h"

#include <fmt/format.h>

#include <utility>

namespace fabricscope::app {

using remote::Failure;
using remote::FailureKind;

namespace {

/// A start-up file that reads a line gets an empty one, at most this many times; then the input ends.
constexpr std::chrono::milliseconds kNudge{1000};
constexpr int kMaxNudges = 8;

} // namespace

ScriptChannel::ScriptChannel(remote::Client &client, ScriptShell shell, const std::string &script)
    : m_client(client)
    , m_shell(std::move(shell))
    , m_script(std::string(m_shell.guard()) + script)
    , m_line(m_shell.line()) {}

void ScriptChannel::start(const std::shared_ptr<remote::Transport> &transport,
                          std::shared_ptr<KeptShell> kept) {
    m_transport = transport;
    if (m_shell.user() == ShellUser::Login) // sudo would take the end of the input for a password
        m_kept = std::move(kept);
    m_client.post([self = shared_from_this()] { self->begin(); });
}

void ScriptChannel::begin() {
    remote::Command command;
    command.line = m_line;
    command.keepInputOpen = true;
    watch();
    run(std::move(command));
    nudge();
}

void ScriptChannel::run(remote::Command command) {
    remote::Sink sink;
    sink.data = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
        if (stream == remote::Stream::Out)
            self->receivedOut(bytes);
        else
            self->receivedErr(bytes);
    };
    sink.finished = [self = shared_from_this()](const remote::Exit &exit) {
        self->ended(exit);
    };
    const auto kept = std::exchange(m_kept, nullptr);
    auto process = kept
                       ? kept->start(m_transport, std::move(command), std::move(sink), KeptShell::Use::Shared)
                       : m_transport->start(std::move(command), std::move(sink));
    const std::scoped_lock lock(m_mutex);
    m_process = process;
    if (m_isClosed)
        process->close();
}

/// A login shell that reads its input before it runs our line would wait forever. A line feed means nothing
/// to the shell after it.
void ScriptChannel::nudge() {
    m_stopNudge = m_client.after(kNudge, [self = shared_from_this()] {
        const auto process = self->process();
        if (!process || self->m_shell.hasBegun())
            return;
        if (++self->m_nudges > kMaxNudges) {
            self->m_isStarved = true;
            process->closeInput();
            return;
        }
        process->write("\n");
        self->nudge();
    });
}

void ScriptChannel::watch() {
    if (!m_limit)
        return;
    m_stopWatch = m_client.after(*m_limit, [self = shared_from_this()] {
        self->m_isLate = true;
        if (const auto process = self->process())
            process->close();
    });
}

void ScriptChannel::stopTimers() {
    for (auto *stop : {&m_stopNudge, &m_stopWatch})
        if (const auto call = std::exchange(*stop, nullptr))
            call();
}

void ScriptChannel::receivedOut(std::string_view bytes) {
    const auto process = this->process();
    switch (m_shell.takeOut(bytes)) {
    case ScriptShell::ShellState::Nothing:
        break;
    case ScriptShell::ShellState::Reached:
        if (process)
            process->write(m_shell.go());
        break;
    case ScriptShell::ShellState::Ready:
        m_sent = {};
        if (process && !m_isStarved) {
            process->write(m_script);
            if (m_rest.empty())
                process->closeInput();
        }
        if (!m_isStarved && m_events.ready)
            m_events.ready();
        break;
    }
    if (!bytes.empty() && m_events.data)
        m_events.data(remote::Stream::Out, bytes);
}

void ScriptChannel::receivedErr(std::string_view bytes) {
    for (const ScriptShell::Prompt prompt : m_shell.takeErr(bytes)) {
        const remote::Secret password = passwordFor(prompt);
        m_prompt = prompt;
        if (const auto process = this->process(); process && !password.empty()) {
            send(*process, password);
        } else {
            if (const auto stop = std::exchange(m_stopWatch, nullptr)) // the user takes minutes
                stop();
            if (m_events.passwordRefused)
                m_events.passwordRefused();
        }
    }
    if (m_events.data)
        m_events.data(remote::Stream::Err, bytes);
}

/// A password that sudo accepted is sent once more, and not a second time: then it was refused, and each
/// refusal may count towards locking the account.
remote::Secret ScriptChannel::passwordFor(ScriptShell::Prompt prompt) {
    if (prompt == ScriptShell::Prompt::Again && !std::exchange(m_wasAccepted, true))
        return std::exchange(m_sent, {});
    return std::exchange(m_password, {});
}

void ScriptChannel::send(remote::Process &process, const remote::Secret &password) {
    m_sent = m_wasAccepted ? remote::Secret() : password;
    std::string line;
    line.reserve(password.view().size() + 1);
    line.append(password.view()).append("\n");
    process.write(std::move(line));
    remote::wipe(line); // NOLINT(bugprone-use-after-move): a short one is copied, not moved
    if (m_prompt == ScriptShell::Prompt::Again)
        process.write(m_shell.announcing());
}

void ScriptChannel::answer(const remote::Secret &password) {
    m_client.post([self = shared_from_this(), password] {
        const auto process = self->process();
        if (!process)
            return;
        self->watch();
        if (password.empty())
            process->closeInput();
        else
            self->send(*process, password);
    });
}

void ScriptChannel::sendRest() {
    m_client.post([self = shared_from_this()] {
        const std::string rest = std::exchange(self->m_rest, {});
        const auto process = self->process();
        if (!process || rest.empty())
            return;
        process->write(rest);
        process->closeInput();
    });
}

void ScriptChannel::pause() {
    if (const auto running = process())
        running->pause();
}

void ScriptChannel::resume() {
    if (const auto running = process())
        running->resume();
}

void ScriptChannel::close() {
    const std::scoped_lock lock(m_mutex);
    m_isClosed = true;
    if (m_process)
        m_process->close();
}

std::shared_ptr<remote::Process> ScriptChannel::process() const {
    const std::scoped_lock lock(m_mutex);
    return m_process;
}

void ScriptChannel::ended(const remote::Exit &exit) {
    const auto again = m_isStarved && !exit.failure ? m_shell.lineWith(m_script + m_rest) : std::nullopt;
    if (again) {
        m_isStarved = false;
        m_shell.restart();
        remote::Command command;
        command.line = *again;
        run(std::move(command));
        return;
    }
    stopTimers();
    {
        const std::scoped_lock lock(m_mutex);
        m_process.reset();
    }
    m_password = m_sent = {};
    m_transport.reset();
    const Events events = std::exchange(m_events, {}); // they may hold the owner of this
    remote::Exit how = exit;
    if (m_isLate)
        how.failure = Failure{FailureKind::Timeout,
                              remote::Stage::Command,
                              fmt::format("the command did not finish within {} s", m_limit->count() / 1000),
                              {}};
    if (events.finished)
        events.finished(how);
}

std::string ScriptChannel::withoutPrompts(std::string text) const {
    for (const auto which : {ScriptShell::Prompt::First, ScriptShell::Prompt::Again}) {
        const std::string prompt = m_shell.prompt(which);
        for (auto at = text.find(prompt); at != std::string::npos; at = text.find(prompt, at))
            text.erase(at, prompt.size());
    }
    return text;
}

} // namespace fabricscope::app
