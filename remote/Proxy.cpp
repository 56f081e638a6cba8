// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ChildProcess.h"
#include "remote/Link.h"
#include "remote/Ssh.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kMostWords = 4096;

/// A ProxyCommand's process, and the last that it said on standard error.
class Proxy {
public:
    Proxy(const std::shared_ptr<Loop> &loop, pid_t pid, Descriptor errors)
        : m_loop(loop), m_child(std::make_shared<ChildProcess>(loop, pid)), m_errors(std::move(errors)) {
        setNonBlocking(m_errors.get());
    }

    std::optional<Failure> trouble() {
        char buffer[kMostWords];
        const ssize_t n = ::read(m_errors.get(), buffer, sizeof buffer);
        const std::string words = n > 0 ? oneLine({buffer, static_cast<std::size_t>(n)}) : std::string();
        return Failure{FailureKind::Unreachable,
                       Stage::Connect,
                       words.empty() ? "the ProxyCommand ended"
                                     : fmt::format("the ProxyCommand ended: {}", words),
                       {}};
    }

private:
    std::shared_ptr<Loop> m_loop;
    std::shared_ptr<ChildProcess> m_child; // killed with this
    Descriptor m_errors;
};

} // namespace

tl::expected<Link, Failure> startProxy(const std::shared_ptr<Loop> &loop, const HostConfig &config) {
    auto [ours, theirs] = makeSocketPair();
    auto [errors, errorsWrite] = makePipe();
    if (!ours || !errors)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Connect, "no descriptor is left", {}});
    // The user's own configuration is the one place that may hold a shell command; host and user names in it
    // have passed isSafeHost() and isSafeUser().
    const auto pid = spawn({"/bin/sh", "-c", "exec " + config.proxyCommand}, theirs.get(), theirs.get(),
                           errorsWrite.get());
    if (!pid)
        return tl::unexpected(Failure{FailureKind::Config, Stage::Connect, "/bin/sh: " + pid.error(), {}});
    auto proxy = std::make_shared<Proxy>(loop, *pid, std::move(errors));
    Link link;
    link.fd = std::move(ours);
    link.address = "ProxyCommand";
    link.trouble = [proxy] {
        return proxy->trouble();
    };
    link.below = std::move(proxy);
    link.mayRetry = false;
    return link;
}

} // namespace fabricscope::remote
