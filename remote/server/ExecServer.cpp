// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/ExecServer.h"

#include "remote/server/Handles.h"
#include "remote/server/ServerSession.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>

namespace fabricscope::remote {

namespace {

using namespace server;

/// Opens a listening socket on 127.0.0.1; `port` is set to its port.
tl::expected<Fd, std::string> listenOn(std::uint16_t &port) {
    constexpr int kBacklog = 128;
    Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *generic = reinterpret_cast<sockaddr *>(&address);
    if (!fd || ::bind(fd.get(), generic, size) != 0 || ::listen(fd.get(), kBacklog) != 0 ||
        ::getsockname(fd.get(), generic, &size) != 0)
        return tl::unexpected("cannot listen on 127.0.0.1 port " + std::to_string(port) + ": " +
                              std::strerror(errno));
    port = ntohs(address.sin_port);
    return fd;
}

tl::expected<KeyHandle, std::string> parsePublicKey(const std::string &line) {
    const auto space = line.find(' ');
    const auto end = line.find(' ', space == std::string::npos ? space : space + 1);
    ssh_key key = nullptr;
    if (space == std::string::npos ||
        ssh_pki_import_pubkey_base64(
            line.substr(space + 1, end == std::string::npos ? end : end - space - 1).c_str(),
            ssh_key_type_from_name(line.substr(0, space).c_str()), &key) != SSH_OK)
        return tl::unexpected("not a public key: " + line.substr(0, 40));
    return KeyHandle(key);
}

/// Signals are handled by the program's own threads; SIGPIPE becomes EPIPE.
void blockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

} // namespace

struct ExecServer::Impl {
    struct Running {
        std::thread thread;
        std::atomic<bool> done = false;
    };
    ExecServerOptions options;
    std::vector<KeyHandle> keys;
    BindHandle bind;
    Fd listener, stop;
    std::uint16_t port = 0;
    std::string hostKey;
    std::thread acceptor;
    std::list<Running> sessions; ///< touched by the acceptor, and by the destructor after it has ended
    std::atomic<std::size_t> sessionCount = 0;

    tl::expected<void, std::string> prepare();
    void acceptLoop();
    void acceptOne();
    void joinEnded();
};

tl::expected<void, std::string> ExecServer::Impl::prepare() {
    for (const std::string &line : options.authorizedKeys) {
        auto key = parsePublicKey(line);
        if (!key)
            return tl::unexpected(key.error());
        keys.push_back(std::move(*key));
    }
    bind.reset(ssh_bind_new());
    ssh_key key = nullptr;
    if (!bind || ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
        return tl::unexpected(std::string("libssh cannot make a host key"));
    char *text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) == SSH_OK) {
        hostKey = std::string("ssh-ed25519 ") + text;
        ssh_string_free_char(text);
    }
    const bool noConfiguration = false;
    ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_PROCESS_CONFIG, &noConfiguration);
    if (ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_IMPORT_KEY, key) != 0) {
        ssh_key_free(key);
        return tl::unexpected(std::string("libssh rejected the host key"));
    }
    port = options.port;
    auto socket = listenOn(port);
    if (!socket)
        return tl::unexpected(socket.error());
    listener = std::move(*socket);
    stop = Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!stop)
        return tl::unexpected(std::string("cannot create eventfd: ") + std::strerror(errno));
    return {};
}

void ExecServer::Impl::joinEnded() {
    for (auto it = sessions.begin(); it != sessions.end();) {
        if (!it->done) {
            ++it;
            continue;
        }
        it->thread.join();
        it = sessions.erase(it);
    }
}

void ExecServer::Impl::acceptOne() {
    Fd socket(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket || sessionCount >= options.maxSessions)
        return;
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SessionHandle session(ssh_new());
    if (!session)
        return;
    if (ssh_bind_accept_fd(bind.get(), session.get(), socket.get()) != SSH_OK)
        return;
    (void)socket.release(); // the session's now
    Running &running = sessions.emplace_back();
    ++sessionCount;
    try {
        running.thread = std::thread([this, &running, raw = session.get()] {
            blockSignals();
            ServerSession(options, keys, SessionHandle(raw), stop.get()).run();
            --sessionCount;
            running.done = true;
        });
        (void)session.release();
    } catch (const std::system_error &) { // cannot start a thread: this connection is refused
        --sessionCount;
        sessions.pop_back();
    }
}

void ExecServer::Impl::acceptLoop() {
    blockSignals();
    constexpr int kTick = 1000; // ended sessions are joined at least this often
    while (true) {
        pollfd polls[] = {{listener.get(), POLLIN, 0}, {stop.get(), POLLIN, 0}};
        if (::poll(polls, 2, kTick) < 0 && errno != EINTR)
            return;
        if ((polls[1].revents & POLLIN) != 0)
            return;
        joinEnded();
        if ((polls[0].revents & POLLIN) != 0)
            acceptOne();
    }
}

ExecServer::ExecServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

tl::expected<std::unique_ptr<ExecServer>, std::string> ExecServer::start(ExecServerOptions options) {
    auto impl = std::make_unique<Impl>();
    impl->options = std::move(options);
    if (auto prepared = impl->prepare(); !prepared)
        return tl::unexpected(prepared.error());
    Impl *running = impl.get();
    try {
        impl->acceptor = std::thread([running] { running->acceptLoop(); });
    } catch (const std::system_error &error) {
        return tl::unexpected(std::string("cannot start a thread: ") + error.what());
    }
    return std::unique_ptr<ExecServer>(new ExecServer(std::move(impl)));
}

ExecServer::~ExecServer() {
    const std::uint64_t one = 1;
    (void)!::write(m_impl->stop.get(), &one, sizeof one);
    m_impl->acceptor.join();
    for (Impl::Running &session : m_impl->sessions)
        session.thread.join();
}

std::uint16_t ExecServer::port() const {
    return m_impl->port;
}
const std::string &ExecServer::hostKey() const {
    return m_impl->hostKey;
}
std::size_t ExecServer::sessionCount() const {
    return m_impl->sessionCount;
}

} // namespace fabricscope::remote
