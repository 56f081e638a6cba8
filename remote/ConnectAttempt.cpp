// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ConnectAttempt.h"

#include "remote/ClientImpl.h"
#include "remote/PendingSession.h"
#include "remote/openssh/TransportChoice.h"

namespace fabricscope::remote {

ConnectAttempt::ConnectAttempt(std::shared_ptr<Hub> hub, Endpoint endpoint, Prompts prompts,
                               ConnectOptions options, std::function<void(ConnectResult)> done, Via via)
    : m_loop(hub->loop)
    , m_hub(hub)
    , m_endpoint(std::move(endpoint))
    , m_transport(m_endpoint.transport)
    , m_prompts(std::move(prompts))
    , m_options(std::move(options))
    , m_via(std::move(via))
    , m_done(std::move(done)) {}

void ConnectAttempt::start() {
    const auto hub = m_hub.lock();
    if (!hub || *m_cancelled)
        return;
    enter(Stage::Config);
    hub->configReads()->acquire([self = shared_from_this()](Permits::Permit permit) {
        if (!self->m_done)
            return;
        self->m_reading = std::move(permit);
        self->readConfig();
    });
}

void ConnectAttempt::startWithOpenSsh(std::string reason) {
    m_transport = TransportKind::OpenSsh;
    m_transportReason = std::move(reason);
    m_connecting.reset();
    start();
}

void ConnectAttempt::readConfig() {
    const auto hub = m_hub.lock();
    hub->workers->run([self = shared_from_this(), config = hub->config, requested = m_transport,
                       reason = m_transportReason] {
        auto read = config->read(self->m_endpoint, [&] { return self->m_cancelled->load(); });
        if (read && !self->m_via.jumps.empty()) {
            read->jumps = self->m_via.jumps;
            read->proxyCommand.clear();
        }
        if (read)
            read = chooseTransport(std::move(*read), requested, [&] { return self->m_cancelled->load(); });
        if (read && !reason.empty())
            read->transportReason = reason;
        self->m_loop->post([self, read = std::move(read)] {
            self->m_reading.reset();
            const auto owner = self->m_hub.lock();
            if (!self->m_done || !owner)
                return;
            if (!read)
                return self->finish(tl::unexpected(read.error()));
            owner->join(self, *read);
        });
    });
}

void ConnectAttempt::cancel() {
    *m_cancelled = true;
    m_loop->post([self = shared_from_this()] {
        self->finish(tl::unexpected(
            Failure{FailureKind::Cancelled, self->m_stage, "the connection was cancelled", {}}));
    });
}

void ConnectAttempt::shutDown() {
    finish(tl::unexpected(Failure{FailureKind::Cancelled, Stage::Connect, "fabricscope is exiting", {}}));
}

void ConnectAttempt::finish(ConnectResult result) {
    auto done = std::exchange(m_done, nullptr);
    if (!done)
        return;
    *m_cancelled = true; // pending work for this attempt may stop
    m_reading.reset();
    if (const auto connecting = m_connecting.lock())
        connecting->leave(shared_from_this());
    done(std::move(result));
}

} // namespace fabricscope::remote
