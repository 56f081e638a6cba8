// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/MuxChannel.h"

#include "remote/base/Ssh.h"
#include "remote/openssh/MuxMessages.h"
#include "remote/openssh/MuxSession.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

/// How long a server may take to open a channel and to start the command.
constexpr std::chrono::seconds kStartLimit{30};
/// Maximum data held while the consumer is paused.
constexpr std::size_t kWindow = 1 << 20;
constexpr std::uint32_t kPacket = 32 * 1024;

} // namespace

MuxChannel::MuxChannel(std::shared_ptr<Loop> loop, std::weak_ptr<MuxSession> session, Command command,
                       Sink sink, ForwardTo forward)
    : RunningCommand(std::move(loop), std::move(command), std::move(sink))
    , m_session(std::move(session))
    , m_forward(std::move(forward))
    , m_startLimit(this->loop()) {}

void MuxChannel::send(const WireWriter &message) {
    if (const auto session = m_session.lock())
        session->send(message);
}

WireWriter MuxChannel::message(std::uint8_t type) const {
    return mux::packet(type).number(m_remoteId);
}

void MuxChannel::open(MuxSession &session, std::uint32_t id) {
    m_id = id;
    m_state = State::Opening;
    m_window = kWindow;
    WireWriter message = mux::packet(mux::kChannelOpen);
    message.text(isForward() ? "direct-tcpip" : "session").number(id).number(kWindow).number(kPacket);
    if (isForward())
        message.text(m_forward.host).number(m_forward.port).text("127.0.0.1").number(0);
    session.send(message);
    m_startLimit.start(kStartLimit, [this] {
        endWith({FailureKind::Timeout, Stage::Command, "the server did not start the command in time", {}});
    });
}

bool MuxChannel::received(std::uint8_t type, WireReader &reader) {
    const auto self = shared_from_this(); // a sink may drop the last reference
    switch (type) {
    case mux::kChannelOpenConfirmation:
        if (m_state == State::Opening)
            confirmed(reader);
        break;
    case mux::kChannelSuccess:
    case mux::kChannelFailure:
        if (m_state == State::Requesting)
            started(type == mux::kChannelSuccess);
        break;
    case mux::kChannelWindowAdjust: {
        const std::uint32_t more = reader.number();
        m_remoteWindow += std::min(more, UINT32_MAX - m_remoteWindow);
        feed();
        break;
    }
    case mux::kChannelData:
        return data(Stream::Out, reader.text());
    case mux::kChannelExtendedData:
        reader.number(); // its kind: standard error is the only one
        return data(Stream::Err, reader.text());
    case mux::kChannelRequest:
        request(reader);
        break;
    case mux::kChannelEof:
        if (isForward()) // the master has closed the connection
            remoteClosed();
        break;
    case mux::kChannelClose:
        remoteClosed();
        break;
    default:
        return false;
    }
    return reader.isGood();
}

void MuxChannel::confirmed(WireReader &reader) {
    m_remoteId = reader.number();
    m_remoteWindow = reader.number();
    m_remotePacket = reader.number();
    if (isEnding()) { // closed while the server was opening it
        m_state = State::Running;
        return sendHangup();
    }
    if (isForward()) {
        m_state = State::Running;
        m_startLimit.stop();
        return feed();
    }
    m_state = State::Requesting;
    send(message(mux::kChannelRequest).text("exec").byte(1).text(line()));
}

void MuxChannel::started(bool accepted) {
    m_startLimit.stop();
    m_state = State::Running;
    if (!accepted) {
        fail(FailureKind::CommandFailed, "the server did not start the command");
        return sendHangup();
    }
    startTimers();
    for (const std::string &name : std::exchange(m_signals, {}))
        requestSignal(name);
    feed();
}

bool MuxChannel::data(Stream stream, std::string_view bytes) {
    if (bytes.size() > m_window)
        return false; // the server sends more than it is allowed to
    m_window -= bytes.size();
    if (isFinished() || isEnding()) {
        openWindow(bytes.size());
    } else if (isPaused() || !m_held.empty()) {
        m_held.emplace_back(stream, bytes);
    } else {
        deliver(stream, bytes);
        openWindow(bytes.size());
    }
    return true;
}

