// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Transport.h"

#include <array>

namespace fabricscope::remote {

std::string_view toString(Stage stage) {
    static constexpr std::array<std::string_view, 8> kNames{"config",   "resolve", "connect", "handshake",
                                                            "host key", "login",   "command", "link"};
    return kNames[static_cast<std::size_t>(stage)];
}

namespace {

constexpr struct {
    FailureKind kind;
    std::string_view text;
} kSummaries[] = {
    {FailureKind::Cancelled, "cancelled"},
    {FailureKind::Unresolvable, "name not resolved"},
    {FailureKind::Refused, "connection refused"},
    {FailureKind::Unreachable, "no route"},
    {FailureKind::ProxyFailed, "proxy failed"},
    {FailureKind::Protocol, "no SSH connection"},
    {FailureKind::HostKeyUnknown, "host key not confirmed"},
    {FailureKind::HostKeyChanged, "host key changed"},
    {FailureKind::HostKeyRevoked, "host key revoked"},
    {FailureKind::HostCertificate, "host certificate not verified"},
    {FailureKind::WrongPassword, "wrong password"},
    {FailureKind::LoginDenied, "login refused"},
    {FailureKind::LinkLost, "connection lost"},
    {FailureKind::CommandFailed, "command failed"},
    {FailureKind::Config, "wrong configuration"},
};

/// By Stage: what was waited for.
constexpr std::array<std::string_view, 8> kTimeouts{"configuration not read in time",
                                                    "no answer to the name lookup",
                                                    "connection timed out",
                                                    "no answer in the SSH handshake",
                                                    "host key not confirmed in time",
                                                    "no answer to the login",
                                                    "not read in time",
                                                    "connection timed out"};

} // namespace

std::string_view summary(const Failure &failure) {
    if (failure.kind == FailureKind::Timeout)
        return kTimeouts[static_cast<std::size_t>(failure.stage)];
    for (const auto &[kind, text] : kSummaries)
        if (kind == failure.kind)
            return text;
    return "failed";
}

std::string message(const Failure &failure) {
    std::string text(summary(failure));
    if (!failure.what.empty() && failure.what != text)
        text += ": " + failure.what;
    return failure.hint.empty() ? text : text + "\n  " + failure.hint;
}

} // namespace fabricscope::remote
