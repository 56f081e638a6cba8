// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Ssh.h"
#include "remote/link/Link.h"
#include "remote/process/ChildProcess.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kMaxTailBytes = 4096; // of its last output
constexpr std::size_t kMaxShown = 300;
constexpr std::size_t kReadBytes = 16 * 1024;

/// A ProxyCommand's process, and its last output on standard error. All of it is read: otherwise a command
/// that prints more than a pipe holds would block, and the connection with it.
class Proxy : public std::enable_shared_from_this<Proxy> {
public:
    Proxy(const std::shared_ptr<Loop> &loop, pid_t pid, Descriptor errors)
        : m_loop(loop), m_child(std::make_shared<ChildProcess>(loop, pid)), m_errors(loop->io()) {
        setNonBlocking(errors.get());
        m_errors.assign(errors.release());
    }

    void drain() {
        m_errors.async_wait(asio::posix::stream_descriptor::wait_read,
                            [weak = weak_from_this()](const ErrorCode &error) {
                                const auto self = weak.lock();
                                if (!self || error)
                                    return;
                                self->read();
                                if (!self->m_ended)
                                    self->drain();
                            });
    }

    Failure failure() {
        while (read()) {
        }
        const std::string_view last = m_words;
        const std::string words = oneLine(last.substr(last.size() - std::min(last.size(), kMaxShown)));
        return Failure{FailureKind::ProxyFailed,
                       Stage::Connect,
                       words.empty() ? "the ProxyCommand ended"
                                     : fmt::format("the ProxyCommand ended: {}", words),
                       {}};
    }

private:
    /// Returns false if no more is available now.
    bool read() {
        char buffer[kReadBytes];
        const ssize_t n = ::read(m_errors.native_handle(), buffer, sizeof buffer);
        m_ended = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
        if (n <= 0)
            return n < 0 && errno == EINTR;
        m_words.append(buffer, static_cast<std::size_t>(n));
        if (m_words.size() > kMaxTailBytes)
            m_words.erase(0, m_words.size() - kMaxTailBytes);
        return true;
    }

    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<ChildProcess> m_child; // killed with this
    asio::posix::stream_descriptor m_errors;
    std::string m_words;
    bool m_ended = false;
};

} // namespace

tl::expected<Link, Failure> startProxy(const std::shared_ptr<Loop> &loop, const HostConfig &config) {
    auto [ours, theirs] = makeSocketPair();
    auto [errors, errorsWrite] = makePipe();
    if (!ours || !errors)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Connect, "out of file descriptors", {}});
    // Only the user's own configuration may contain a shell command; host and user names in it have passed
    // isSafeHost() and isSafeUser().
    const auto pid = spawn({"/bin/sh", "-c", "exec " + config.proxyCommand}, theirs.get(), theirs.get(),
                           errorsWrite.get());
    if (!pid)
        return tl::unexpected(
            Failure{FailureKind::ProxyFailed, Stage::Connect, "/bin/sh: " + pid.error(), {}});
    auto proxy = std::make_shared<Proxy>(loop, *pid, std::move(errors));
    proxy->drain();
    Link link;
    link.fd = std::move(ours);
    link.address = "ProxyCommand";
    link.knownFailure = [proxy] {
        return proxy->failure();
    };
    link.below = std::move(proxy);
    link.mayRetry = false;
    return link;
}

} // namespace fabricscope::remote
