// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/PendingSession.h"

#include "remote/ClientImpl.h"
#include "remote/base/FailureHints.h"
#include "remote/openssh/TransportChoice.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

namespace fabricscope::remote {

PendingSession::PendingSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key)
    : m_hub(hub)
    , m_loop(hub->loop)
    , m_config(std::move(config))
    , m_key(std::move(key))
    , m_machine(m_config, std::random_device{}())
    , m_timer(*m_loop) {}

bool PendingSession::waitsFor(const PendingSession *other) const {
    if (this == other)
        return true;
    const auto below = m_jump ? m_jump->waitsFor() : nullptr;
    return below && below->waitsFor(other);
}

void PendingSession::add(const std::shared_ptr<ConnectAttempt> &attempt) {
    m_waiters.push_back(attempt);
    attempt->waitsFor(shared_from_this());
    if (m_waiters.size() == 1)
        begin();
    else
        attempt->enter(stage());
}

void PendingSession::leave(const std::shared_ptr<ConnectAttempt> &attempt) {
    const auto self = shared_from_this();
    const auto found = std::find(m_waiters.begin(), m_waiters.end(), attempt);
    if (found == m_waiters.end())
        return;
    const bool led = found == m_waiters.begin();
    m_waiters.erase(found);
    if (!led)
        return;
    report(Machine::Cancelled{});
    if (!m_waiters.empty()) // with the next one's person
        begin();
    else if (const auto hub = m_hub.lock())
        hub->ended(m_key);
}

void PendingSession::begin() {
    const ConnectAttempt &leader = *m_waiters.front();
    const ConnectOptions &options = leader.options();
    report(Machine::Started{options.connectTimeout, options.handshakeTimeout, options.promptTimeout,
                            leader.via().depth});
}

std::function<void()> PendingSession::guarded(std::function<void()> step) {
    return [weak = weak_from_this(), run = m_run, step = std::move(step)] {
        const auto self = weak.lock();
        if (self && self->m_run == run)
            step();
    };
}

void PendingSession::report(const Machine::Event &event) {
    const auto self = shared_from_this();
    const Machine::Action action = m_machine.step(event, std::chrono::steady_clock::now());
    setTimer();
    for (const Stage stage : action.entered)
        for (const auto &waiter : std::vector(m_waiters))
            waiter->enter(stage);
    performShared(action.task);
}

void PendingSession::setTimer() {
    const auto end = m_machine.wakeAt();
    if (!end)
        return m_timer.stop();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - std::chrono::steady_clock::now());
    m_timer.start(std::max(left, std::chrono::milliseconds(0)), [this] { report(Machine::TimePassed{}); });
}

void PendingSession::performShared(const Machine::Task &task) {
    if (const auto *slot = std::get_if<Machine::WaitForSlot>(&task))
        return waitForSlot(slot->server);
    if (const auto *failed = std::get_if<Machine::Fail>(&task))
        return endWith(failed->failure);
    if (const auto *failed = std::get_if<Machine::FailOrUseOpenSsh>(&task))
        return endOrUseOpenSsh(failed->failure);
    if (std::holds_alternative<Machine::WaitForPermit>(task))
        waitForPermit();
    else if (std::holds_alternative<Machine::ReleasePermit>(task))
        m_permit.reset();
    else if (std::holds_alternative<Machine::ConnectToJump>(task))
        connectToJump();
    else if (std::holds_alternative<Machine::Finish>(task))
        finish();
    else if (std::holds_alternative<Machine::Pause>(task) || std::holds_alternative<Machine::Stop>(task))
        abandon();
    else
        perform(task);
}

void PendingSession::waitForSlot(const std::string &server) {
    m_hub.lock()->connectionsTo(server)->acquire(
        [weak = weak_from_this(), run = m_run](Permits::Permit slot) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_slot = std::move(slot);
            self->report(Machine::SlotGranted{});
        });
}

void PendingSession::waitForPermit() {
    m_hub.lock()->handshakes()->acquire([weak = weak_from_this(), run = m_run](Permits::Permit permit) {
        const auto self = weak.lock();
        if (!self || self->m_run != run)
            return;
        self->m_permit = std::move(permit);
        self->report(Machine::PermitGranted{});
    });
}

