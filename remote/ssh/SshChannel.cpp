// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/SshChannel.h"

#include "remote/ssh/SshSession.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

/// How long a server may take to open a channel and to start the command.
constexpr std::chrono::seconds kStartLimit{30};
/// A server that sends more than this into a channel with a closed window violates the protocol. libssh's own
/// window is 1.25 MB.
constexpr std::uint32_t kMaxHeld = 4 << 20;
constexpr std::size_t kWriteBytes = 32 * 1024;

SshChannel &channelOf(void *self) {
    return *static_cast<SshChannel *>(self);
}

} // namespace

SshChannel::SshChannel(std::shared_ptr<Loop> loop, std::weak_ptr<SshSession> session, Command command,
                       Sink sink, ForwardTo forward)
    : RunningCommand(std::move(loop), std::move(command), std::move(sink))
    , m_session(std::move(session))
    , m_forward(std::move(forward))
    , m_startLimit(this->loop()) {
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = &SshChannel::onData;
    m_callbacks.channel_close_function = &SshChannel::onClose;
    m_callbacks.channel_exit_status_function = &SshChannel::onExitStatus;
    m_callbacks.channel_exit_signal_function = &SshChannel::onExitSignal;
    ssh_callbacks_init(&m_callbacks);
}

SshChannel::~SshChannel() = default;

void SshChannel::wakeSession() {
    if (auto session = m_session.lock())
        session->schedulePump();
}

void SshChannel::inputChanged() {
    wakeSession();
}
void SshChannel::resumed() {
    wakeSession();
}

void SshChannel::sendSignal(const std::string &name) {
    m_signals.push_back(name);
    wakeSession();
}

void SshChannel::end() {
    if (m_state == State::New) { // the server does not have it yet
        m_state = State::Closed;
        finish({});
    }
    wakeSession();
}

SshChannel::Progress SshChannel::advance(ssh_session session) {
    if (m_state == State::New || m_state == State::Opening)
        if (const Progress progress = open(session); progress != Progress::Waiting)
            return progress;
    // A channel that was closed while the server was opening it is closed as soon as it is open.
    if (isEnding() && m_state != State::Opening)
        return leave();
    if (m_state == State::Requesting)
        request(session);
    if (m_state == State::Running)
        run(session);
    if (m_state == State::Closed)
        return leave();
    return Progress::Waiting;
}

SshChannel::Progress SshChannel::open(ssh_session session) {
    if (m_state == State::New) {
        m_channel = ssh_channel_new(session);
        if (!m_channel) {
            fail(FailureKind::CommandFailed, "cannot create a channel");
            return leave();
        }
        ssh_set_channel_callbacks(m_channel, &m_callbacks);
        m_state = State::Opening;
        m_startLimit.start(kStartLimit, [this] {
            endWith(
                {FailureKind::Timeout, Stage::Command, "the server did not start the command in time", {}});
        });
    }
    const int result = m_forward.host.empty() ? ssh_channel_open_session(m_channel)
                                              : ssh_channel_open_forward(m_channel, m_forward.host.c_str(),
                                                                         m_forward.port, "127.0.0.1", 0);
    if (result == SSH_AGAIN) {
        if (isEnding())
            finish({}); // no caller waits any more; only the channel is still to be closed
        return Progress::Waiting;
    }
    if (result == SSH_OK) {
        m_state = m_forward.host.empty() ? State::Requesting : State::Running;
        if (m_state == State::Running)
            m_startLimit.stop();
        return Progress::Waiting;
    }
    ssh_channel_free(m_channel);
    m_channel = nullptr;
    m_startLimit.stop();
    if (isEnding())
        return leave();
    m_state = State::New;
    return Progress::Refused;
}

void SshChannel::request(ssh_session session) {
    const int result = ssh_channel_request_exec(m_channel, line().c_str());
    if (result == SSH_AGAIN)
        return;
    m_startLimit.stop();
    if (result == SSH_OK) {
        m_state = State::Running;
        startTimers();
        return;
    }
    m_state = State::Closed;
    fail(FailureKind::CommandFailed,
         fmt::format("the server did not start the command: {}", lastError(session)));
}

