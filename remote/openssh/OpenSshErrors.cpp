// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/OpenSshErrors.h"

#include "core/base/Text.h"
#include "remote/base/FailureHints.h"
#include "remote/base/Ssh.h"
#include "remote/openssh/AskpassQuestion.h"
#include "remote/ssh/KnownHosts.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::remote {

namespace {

constexpr const char *kRevokedHint = "do not connect; ask the host's administrator for the new key";

/// Messages of ssh, which are not localized, and their meaning. The first matching row counts.
struct Row {
    std::string_view words;
    FailureKind kind;
    Stage stage;
    std::string_view what; ///< of the host, before ssh's own line
    std::string_view hint;
};
constexpr Row kRows[] = {
    {"REMOTE HOST IDENTIFICATION HAS CHANGED", FailureKind::HostKeyChanged, Stage::HostKey,
     "the host key has changed", ""},
    {"REVOKED HOST KEY", FailureKind::HostKeyRevoked, Stage::HostKey, "the host key is revoked",
     kRevokedHint},
    {" revoked by file ", FailureKind::HostKeyRevoked, Stage::HostKey,
     "the host key is revoked by RevokedHostKeys", kRevokedHint},
    {" in revoked keys file ", FailureKind::HostKeyRevoked, Stage::HostKey,
     "the host key cannot be checked by RevokedHostKeys",
     "repair that file, or remove RevokedHostKeys from the ssh configuration; until then every key is "
     "refused"},
    {"KnownHostsCommand", FailureKind::Config, Stage::HostKey, "the host key cannot be checked",
     "run the command in a terminal"},
    {"Host key verification failed", FailureKind::HostKeyUnknown, Stage::HostKey, "the host key is not known",
     "compare the fingerprint with the host's, then add the key to known_hosts"},
    {"Could not resolve hostname", FailureKind::Unresolvable, Stage::Resolve, "the name cannot be resolved",
     kNameHint},
    {"Connection refused", FailureKind::Refused, Stage::Connect, "the connection was refused", kNoServerHint},
    {"banner line contains invalid characters", FailureKind::Protocol, Stage::Connect,
     "it answered, but not as an SSH server", kOtherProgramHint},
    {"timed out during banner exchange", FailureKind::Timeout, Stage::Handshake, "no SSH banner",
     kNoBannerHint},
    {"Connection timed out", FailureKind::Timeout, Stage::Connect, "no answer", kHostDownHint},
    {"Operation timed out", FailureKind::Timeout, Stage::Connect, "no answer", kHostDownHint},
    {"No route to host", FailureKind::Unreachable, Stage::Connect, "the host cannot be reached", ""},
    {"Network is unreachable", FailureKind::Unreachable, Stage::Connect, "the host cannot be reached", ""},
    {"Unable to negotiate", FailureKind::Protocol, Stage::Handshake, "no algorithm in common", ""},
    {"Too many authentication failures", FailureKind::LoginDenied, Stage::Login, "the login was refused",
     "set IdentityFile and `IdentitiesOnly yes` for this host to offer only the right key"},
    {"Permission denied", FailureKind::LoginDenied, Stage::Login, "the login was refused", ""},
    {"Bad configuration option", FailureKind::Config, Stage::Config, "the ssh configuration cannot be read",
     ""},
    {"Bad owner or permissions", FailureKind::Config, Stage::Config, "the ssh configuration cannot be read",
     ""},
    {"tdio forwarding request failed", FailureKind::ProxyFailed, Stage::Connect,
     "the jump host cannot reach the host",
     "is sshd running on the host, and does the jump host allow forwarding (AllowTcpForwarding, "
     "PermitOpen)?"},
    {"not responding", FailureKind::LinkLost, Stage::Link, "no response", ""},
};

std::string joined(const std::deque<std::string> &lines) {
    std::string text;
    for (const std::string &line : lines)
        text += line + '\n';
    return text;
}

std::string_view lineWith(const std::deque<std::string> &lines, std::string_view words) {
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        if (line->find(words) != std::string::npos)
            return *line;
    return {};
}

/// "/home/me/.ssh/known_hosts:3" of "Offending ED25519 key in /home/me/.ssh/known_hosts:3"; empty if there is
/// none.
std::string offendingKey(const std::deque<std::string> &lines) {
    constexpr std::string_view kIn = " key in ";
    std::string_view line = trimmed(lineWith(lines, "Offending "));
    const std::size_t at = line.find(kIn);
    return at == std::string_view::npos ? std::string() : std::string(line.substr(at + kIn.size()));
}

std::string hintOf(const Row &row, const std::deque<std::string> &lines, const HostConfig &config) {
    if (row.kind == FailureKind::HostKeyChanged)
        return changedKeyHint(offendingKey(lines), config.knownName());
    if (row.hint.empty() && row.stage == Stage::Login)
        return fmt::format("test in a terminal: `{}`", config.sshCommand());
    return std::string(row.hint);
}

/// The last line; of a ProxyCommand that has ended, its own line, which precedes ssh's.
std::string_view lastMessage(const std::deque<std::string> &lines) {
    const auto line = std::find_if(lines.rbegin(), lines.rend(), [](const std::string &one) {
        return one.find("UNKNOWN port") == std::string::npos &&
               !one.starts_with("kex_exchange_identification: ");
    });
    return line == lines.rend() ? lines.back() : *line;
}

} // namespace

