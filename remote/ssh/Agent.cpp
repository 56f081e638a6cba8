// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/Agent.h"

#include "remote/loop/Loop.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

namespace fabricscope::remote {

namespace {

using Clock = std::chrono::steady_clock;

// draft-miller-ssh-agent, section 6.1
constexpr char kFailure = 5;
constexpr char kRequestIdentities = 11;
constexpr char kIdentitiesAnswer = 12;
constexpr char kSignRequest = 13;
constexpr std::size_t kLargestMessage = 256 * 1024; // as OpenSSH
constexpr std::uint32_t kMaxKeys = 1024;

void putNumber(std::string &into, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        into += static_cast<char>(value >> shift & 0xff);
}

void putString(std::string &into, std::string_view bytes) {
    putNumber(into, static_cast<std::uint32_t>(bytes.size()));
    into += bytes;
}

std::optional<std::uint32_t> takeNumber(std::string_view &from) {
    if (from.size() < 4)
        return std::nullopt;
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(from[static_cast<std::size_t>(i)]);
    from.remove_prefix(4);
    return value;
}

std::optional<std::string_view> takeString(std::string_view &from) {
    const auto length = takeNumber(from);
    if (!length || *length > from.size())
        return std::nullopt;
    const std::string_view bytes = from.substr(0, *length);
    from.remove_prefix(*length);
    return bytes;
}

std::string base64(std::string_view bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// The deadline and the cancellation of waiting.
struct WaitLimit {
    Clock::time_point end;
    std::function<bool()> cancelled;

    [[nodiscard]] bool over() const { return Clock::now() >= end || cancelled(); }
};

bool waitFor(int fd, short events, const WaitLimit &limit) {
    while (!limit.over()) {
        pollfd one{fd, events, 0};
        if (::poll(&one, 1, 50) > 0)
            return true;
    }
    return false;
}

bool sendAll(int fd, std::string_view bytes, const WaitLimit &limit) {
    while (!bytes.empty()) {
        if (!waitFor(fd, POLLOUT, limit))
            return false;
        const ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        bytes.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    return true;
}

bool receiveAll(int fd, std::string &into, std::size_t count, const WaitLimit &limit) {
    into.resize(count);
    for (std::size_t have = 0; have < count;) {
        if (!waitFor(fd, POLLIN, limit))
            return false;
        const ssize_t n = ::recv(fd, into.data() + have, count - have, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        have += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    return true;
}

std::optional<std::string> receiveMessage(int fd, const WaitLimit &limit) {
    std::string header, body;
    if (!receiveAll(fd, header, 4, limit))
        return std::nullopt;
    std::string_view rest = header;
    const auto length = takeNumber(rest);
    if (!length || *length == 0 || *length > kLargestMessage || !receiveAll(fd, body, *length, limit))
        return std::nullopt;
    return body;
}

bool sendMessage(int fd, std::string_view body, const WaitLimit &limit) {
    std::string message;
    putString(message, body);
    return sendAll(fd, message, limit);
}

/// One request to the agent on its own connection. A stopped agent accepts the connection but does not
/// answer; one with a full queue does not accept it either.
std::optional<std::string> talk(const std::string &socket, const std::string &request,
                                const WaitLimit &limit) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path)
        return std::nullopt;
    std::memcpy(address.sun_path, socket.data(), socket.size());
    const Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return std::nullopt;
    while (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        if (errno != EAGAIN || limit.over())
            return std::nullopt;
        ::poll(nullptr, 0, 20);
    }
    if (!sendMessage(fd.get(), request, limit))
        return std::nullopt;
    return receiveMessage(fd.get(), limit);
}

SshKey keyOf(std::string_view blob) {
    std::string_view rest = blob;
    const auto type = takeString(rest);
    if (!type)
        return nullptr;
    const ssh_keytypes_e known = ssh_key_type_from_name(std::string(*type).c_str());
    ssh_key key = nullptr;
    if (known == SSH_KEYTYPE_UNKNOWN ||
        ssh_pki_import_pubkey_base64(base64(blob).c_str(), known, &key) != SSH_OK)
        return nullptr;
    return SshKey(key);
}

} // namespace

tl::expected<std::vector<AgentKey>, std::string> agentKeys(const std::string &socket,
                                                           std::chrono::milliseconds deadline,
                                                           const std::function<bool()> &cancelled) {
    const auto reply = talk(socket, std::string(1, kRequestIdentities), {Clock::now() + deadline, cancelled});
    if (!reply)
        return tl::unexpected(std::string("the ssh agent did not answer"));
    std::string_view rest = *reply;
    const bool isAnswer = !rest.empty() && rest.front() == kIdentitiesAnswer;
    rest.remove_prefix(1);
    const auto count = takeNumber(rest);
    if (!isAnswer || !count || *count > kMaxKeys)
        return tl::unexpected(std::string("the ssh agent refused to list its keys"));
    std::vector<AgentKey> keys;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto blob = takeString(rest);
        const auto comment = takeString(rest);
        if (!blob || !comment)
            return tl::unexpected(std::string("the ssh agent sent an invalid list of keys"));
        keys.push_back({std::string(*blob), std::string(*comment), keyOf(*blob)});
    }
    return keys;
}

AgentRelay::AgentRelay(std::string socket, std::chrono::milliseconds deadline,
                       std::function<bool()> cancelled)
    : m_socket(std::move(socket)), m_deadline(deadline), m_cancelled(std::move(cancelled)) {
    std::tie(m_clientEnd, m_ourEnd) = makeSocketPair();
    m_thread = std::thread([this] { serve(); });
}

AgentRelay::~AgentRelay() {
    m_stopped = true;
    ::shutdown(m_ourEnd.get(), SHUT_RDWR);
    m_thread.join();
}

void AgentRelay::show(const AgentKey &key) {
    std::lock_guard lock(m_mutex);
    m_blob = key.blob;
    m_comment = key.comment;
}

void AgentRelay::serve() {
    blockSignals();
    const WaitLimit untilStopped{Clock::time_point::max(), [this] {
                                     return m_stopped.load();
                                 }};
    while (auto request = receiveMessage(m_ourEnd.get(), untilStopped))
        if (!sendMessage(m_ourEnd.get(), answer(*request), untilStopped))
            return;
}

std::string AgentRelay::answer(const std::string &request) {
    if (request.front() == kRequestIdentities) {
        std::lock_guard lock(m_mutex);
        std::string reply(1, kIdentitiesAnswer);
        putNumber(reply, m_blob.empty() ? 0 : 1);
        if (!m_blob.empty()) {
            putString(reply, m_blob);
            putString(reply, m_comment);
        }
        return reply;
    }
    std::optional<std::string> reply;
    if (request.front() == kSignRequest) // nothing else passes: libssh must not be able to change the agent
        reply = talk(m_socket, request, {Clock::now() + m_deadline, [this] {
                                             return m_stopped || m_cancelled();
                                         }});
    return reply.value_or(std::string(1, kFailure));
}

} // namespace fabricscope::remote
