// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Connecting.h"

#include "remote/ClientImpl.h"
#include "remote/Ssh.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <random>

namespace fabricscope::remote {

namespace {

constexpr int kMostRetries = 6;
constexpr int kMostJumps = 8;
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

Connecting::Connecting(std::shared_ptr<Hub> hub, HostConfig config)
    : m_hub(hub)
    , m_loop(hub->loop)
    , m_config(std::move(config))
    , m_key(m_config.sessionKey())
    , m_countdown(*m_loop)
    , m_prompt(*m_loop)
    , m_pause(*m_loop)
    , m_socket(m_loop->io()) {}

Connecting::~Connecting() = default;

void Connecting::add(const std::shared_ptr<ConnectAttempt> &attempt) {
    m_waiters.push_back(attempt);
    attempt->waitsFor(shared_from_this());
    if (m_waiters.size() == 1)
        begin();
    else
        attempt->enter(m_stage);
}

void Connecting::leave(const std::shared_ptr<ConnectAttempt> &attempt) {
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

bool Connecting::waitsFor(const Connecting *other) const {
    if (this == other)
        return true;
    const auto below = m_jump ? m_jump->waitsFor() : nullptr;
    return below && below->waitsFor(other);
}

void Connecting::begin() {
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_retries = 0;
    const auto timeout = m_waiters.front()->options().connectTimeout;
    m_countdown.set(timeout, [this, timeout] {
        fail({FailureKind::Timeout, m_stage,
              fmt::format("no answer from {} within {} ms ({})", m_config.label(), timeout.count(),
                          toString(m_stage)),
              "is the host up, and does a firewall let this port through?"});
    });
    openLink();
}

std::function<void()> Connecting::guarded(void (Connecting::*step)()) {
    return [weak = weak_from_this(), run = m_run, step] {
        const auto self = weak.lock();
        if (self && self->m_run == run)
            (self.get()->*step)();
    };
}

void Connecting::enter(Stage stage) {
    m_stage = stage;
    for (const auto &waiter : std::vector(m_waiters))
        waiter->enter(stage);
}

void Connecting::openLink() {
    if (!m_config.jumps.empty())
        return throughJump();
    if (m_config.proxyCommand.empty())
        return byTcp();
    waitForPlace("proxy " + m_config.proxyCommand, [this] {
        enter(Stage::Connect);
        auto link = startProxy(m_loop, m_config);
        if (!link)
            return fail(link.error());
        linked(std::move(*link));
    });
}

void Connecting::throughJump() {
    const auto hub = m_hub.lock();
    const auto &leader = m_waiters.front();
    if (leader->via().depth >= kMostJumps)
        return fail({FailureKind::Config,
                     Stage::Config,
                     fmt::format("more than {} jump hosts in a row", kMostJumps),
                     {}});
    enter(Stage::Connect);
    m_countdown.hold(); // the jump host's connection has clocks of its own
    Endpoint jump = leader->endpoint();
    jump.target = m_config.jumps.back();
    jump.user.clear();
    jump.jump.clear();
    jump.port = 0;
    ConnectOptions options = leader->options();
    options.stage = nullptr; // one ladder is shown, that of the host itself
    m_jump = hub->connect(
        std::move(jump), leader->prompts(), std::move(options),
        [weak = weak_from_this(), run = m_run](ConnectResult result) {
            const auto self = weak.lock();
            if (!self || self->m_run != run)
                return;
            self->m_jump.reset();
            const std::string &name = self->m_config.jumps.back();
            if (!result) {
                Failure failure = result.error();
                failure.what = fmt::format("jump host {}: {}", oneLine(name), failure.what);
                return self->fail(std::move(failure));
            }
            self->waitForPlace(
                fmt::format("{} {}:{}", name, self->m_config.host, self->m_config.port),
                [raw = self.get(), jumpTransport = std::static_pointer_cast<SshTransport>(*result)] {
                    auto link = forwardThrough(raw->m_loop, jumpTransport, raw->m_config);
                    if (!link)
                        return raw->fail(link.error());
                    raw->linked(std::move(*link));
                });
        },
        Via{leader->via().depth + 1, std::vector(m_config.jumps.begin(), m_config.jumps.end() - 1),
            weak_from_this()});
}

void Connecting::byTcp() {
    enter(Stage::Resolve);
    m_countdown.run();
    resolve(m_loop, m_config.host, m_config.port, m_config.addressFamily,
            [weak = weak_from_this(), run = m_run](Resolved resolved) {
                const auto self = weak.lock();
                if (!self || self->m_run != run)
                    return;
                if (!resolved)
                    return self->fail(resolved.error());
                const std::string address = resolved->front().text();
                self->waitForPlace(address, [raw = self.get(), addresses = std::move(*resolved)]() mutable {
                    raw->connectTo(std::move(addresses));
                });
            });
}

/// A server drops callers when too many are not yet logged in (MaxStartups), so only so many call at a time.
void Connecting::waitForPlace(const std::string &address, std::function<void()> go) {
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

void Connecting::connectTo(std::vector<SocketAddress> addresses) {
    enter(Stage::Connect);
    m_tcp = std::make_shared<TcpConnect>(m_loop, std::move(addresses), m_countdown.left(),
                                         [this, weak = weak_from_this()](tl::expected<Link, Failure> link) {
                                             const auto self = weak.lock();
                                             if (!self)
                                                 return;
                                             m_tcp.reset();
                                             if (!link)
                                                 return fail(link.error());
                                             linked(std::move(*link));
                                         });
    m_tcp->start();
}

void Connecting::linked(Link link) {
    m_link = std::move(link);
    m_socket.assign(duplicate(m_link.fd.get()).release());
    waitForBanner();
}

void Connecting::waitForBanner() {
    m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                        [go = guarded(&Connecting::bannerIsThere)](const ErrorCode &error) {
                            if (!error)
                                go();
                        });
}

void Connecting::bannerIsThere() {
    char first[32] = {};
    const ssize_t n = ::recv(m_socket.native_handle(), first, sizeof first, MSG_PEEK | MSG_DONTWAIT);
    const std::string_view words(first, n > 0 ? static_cast<std::size_t>(n) : 0);
    if (words.empty() || words.starts_with("Exceeded MaxStartups") ||
        words.starts_with("Not allowed at this time")) {
        Failure failure{FailureKind::Protocol, Stage::Connect,
                        fmt::format("{} closed the connection before it said anything", m_config.label()),
                        "the server may have too many callers (MaxStartups), or bar this address"};
        if (const auto trouble = m_link.trouble ? m_link.trouble() : std::nullopt)
            return fail(*trouble); // it is known why: to try again would not help
        return retryOrFail(std::move(failure));
    }
    m_countdown.hold();
    m_hub.lock()->handshakes()->acquire([weak = weak_from_this(), run = m_run](Permits::Permit permit) {
        const auto self = weak.lock();
        if (!self || self->m_run != run)
            return;
        self->m_permit = std::move(permit);
        self->shakeHands();
    });
}

std::shared_ptr<HandshakeContext> Connecting::makeContext() {
    const auto &leader = m_waiters.front();
    auto context = std::make_shared<HandshakeContext>();
    context->config = m_config;
    context->address = m_link.address;
    context->prompts = leader->prompts();
    context->options = leader->options();
    context->keys = m_hub.lock()->keys;
    context->cancelled = m_cancelled;
    const auto later = [loop = m_loop](std::function<void()> step) {
        return [loop, step = std::move(step)] {
            loop->post(step);
        };
    };
    context->personBegins = later(guarded(&Connecting::personBegins));
    context->personEnds = later(guarded(&Connecting::personEnds));
    context->options.stage = [loop = m_loop, weak = weak_from_this(), run = m_run](Stage stage) {
        loop->post([weak, run, stage] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->enter(stage);
        });
    };
    return context;
}

void Connecting::shakeHands() {
    const auto timeout = m_waiters.front()->options().handshakeTimeout;
    m_countdown.set(timeout, [this, timeout] {
        fail({FailureKind::Timeout,
              m_stage,
              fmt::format("{} did not get through the {} within {} ms", m_config.label(), toString(m_stage),
                          timeout.count()),
              {}});
    });
    m_countdown.run();
    m_stage = Stage::Handshake;
    m_hub.lock()->workers->run([loop = m_loop, context = makeContext(), fd = m_link.fd.release(),
                                weak = weak_from_this(), run = m_run] {
        using Result = tl::expected<SshHandle, HandshakeFailure>;
        auto result = std::make_shared<Result>(remote::shakeHands(fd, *context));
        loop->post([weak, run, result] {
            const auto self = weak.lock();
            if (self && self->m_run == run)
                self->shaken(std::move(*result));
        });
    });
}

void Connecting::personBegins() {
    m_countdown.hold();
    m_permit.reset(); // who waits for a person holds up nobody
    const auto timeout = m_waiters.front()->options().promptTimeout;
    m_prompt.start(timeout, [this, timeout] {
        fail({FailureKind::Timeout,
              m_stage,
              fmt::format("nobody answered the question for {} within {} s", m_config.label(),
                          timeout.count() / 1000),
              {}});
    });
}

void Connecting::personEnds() {
    m_prompt.stop();
    m_countdown.run();
}

void Connecting::shaken(tl::expected<SshHandle, HandshakeFailure> result) {
    m_countdown.hold();
    m_permit.reset();
    if (result)
        return established(std::move(*result));
    if (result.error().retry)
        return retryOrFail(std::move(result.error().failure));
    fail(std::move(result.error().failure));
}

void Connecting::established(SshHandle session) {
    const auto self = shared_from_this();
    const auto hub = m_hub.lock();
    const ConnectOptions &options = m_waiters.front()->options();
    auto made = std::make_shared<SshSession>(
        m_loop, std::move(session), std::move(m_socket), std::move(m_link.below),
        SessionOptions{m_config.label(), options.keepAliveTick, options.keepAliveMisses});
    m_link = {};
    m_place.reset();
    ++m_run;
    const auto waiters = std::exchange(m_waiters, {});
    hub->ended(m_key);
    hub->established(m_key, made);
    const auto transport = hub->transportOf(made);
    for (const auto &waiter : waiters)
        waiter->finish(transport);
}

void Connecting::retryOrFail(Failure failure) {
    m_countdown.hold();
    const auto pause = pauseBefore(m_retries);
    if (!m_link.mayRetry || m_retries == kMostRetries || m_countdown.left() <= pause)
        return fail(std::move(failure));
    abandon();
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    ++m_retries;
    m_pause.start(pause, guarded(&Connecting::openLink));
}

void Connecting::fail(Failure failure) {
    const auto self = shared_from_this();
    abandon();
    const auto waiters = std::exchange(m_waiters, {});
    if (const auto hub = m_hub.lock())
        hub->ended(m_key);
    for (const auto &waiter : waiters)
        waiter->finish(tl::unexpected(failure));
}

void Connecting::abandon() {
    ++m_run;
    if (m_cancelled)
        *m_cancelled = true;
    m_countdown.hold();
    m_prompt.stop();
    m_pause.stop();
    if (const auto jump = std::exchange(m_jump, nullptr))
        jump->cancel();
    m_tcp.reset();
    if (m_socket.is_open()) {
        ::shutdown(m_socket.native_handle(), SHUT_RDWR); // frees a worker that waits for this server
        ErrorCode ignored;
        m_socket.close(ignored);
    }
    m_link = {};
    m_permit.reset();
    m_place.reset();
}

} // namespace fabricscope::remote
