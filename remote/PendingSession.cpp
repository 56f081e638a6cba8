// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/PendingSession.h"

#include "remote/ClientImpl.h"
#include "remote/base/FailureHints.h"
#include "remote/openssh/TransportChoice.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace fabricscope::remote {

namespace {

constexpr int kMaxRetries = 6;
constexpr int kMaxJumps = 8;
constexpr std::chrono::milliseconds kFirstPause{100}; // doubled at each retry, with jitter

std::chrono::milliseconds pauseBefore(int retry) {
    static thread_local std::minstd_rand random{std::random_device{}()};
    const auto base = kFirstPause * (1 << std::min(retry, 5));
    return base + std::chrono::milliseconds(random() % static_cast<unsigned long>(base.count() * 2));
}

} // namespace

void Countdown::set(std::chrono::milliseconds left, std::function<void()> over) {
    hold();
    m_left = left;
    m_over = std::move(over);
}

void Countdown::run() {
    if (std::exchange(m_running, true))
        return;
    m_since = std::chrono::steady_clock::now();
    m_timer.start(std::max(m_left, std::chrono::milliseconds(0)), m_over);
}

void Countdown::hold() {
    if (!std::exchange(m_running, false))
        return;
    m_timer.stop();
    m_left -=
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_since);
}

PendingSession::PendingSession(std::shared_ptr<Hub> hub, HostConfig config, std::string key)
    : m_hub(hub)
    , m_loop(hub->loop)
    , m_config(std::move(config))
    , m_key(std::move(key))
    , m_countdown(*m_loop)
    , m_prompt(*m_loop)
    , m_pause(*m_loop) {}

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
        attempt->enter(m_stage);
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
    abandon();
    if (!m_waiters.empty()) // with the next one's person
        begin();
    else if (const auto hub = m_hub.lock())
        hub->ended(m_key);
}

void PendingSession::begin() {
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_retries = 0;
    const auto timeout = m_config.connectTimeout.value_or(m_waiters.front()->options().connectTimeout);
    m_countdown.set(timeout, [this, timeout] {
        fail({FailureKind::Timeout, m_stage, timeoutText(timeout), kHostDownHint});
    });
    start();
}

std::string PendingSession::timeoutText(std::chrono::milliseconds timeout) const {
    return fmt::format("no answer from {} within {} ms ({})", m_config.label(), timeout.count(),
                       toString(m_stage));
}

std::function<void()> PendingSession::guarded(std::function<void()> step) {
    return [weak = weak_from_this(), run = m_run, step = std::move(step)] {
        const auto self = weak.lock();
        if (self && self->m_run == run)
            step();
    };
}

void PendingSession::enter(Stage stage) {
    m_stage = stage;
    for (const auto &waiter : std::vector(m_waiters))
        waiter->enter(stage);
}

void PendingSession::waitForSlot(const std::string &address, std::function<void()> go) {
    m_countdown.hold();
    m_hub.lock()->connectionsTo(address)->acquire(
        [weak = weak_from_this(), run = m_run, go = std::move(go)](Permits::Permit place) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_place = std::move(place);
            self->m_countdown.run();
            go();
        });
}

void PendingSession::waitForPermit(std::function<void()> go) {
    m_countdown.hold();
    m_hub.lock()->handshakes()->acquire(
        [weak = weak_from_this(), run = m_run, go = std::move(go)](Permits::Permit permit) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_permit = std::move(permit);
            go();
        });
}

void PendingSession::startHandshakeTimer() {
    const auto timeout = m_waiters.front()->options().handshakeTimeout;
    m_countdown.set(timeout, [this, timeout] {
        fail({FailureKind::Timeout,
              m_stage,
              fmt::format("{} did not complete the {} within {} ms", m_config.label(), toString(m_stage),
                          timeout.count()),
              {}});
    });
    m_countdown.run();
}

void PendingSession::connectToJump(TransportKind transport,
                                   std::function<void(const std::shared_ptr<SessionTransport> &)> then) {
    const auto hub = m_hub.lock();
    const auto &leader = m_waiters.front();
    if (leader->via().depth >= kMaxJumps)
        return fail({FailureKind::Config,
                     Stage::Config,
                     fmt::format("more than {} jump hosts in a row", kMaxJumps),
                     {}});
    enter(Stage::Connect);
    m_countdown.hold(); // the jump host's connection has clocks of its own
    Endpoint jump = leader->endpoint();
    jump.target = m_config.jumps.back();
    jump.transport = transport;
    jump.user.clear();
    jump.jump.clear();
    jump.port = 0;
    ConnectOptions options = leader->options();
    options.stage = nullptr; // one ladder is shown, that of the host itself
    m_jump = hub->connect(
        std::move(jump), leader->prompts(), std::move(options),
        [weak = weak_from_this(), run = m_run, then = std::move(then)](ConnectResult result) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_jump.reset();
            if (result)
                return then(std::static_pointer_cast<SessionTransport>(*result));
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
    const auto later = [loop = m_loop](std::function<void()> step) {
        return [loop, step = std::move(step)] {
            loop->post(step);
        };
    };
    context->promptStarted = later(guarded([this] { promptStarted(); }));
    context->promptEnded = later(guarded([this] { promptEnded(); }));
    context->options.stage = [loop = m_loop, weak = weak_from_this(), run = m_run](Stage stage) {
        loop->post([weak, run, stage] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->enter(stage);
        });
    };
    return context;
}

void PendingSession::promptStarted() {
    m_countdown.hold();
    m_permit.reset(); // waiting for the user must not block others
    const auto timeout = m_waiters.front()->options().promptTimeout;
    m_prompt.start(timeout, [this, timeout] {
        fail({FailureKind::Timeout,
              m_stage,
              fmt::format("no answer to the question for {} within {} s", m_config.label(),
                          timeout.count() / 1000),
              {}});
    });
}

void PendingSession::promptEnded() {
    m_prompt.stop();
    m_countdown.run();
}

void PendingSession::established(const std::shared_ptr<Session> &session) {
    const auto self = shared_from_this();
    const auto hub = m_hub.lock();
    m_countdown.hold();
    m_permit.reset();
    m_place.reset();
    ++m_run;
    const auto waiters = std::exchange(m_waiters, {});
    hub->ended(m_key);
    hub->established(m_key, session);
    const auto transport = hub->transportOf(session);
    for (const auto &waiter : waiters)
        waiter->finish(transport);
}

void PendingSession::retryOrFail(Failure failure, bool mayRetry) {
    m_countdown.hold();
    const auto pause = pauseBefore(m_retries);
    if (!mayRetry || m_retries == kMaxRetries || m_countdown.left() <= pause)
        return fail(std::move(failure));
    abandon();
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    ++m_retries;
    m_pause.start(pause, guarded([this] { start(); }));
}

void PendingSession::fail(Failure failure) {
    const auto self = shared_from_this();
    abandon();
    const auto waiters = std::exchange(m_waiters, {});
    if (const auto hub = m_hub.lock())
        hub->ended(m_key);
    for (const auto &waiter : waiters)
        waiter->finish(tl::unexpected(failure));
}

void PendingSession::failOrUseOpenSsh(Failure failure) {
    const auto self = shared_from_this();
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
    m_countdown.hold();
    m_prompt.stop();
    m_pause.stop();
    if (const auto jump = std::exchange(m_jump, nullptr))
        jump->cancel();
    dropParts();
    m_permit.reset();
    m_place.reset();
}

} // namespace fabricscope::remote