void SshChannel::run(ssh_session session) {
    for (const std::string &name : std::exchange(m_signals, {}))
        ssh_channel_request_send_signal(m_channel, name.c_str());
    feed(session);
    drain();
    if (m_remoteClosed && !m_undrained)
        m_state = State::Closed;
}

void SshChannel::feed(ssh_session session) {
    while (!nextInput().empty() && !m_remoteClosed) {
        if (ssh_get_poll_flags(session) & SSH_WRITE_PENDING)
            return; // the socket is full: the pump waits for it
        const std::size_t window = ssh_channel_window_size(m_channel);
        if (window == 0)
            return; // the command does not read: the server reports it
        const std::string_view bytes = nextInput().substr(0, std::min(window, kWriteBytes));
        const int written =
            ssh_channel_write(m_channel, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
        if (written < 0)
            return dropInput(); // the command has closed its input: not an error
        if (written == 0)
            return;
        consume(static_cast<std::size_t>(written));
    }
    if (inputDone() && !m_remoteClosed)
        ssh_channel_send_eof(m_channel);
}

int SshChannel::received(void *data, std::uint32_t length, bool isError) {
    if (isFinished() || isEnding())
        return static_cast<int>(length);
    if (isPaused()) {
        m_undrained = true;
        if (length > kMaxHeld)
            if (auto session = m_session.lock())
                session->lose({FailureKind::Protocol,
                               Stage::Link,
                               "the server sent more data than the channel's window allows",
                               {}});
        return 0; // libssh keeps it, and the server's window closed
    }
    deliver(isError ? Stream::Err : Stream::Out, {static_cast<const char *>(data), length});
    return static_cast<int>(length);
}

void SshChannel::drain() {
    if (!m_undrained || isPaused())
        return;
    m_undrained = false;
    drain(Stream::Out);
    drain(Stream::Err);
}

void SshChannel::drain(Stream stream) {
    const int isError = stream == Stream::Err ? 1 : 0;
    const int held = ssh_channel_poll(m_channel, isError);
    if (held <= 0)
        return;
    if (isPaused()) { // again, while the other stream was delivered
        m_undrained = true;
        return;
    }
    // All or nothing: each read reopens the window, so small ones would let the buffer grow without limit.
    std::string bytes(static_cast<std::size_t>(held), '\0');
    const int n =
        ssh_channel_read_nonblocking(m_channel, bytes.data(), static_cast<std::uint32_t>(held), isError);
    if (n > 0)
        deliver(stream, {bytes.data(), static_cast<std::size_t>(n)});
}

SshChannel::Progress SshChannel::leave() {
    m_startLimit.stop();
    if (m_channel) {
        if (!m_remoteClosed && m_state == State::Running) {
            // Like closing a terminal: signals the command's process group. A server that does not support
            // the request ignores it.
            ssh_channel_request_send_signal(m_channel, "HUP");
            ssh_channel_close(m_channel);
        }
        ssh_remove_channel_callbacks(m_channel, &m_callbacks);
        ssh_channel_free(m_channel);
        m_channel = nullptr;
    }
    m_state = State::Closed;
    if (!m_exit.status && !m_exit.signal && !isEnding())
        m_exit.failure =
            Failure{FailureKind::LinkLost, Stage::Command, "the command ended without an exit status", {}};
    finish(m_exit);
    return Progress::Closed;
}

void SshChannel::abandon(const Failure &reason) {
    m_startLimit.stop();
    m_channel = nullptr;
    m_state = State::Closed;
    finish({{}, {}, reason});
}

void SshChannel::refuse(const std::string &why) {
    m_state = State::Closed;
    fail(FailureKind::CommandFailed, fmt::format("cannot open a channel: {}", why));
}

int SshChannel::onData(ssh_session, ssh_channel, void *data, std::uint32_t length, int isError, void *self) {
    return channelOf(self).received(data, length, isError != 0);
}

void SshChannel::onClose(ssh_session, ssh_channel, void *self) {
    channelOf(self).m_remoteClosed = true;
}

void SshChannel::onExitStatus(ssh_session, ssh_channel, int status, void *self) {
    channelOf(self).m_exit.status = status;
}

void SshChannel::onExitSignal(ssh_session, ssh_channel, const char *signal, int, const char *, const char *,
                              void *self) {
    channelOf(self).m_exit.signal = oneLine(signal ? signal : "");
}

} // namespace fabricscope::remote
