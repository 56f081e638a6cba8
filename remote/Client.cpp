// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/Client.h"

#include "remote/ClientImpl.h"
#include "remote/ConnectAttempt.h"
#include "remote/ConnectSession.h"
#include "remote/OpenSshConnectSession.h"
#include "remote/process/LocalProcess.h"

namespace fabricscope::remote {

namespace {

constexpr std::size_t kHandshakes = 16;
constexpr std::size_t kConfigReads = 8; // each is a process, `ssh -G`
/// Below OpenSSH's MaxStartups 10:30:100, which then drops connections at random.
constexpr std::size_t kPerAddress = 8;

/// Settings used only by OpenSSH (BindAddress, PKCS11Provider, ...) are part of the key of a shared session.
std::string openSshKey(const HostConfig &config) {
    std::string key = " by ssh";
    for (const auto &[keyword, value] : config.options)
        key += "\n" + keyword + " " + value;
    return key + "\n" + config.userMaster.string();
}

/// Delayed work that can be cancelled.
class Later final : public Closable, public std::enable_shared_from_this<Later> {
public:
    Later(std::shared_ptr<Loop> loop, std::function<void()> work)
        : m_loop(std::move(loop)), m_work(std::move(work)), m_timer(*m_loop) {}

    void start(std::chrono::milliseconds delay) {
        if (m_work)
            m_timer.start(delay, [self = shared_from_this()] {
                if (const auto work = std::exchange(self->m_work, nullptr))
                    work();
            });
    }
    void shutDown() override {
        m_work = nullptr;
        m_timer.stop();
    }

private:
    std::shared_ptr<Loop> m_loop;
    std::function<void()> m_work;
    Timer m_timer;
};

} // namespace

Hub::Hub(SessionLife life)
    : loop(std::make_shared<Loop>())
    , workers(std::make_shared<Workers>())
    , keys(std::make_shared<KeyStore>())
    , config(std::make_shared<SshConfig>())
    , m_life(life)
    , m_handshakes(std::make_shared<Permits>(loop, kHandshakes))
    , m_configReads(std::make_shared<Permits>(loop, kConfigReads)) {}

std::shared_ptr<ConnectAttempt> Hub::connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                             std::function<void(ConnectResult)> done, Via via) {
    auto attempt =
        std::make_shared<ConnectAttempt>(shared_from_this(), std::move(endpoint), std::move(prompts),
                                         std::move(options), std::move(done), std::move(via));
    loop->watch(attempt);
    loop->post([attempt] { attempt->start(); });
    return attempt;
}

void Hub::join(const std::shared_ptr<ConnectAttempt> &attempt, const HostConfig &hostConfig) {
    const bool byOpenSsh = hostConfig.transport == TransportKind::OpenSsh;
    const std::string key = hostConfig.sessionKey() + (byOpenSsh ? openSshKey(hostConfig) : std::string());
    if (const auto known = m_sessions.find(key);
        known != m_sessions.end() && known->second.session->isUsable())
        return attempt->finish(transportOf(known->second.session));
    auto &connecting = m_connecting[key];
    if (!connecting)
        connecting = byOpenSsh ? makeOpenSshConnectSession(shared_from_this(), hostConfig, key)
                               : std::make_shared<ConnectSession>(shared_from_this(), hostConfig, key);
    const auto above = attempt->via().above.lock();
    if (above && connecting->waitsFor(above.get()))
        return attempt->finish(tl::unexpected(Failure{
            FailureKind::Config, Stage::Config, "the jump hosts of the ssh configuration form a loop", {}}));
    std::shared_ptr(connecting)->add(attempt);
}

void Hub::established(const std::string &key, const std::shared_ptr<Session> &session) {
    m_sessions[key] = {session, {}, {}};
    loop->watch(session);
    session->onClosed([weak = weak_from_this(), key, raw = session.get()] {
        const auto self = weak.lock();
        if (!self)
            return;
        const auto known = self->m_sessions.find(key);
        if (known != self->m_sessions.end() && known->second.session.get() == raw)
            self->m_sessions.erase(known);
    });
    session->begin();
}

std::shared_ptr<SessionTransport> Hub::transportOf(const std::shared_ptr<Session> &session) {
    for (auto &[key, known] : m_sessions) {
        if (known.session != session)
            continue;
        auto transport = known.transport.lock();
        if (!transport)
            known.transport = transport = session->makeTransport();
        if (m_life == SessionLife::UntilClosed)
            known.kept = transport;
        return transport;
    }
    return session->makeTransport();
}

std::shared_ptr<Permits> Hub::connectionsTo(const std::string &address) {
    auto &permits = m_addresses[address];
    if (!permits)
        permits = std::make_shared<Permits>(loop, kPerAddress);
    return permits;
}

const PrivateFolder &Hub::privateFolder() {
    if (!m_privateFolder)
        m_privateFolder = std::make_unique<PrivateFolder>();
    return *m_privateFolder;
}

Client::Client(SessionLife life) : m_impl(std::make_unique<Impl>(life)) {}

Client::~Client() {
    const Hub &hub = *m_impl->hub;
    hub.loop->close();
    hub.loop->join();
    hub.workers->join();
}

std::shared_ptr<Attempt> Client::connect(Endpoint endpoint, Prompts prompts, ConnectOptions options,
                                         std::function<void(ConnectResult)> done) {
    return m_impl->hub->connect(std::move(endpoint), std::move(prompts), std::move(options), std::move(done));
}

std::shared_ptr<Transport> Client::local() {
    auto transport = std::make_shared<LocalTransport>(m_impl->hub->loop);
    m_impl->hub->loop->watch(transport);
    return transport;
}

void Client::post(std::function<void()> work) {
    m_impl->hub->loop->post(std::move(work));
}

void Client::runBlocking(std::function<void()> work) {
    m_impl->hub->workers->run(std::move(work));
}

std::function<void()> Client::after(std::chrono::milliseconds delay, std::function<void()> work) {
    const auto &loop = m_impl->hub->loop;
    auto later = std::make_shared<Later>(loop, std::move(work));
    loop->watch(later);
    loop->dispatch([later, delay] { later->start(delay); });
    return [loop, weak = std::weak_ptr(later)] {
        if (const auto pending = weak.lock())
            loop->dispatch([pending] { pending->shutDown(); });
    };
}

} // namespace fabricscope::remote