Failure sshFailure(const std::deque<std::string> &lines, const HostConfig &config, Stage stage) {
    for (const Row &row : kRows) {
        const std::string_view line = lineWith(lines, row.words);
        if (line.empty())
            continue;
        const std::string reason = line.starts_with('@') ? std::string() : ": " + oneLine(line);
        return {row.kind, row.stage, fmt::format("{}: {}{}", config.label(), row.what, reason),
                hintOf(row, lines, config)};
    }
    // sshd closes the connection when LoginGraceTime is over, without a message.
    for (const std::string_view words : {"Connection closed by ", "Connection reset by "})
        if (const std::string_view line = lineWith(lines, words); stage == Stage::Login && !line.empty())
            return {FailureKind::Timeout, stage,
                    fmt::format("{}: the host closed the connection during the login: {}", config.label(),
                                oneLine(line)),
                    "answer within LoginGraceTime of sshd (default: two minutes)"};
    const FailureKind kind = stage == Stage::Link    ? FailureKind::LinkLost
                             : stage == Stage::Login ? FailureKind::LoginDenied
                                                     : FailureKind::Protocol;
    return {kind, stage,
            lines.empty() ? fmt::format("{}: ssh ended the connection", config.label())
                          : fmt::format("{}: ssh failed: {}", config.label(), oneLine(lastMessage(lines))),
            fmt::format("test in a terminal: `{}`", config.sshCommand())};
}

bool wasClosedByServer(const std::deque<std::string> &lines) {
    return !lineWith(lines, "kex_exchange_identification: Connection closed").empty() ||
           !lineWith(lines, "kex_exchange_identification: read: Connection reset").empty();
}

std::optional<HostKeyQuestion> changedKey(const std::deque<std::string> &lines, const HostConfig &config) {
    const std::string text = joined(lines);
    if (text.find("REMOTE HOST IDENTIFICATION HAS CHANGED") == std::string::npos)
        return std::nullopt;
    HostKeyQuestion question;
    question.host = config.knownName();
    question.changed = true;
    constexpr std::string_view kKey = "The fingerprint for the ", kSent = " key sent by";
    if (const auto start = text.find(kKey); start != std::string::npos) {
        const auto end = text.find(kSent, start);
        if (end != std::string::npos)
            question.keyType = knownKeyType(text.substr(start + kKey.size(), end - start - kKey.size()));
        const auto print = text.find("SHA256:", start);
        if (print != std::string::npos)
            question.fingerprint = text.substr(print, text.find_first_of(".\n", print) - print);
    }
    for (const KnownKey &known : knownKeys(config.knownHosts, config.knownName())) {
        if (text.find(" key in " + known.where) == std::string::npos)
            continue;
        question.knownIn = known.where;
        question.knownFingerprint = fingerprint(known.key.get());
        question.knownKeyType = keyTypeName(known.key.get());
    }
    if (const std::string_view line = lineWith(lines, "Offending ");
        question.knownIn.empty() && !line.empty())
        question.knownIn = oneLine(line.substr(line.rfind(' ') + 1)); // of KnownHostsCommand there is no file
    return question;
}

} // namespace fabricscope::remote
