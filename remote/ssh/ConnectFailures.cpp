// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ConnectFailures.h"

#include "remote/base/FailureHints.h"
#include "remote/base/Ssh.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace fabricscope::remote {

Failure dialFailure(const std::string &address, int error) {
    if (error == ECONNREFUSED)
        return {FailureKind::Refused, Stage::Connect, fmt::format("{} refused the connection", address),
                kNoServerHint};
    if (error == ETIMEDOUT)
        return {FailureKind::Timeout, Stage::Connect, fmt::format("{} did not answer", address),
                kHostDownHint};
    const char *reason = ::strerrordesc_np(error);
    return {FailureKind::Unreachable,
            Stage::Connect,
            fmt::format("{} cannot be reached: {}", address, reason ? reason : "unknown error"),
            {}};
}

Failure tooManyJumps(int most) {
    return {FailureKind::Config, Stage::Config, fmt::format("more than {} jump hosts in a row", most), {}};
}

Failure closedWithoutBanner(const HostConfig &config) {
    return {FailureKind::Protocol, Stage::Connect,
            fmt::format("{} closed the connection without an SSH banner", config.label()),
            "the server may have too many pending logins (MaxStartups) or block this address, or "
            "another program listens on this port"};
}

Failure noBanner(const HostConfig &config, std::chrono::milliseconds limit) {
    const bool isDirect = config.jumps.empty() && config.proxyCommand.empty();
    return {FailureKind::Timeout,
            isDirect ? Stage::Handshake : Stage::Connect, // a jump host may not reach it
            isDirect ? fmt::format("{} accepted the connection, but sent no SSH banner within {} ms",
                                   config.label(), limit.count())
                     : fmt::format("no SSH banner from {} within {} ms", config.label(), limit.count()),
            isDirect ? kNoBannerHint
                     : "check that the jump host or ProxyCommand reaches the host, and that sshd is running "
                       "on this port"};
}

Failure notSsh(const HostConfig &config, std::string_view line) {
    const std::string shown = oneLine(line);
    return {FailureKind::Protocol, Stage::Connect,
            fmt::format("{} answered, but not as an SSH server{}{}", config.label(),
                        shown.empty() ? "" : ": ", shown),
            kOtherProgramHint};
}

bool isTurnedAway(std::string_view line) {
    return line.starts_with("Exceeded MaxStartups") || line.starts_with("Not allowed at this time");
}

Failure unanswered(const HostConfig &config, Stage stage, std::chrono::milliseconds limit) {
    return {FailureKind::Timeout,
            stage,
            fmt::format("no answer to the question for {} within {} s", config.label(), limit.count() / 1000),
            {}};
}

Failure connectTimeout(const HostConfig &config, Stage stage, std::chrono::milliseconds limit) {
    return {
        FailureKind::Timeout, stage,
        fmt::format("no answer from {} within {} ms ({})", config.label(), limit.count(), toString(stage)),
        kHostDownHint};
}

Failure handshakeTimeout(const HostConfig &config, Stage stage, std::chrono::milliseconds limit) {
    return {FailureKind::Timeout,
            stage,
            fmt::format("{} did not complete the {} within {} ms", config.label(), toString(stage),
                        limit.count()),
            {}};
}

} // namespace fabricscope::remote