void MuxChannel::openWindow(std::size_t bytes) {
    m_consumed += bytes;
    if (m_consumed < kWindow / 2 || m_remoteClosed || m_state != State::Running)
        return;
    m_window += m_consumed;
    send(message(mux::kChannelWindowAdjust).number(static_cast<std::uint32_t>(m_consumed)));
    m_consumed = 0;
}

void MuxChannel::request(WireReader &reader) {
    const std::string_view name = reader.text();
    const bool wantsReply = reader.byte() != 0;
    if (name == "exit-status") {
        m_exit.status = static_cast<int>(reader.number());
    } else if (name == "exit-signal") {
        m_exit.signal = oneLine(reader.text());
    } else if (wantsReply) {
        send(message(mux::kChannelFailure));
    }
}

void MuxChannel::feed() {
    const auto session = m_session.lock();
    if (!session || m_state != State::Running || m_eofSent || m_closeSent || isEnding())
        return;
    while (!nextInput().empty() && m_remoteWindow > 0 && session->hasRoom()) {
        const std::size_t most = std::min({m_remoteWindow, m_remotePacket, kPacket});
        const std::string_view bytes = nextInput().substr(0, most);
        if (bytes.empty())
            return;
        send(message(mux::kChannelData).text(bytes));
        m_remoteWindow -= static_cast<std::uint32_t>(bytes.size());
        consume(bytes.size());
    }
    if (inputDone()) {
        m_eofSent = true;
        send(message(mux::kChannelEof));
    }
}

void MuxChannel::inputChanged() {
    feed();
}

void MuxChannel::resumed() {
    loop().post([channel = std::static_pointer_cast<MuxChannel>(shared_from_this())] { channel->drain(); });
}

void MuxChannel::drain() {
    while (!m_held.empty() && !isPaused()) {
        const auto [stream, bytes] = std::move(m_held.front());
        m_held.pop_front();
        deliver(stream, bytes);
        openWindow(bytes.size());
    }
    closeWhenDrained();
}

void MuxChannel::sendSignal(const std::string &name) {
    if (m_state == State::Running)
        requestSignal(name);
    else
        m_signals.push_back(name);
}

void MuxChannel::requestSignal(const std::string &name) {
    if (!m_closeSent && !isForward())
        send(message(mux::kChannelRequest).text("signal").byte(0).text(name));
}

void MuxChannel::end() {
    m_startLimit.stop();
    sendHangup();
    finish(m_exit);
}

void MuxChannel::sendHangup() {
    if (m_state == State::New)
        m_state = State::Done;
    if ((m_state != State::Requesting && m_state != State::Running) || m_closeSent)
        return;
    requestSignal("HUP"); // like a closing terminal: the command's process group is notified
    sendClose();
    m_held.clear();
    m_state = State::Closing;
}

void MuxChannel::sendClose() {
    if (!std::exchange(m_closeSent, true))
        send(message(mux::kChannelClose));
}

void MuxChannel::remoteClosed() {
    if (std::exchange(m_remoteClosed, true))
        return;
    sendClose();
    if (m_state == State::Requesting)
        started(false);
    closeWhenDrained();
}

void MuxChannel::closeWhenDrained() {
    if (!m_remoteClosed || !m_held.empty())
        return;
    m_startLimit.stop();
    m_state = State::Done;
    if (!m_exit.status && !m_exit.signal && !isEnding())
        m_exit.failure =
            Failure{FailureKind::LinkLost, Stage::Command, "the command ended without an exit status", {}};
    finish(m_exit);
    if (const auto session = m_session.lock())
        session->channelEnded();
}

void MuxChannel::requeue() {
    m_startLimit.stop();
    m_state = isActive() ? State::New : State::Done;
}

void MuxChannel::abandon(const Failure &reason) {
    m_startLimit.stop();
    m_held.clear();
    m_state = State::Done;
    finish({{}, {}, reason});
}

void MuxChannel::refuse(const std::string &why) {
    m_startLimit.stop();
    m_state = State::Done;
    fail(FailureKind::CommandFailed, fmt::format("cannot open a channel: {}", why));
}

} // namespace fabricscope::remote