/// The last of the jump hosts of the configuration, whose session is shared by all that lead through it.
void PendingSession::connectToJump() {
    const auto &leader = m_waiters.front();
    Endpoint jump = leader->endpoint();
    jump.target = m_config.jumps.back();
    if (m_config.transport == TransportKind::OpenSsh)
        jump.transport = TransportKind::OpenSsh;
    jump.user.clear();
    jump.jump.clear();
    jump.port = 0;
    ConnectOptions options = leader->options();
    options.stage = nullptr; // one ladder is shown, that of the host itself
    m_jump = m_hub.lock()->connect(
        std::move(jump), leader->prompts(), std::move(options),
        [weak = weak_from_this(), run = m_run](ConnectResult result) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_jump.reset();
            if (result) {
                self->m_jumpHost = std::static_pointer_cast<SessionTransport>(*result);
                return self->report(Machine::JumpConnected{});
            }
            Failure failure = result.error();
            failure.what =
                fmt::format("jump host {}: {}", oneLine(self->m_config.jumps.back()), failure.what);
            self->fail(std::move(failure));
        },
        Via{leader->via().depth + 1, std::vector(m_config.jumps.begin(), m_config.jumps.end() - 1),
            weak_from_this()});
}

std::shared_ptr<HandshakeContext> PendingSession::makeContext(const std::string &address) {
    const auto &leader = m_waiters.front();
    auto context = std::make_shared<HandshakeContext>();
    context->config = m_config;
    context->address = address;
    context->prompts = leader->prompts();
    context->options = leader->options();
    context->keys = m_hub.lock()->keys;
    context->cancelled = m_cancelled;
    const auto reporting = [loop = m_loop, weak = weak_from_this(), run = m_run](Machine::Event event) {
        loop->post([weak, run, event = std::move(event)] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->report(event);
        });
    };
    context->promptStarted = [reporting] {
        reporting(Machine::PromptShown{});
    };
    context->promptEnded = [reporting] {
        reporting(Machine::PromptAnswered{});
    };
    context->options.stage = [reporting](Stage stage) {
        reporting(Machine::StageReached{stage});
    };
    return context;
}

void PendingSession::established(std::shared_ptr<Session> session) {
    m_established = std::move(session);
    report(Machine::LoggedIn{});
}

void PendingSession::finish() {
    const auto session = std::exchange(m_established, nullptr);
    const auto hub = m_hub.lock();
    m_permit.reset();
    m_slot.reset();
    m_jumpHost.reset(); // the session keeps it
    ++m_run;
    const auto waiters = std::exchange(m_waiters, {});
    hub->ended(m_key);
    hub->established(m_key, session);
    const auto transport = hub->transportOf(session);
    for (const auto &waiter : waiters)
        waiter->finish(transport);
}

void PendingSession::endWith(const Failure &failure) {
    abandon();
    const auto waiters = std::exchange(m_waiters, {});
    if (const auto hub = m_hub.lock())
        hub->ended(m_key);
    for (const auto &waiter : waiters)
        waiter->finish(tl::unexpected(failure));
}

/// For failures that the installed ssh may avoid: attempts with TransportKind::Auto start again with it, the
/// others fail.
void PendingSession::endOrUseOpenSsh(Failure failure) {
    const bool isInstalled = canUseOpenSsh(m_config);
    failure.hint =
        fmt::format("{}, which supports more algorithms than {}",
                    isInstalled ? "connect with --transport ssh" : kInstallSshHint, libraryVersion());
    abandon();
    const auto waiters = std::exchange(m_waiters, {});
    if (const auto hub = m_hub.lock())
        hub->ended(m_key);
    for (const auto &waiter : waiters) {
        if (isInstalled && waiter->endpoint().transport == TransportKind::Auto)
            waiter->startWithOpenSsh("libssh and the server have no algorithm in common");
        else
            waiter->finish(tl::unexpected(failure));
    }
}

void PendingSession::abandon() {
    ++m_run;
    if (m_cancelled)
        *m_cancelled = true;
    m_cancelled = std::make_shared<std::atomic<bool>>(false); // of the next start
    if (const auto jump = std::exchange(m_jump, nullptr))
        jump->cancel();
    dropParts();
    m_jumpHost.reset();
    m_permit.reset();
    m_slot.reset();
}

} // namespace fabricscope::remote
