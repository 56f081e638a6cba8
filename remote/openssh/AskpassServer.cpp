// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/AskpassServer.h"

#include "remote/base/Descriptor.h"
#include "remote/base/Secret.h"
#include "remote/base/SshWire.h"
#include "remote/process/PrivateFolder.h"
#include "remote/process/SshHelper.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kMaxRequest = 64 * 1024;
constexpr std::size_t kMaxOpenRequests = 16; // at a time; ssh asks one question after another

bool isOwnUser(int fd) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

} // namespace

struct AskpassServer::Shared {
    Shared(std::shared_ptr<Loop> theLoop, std::shared_ptr<Workers> theWorkers, Answer theAnswer)
        : loop(std::move(theLoop))
        , workers(std::move(theWorkers))
        , answer(std::move(theAnswer))
        , socket(loop->io()) {}

    std::shared_ptr<Loop> loop;
    std::shared_ptr<Workers> workers;
    Answer answer;
    std::filesystem::path path;
    std::string nonce;
    asio::posix::stream_descriptor socket;
    std::vector<std::weak_ptr<std::atomic<bool>>> openRequests;
};

/// One helper with a question. Exists while its socket is waited on or a worker has its question.
class AskpassServer::Conversation : public std::enable_shared_from_this<Conversation> {
public:
    Conversation(const std::shared_ptr<Shared> &shared, Descriptor fd)
        : m_loop(shared->loop)
        , m_shared(shared)
        , m_socket(shared->loop->io(), fd.release())
        , m_abandoned(std::make_shared<std::atomic<bool>>(false)) {
        shared->openRequests.push_back(m_abandoned);
    }

    void wait() {
        m_socket.async_wait(asio::posix::stream_descriptor::wait_read,
                            [self = shared_from_this()](const ErrorCode &error) {
                                if (!error)
                                    self->read();
                            });
    }

private:
    void read() {
        char buffer[4096];
        const ssize_t n = ::read(m_socket.native_handle(), buffer, sizeof buffer);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return wait();
        if (n <= 0 || m_asked) { // ssh has ended its helper, or it sends too much
            *m_abandoned = true;
            return;
        }
        m_request.append(buffer, static_cast<std::size_t>(n));
        bool tooLong = false;
        const std::string_view message = firstMessage(m_request, kMaxRequest, tooLong);
        if (tooLong)
            return;
        if (!message.empty() && !ask(message))
            return;
        wait();
    }

    bool ask(std::string_view message) {
        const auto shared = m_shared.lock();
        WireReader reader(message);
        const std::string_view nonce = reader.text();
        AskpassRequest request{std::string(reader.text()), std::string(reader.text()), m_abandoned};
        if (!shared || !reader.isGood() || shared->nonce.empty() || nonce != shared->nonce)
            return false;
        m_asked = true;
        shared->workers->run([self = shared_from_this(), work = shared->answer(request)] {
            std::optional<std::string> answer = work();
            std::optional<Secret> secret; // wiped even if the loop accepts no more work
            if (answer) {
                secret.emplace(std::move(*answer));
                wipe(*answer); // NOLINT(bugprone-use-after-move): a short one is copied, not moved
            }
            self->m_loop->post([self, secret] { self->reply(secret); });
        });
        return true;
    }

    void reply(const std::optional<Secret> &answer) {
        if (answer && m_socket.is_open() && !*m_abandoned) {
            std::string bytes;
            bytes.reserve(answer->view().size() + 1); // never moved, so that no copy remains
            bytes.append(1, '\1').append(answer->view());
            // Short, and into an empty buffer: it is sent immediately or not at all.
            ::send(m_socket.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            wipe(bytes);
        }
        ErrorCode ignored;
        m_socket.close(ignored);
    }

    std::shared_ptr<Loop> m_loop;
    std::weak_ptr<Shared> m_shared;
    asio::posix::stream_descriptor m_socket;
    std::string m_request;
    std::shared_ptr<std::atomic<bool>> m_abandoned;
    bool m_asked = false;
};

std::unique_ptr<AskpassServer> AskpassServer::listen(std::shared_ptr<Loop> loop,
                                                     std::shared_ptr<Workers> workers,
                                                     const std::filesystem::path &path, Answer answer) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    if (text.size() >= sizeof address.sun_path)
        return nullptr;
    std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
    Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd || ::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 ||
        ::listen(fd.get(), static_cast<int>(kMaxOpenRequests)) != 0)
        return nullptr;
    auto shared = std::make_shared<Shared>(std::move(loop), std::move(workers), std::move(answer));
    shared->path = path;
    shared->nonce = randomName();
    shared->socket.assign(fd.release());
    accept(shared);
    return std::unique_ptr<AskpassServer>(new AskpassServer(std::move(shared)));
}

void AskpassServer::accept(const std::shared_ptr<Shared> &shared) {
    shared->socket.async_wait(
        asio::posix::stream_descriptor::wait_read, [weak = std::weak_ptr(shared)](const ErrorCode &error) {
            const auto server = weak.lock();
            if (!server || error)
                return;
            Descriptor fd(
                ::accept4(server->socket.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
            std::erase_if(server->openRequests, [](const auto &one) { return one.expired(); });
            if (fd && isOwnUser(fd.get()) && server->openRequests.size() < kMaxOpenRequests)
                std::make_shared<Conversation>(server, std::move(fd))->wait();
            accept(server);
        });
}

AskpassServer::~AskpassServer() {
    for (const auto &one : m_shared->openRequests)
        if (const auto abandoned = one.lock())
            *abandoned = true;
    std::error_code ignored;
    std::filesystem::remove(m_shared->path, ignored);
}

std::vector<std::string> AskpassServer::environment() const {
    return {"SSH_ASKPASS=" + sshHelperProgram(), "SSH_ASKPASS_REQUIRE=force",
            std::string(kAskpassSocket) + "=" + m_shared->path.string(),
            std::string(kAskpassNonce) + "=" + m_shared->nonce};
}

} // namespace fabricscope::remote
