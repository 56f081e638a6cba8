// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/SshSession.h"

namespace fabricscope::remote {

SshTransport::SshTransport(std::shared_ptr<Loop> loop, std::shared_ptr<SshSession> session)
    : m_loop(std::move(loop)), m_session(std::move(session)) {
    m_session->hold();
}

SshTransport::~SshTransport() {
    m_session->release();
}

std::shared_ptr<Process> SshTransport::start(Command command, Sink sink) {
    auto channel = std::make_shared<SshChannel>(m_loop, m_session, std::move(command), std::move(sink));
    if (!m_loop->post([session = m_session, channel] { session->add(channel); }))
        channel->abandon({FailureKind::Cancelled, Stage::Link, "fabricscope is exiting", {}});
    return channel;
}

std::shared_ptr<RunningCommand> SshTransport::forward(ForwardTo to, Sink sink) {
    Command command;
    command.keepInputOpen = true;
    auto channel =
        std::make_shared<SshChannel>(m_loop, m_session, std::move(command), std::move(sink), std::move(to));
    m_session->add(channel);
    return channel;
}

void SshTransport::disconnect() {
    m_loop->post([session = m_session] { session->disconnect(); });
}

void SshTransport::onLost(std::function<void(const Failure &)> callback) {
    m_loop->post([session = m_session, callback = std::move(callback)] { session->onLost(callback); });
}

} // namespace fabricscope::remote
