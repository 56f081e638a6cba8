// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/AskpassQuestion.h"

#include "remote/config/ConfigText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace fabricscope::remote {

namespace {

/// The text between the first `before` and the next `after`; empty if they are missing.
std::string between(std::string_view text, std::string_view before, std::string_view after) {
    const auto start = text.find(before);
    if (start == std::string_view::npos)
        return {};
    text.remove_prefix(start + before.size());
    const auto end = text.find(after);
    return end == std::string_view::npos ? std::string() : std::string(text.substr(0, end));
}

std::string fingerprintIn(std::string_view text) {
    const auto start = text.find("SHA256:");
    if (start == std::string_view::npos)
        return {};
    const auto end =
        text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", start + 7);
    return std::string(text.substr(start, end == std::string_view::npos ? end : end - start));
}

/// ssh's information about an unknown key: its record in DNS, the other names by which it is known.
std::string remarkIn(std::string_view text) {
    std::vector<std::string_view> lines;
    bool names = false;
    for (std::string_view line : split(text, '\n')) {
        names = line.find("known by the following other names") != std::string_view::npos ||
                (names && line.starts_with("    "));
        if (names || line.ends_with("host key fingerprint found in DNS."))
            lines.push_back(line.substr(line.find_first_not_of(' ')));
    }
    return fmt::format("{}", fmt::join(lines, "\n"));
}

/// "The authenticity of host '[gpu-07]:2222 ([192.0.2.7]:2222)' can't be established.
/// ED25519 key fingerprint is SHA256:..."
HostKeyQuestion hostKeyQuestion(std::string_view text, const HostConfig &config) {
    HostKeyQuestion question;
    const std::string named = between(text, "authenticity of host '", "' can't be established");
    const auto space = named.find(" (");
    question.host = named.empty() ? config.knownName() : named.substr(0, space);
    if (space != std::string::npos)
        question.address = named.substr(space + 2, named.size() - space - 3);
    const auto key = text.find(" key fingerprint is ");
    if (key != std::string_view::npos) {
        const auto line = text.rfind('\n', key);
        const auto start = line == std::string_view::npos ? 0 : line + 1;
        question.keyType = knownKeyType(std::string(text.substr(start, key - start)));
    }
    question.fingerprint = fingerprintIn(text);
    question.remark = remarkIn(text);
    return question;
}

AuthQuestion::Kind kindOf(std::string_view text) {
    // "root@gpu-07's password: "; a server's own question is prefixed with "(root@gpu-07) "
    if (!text.starts_with('(') && text.ends_with("'s password: "))
        return AuthQuestion::Kind::Password;
    if (text.starts_with("Enter passphrase for ") || text.starts_with("Enter PIN for "))
        return AuthQuestion::Kind::KeyPassphrase;
    return AuthQuestion::Kind::KeyboardInteractive;
}

} // namespace

std::string knownKeyType(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name == "ed25519" || name == "rsa" ? "ssh-" + name : name;
}

AskpassQuestion readAskpass(const AskpassRequest &request, const HostConfig &config,
                            const std::vector<std::string> &printed) {
    if (request.text.find("continue connecting (yes/no") != std::string::npos)
        return hostKeyQuestion(request.text, config);
    AuthQuestion question;
    question.host = config.hostAndPort();
    question.user = config.user;
    question.kind = kindOf(request.text);
    if (question.kind == AuthQuestion::Kind::KeyPassphrase) {
        const auto quote = request.text.find('\'');
        question.title = quote == std::string::npos ? between(request.text, " for ", ": ")
                                                    : between(request.text, "'", "'");
    }
    if (question.kind == AuthQuestion::Kind::KeyboardInteractive)
        question.instruction = fmt::format("{}", fmt::join(printed, "\n"));
    if (request.kind == "none") { // "Confirm user presence for key ...": nothing to type
        question.title = request.text;
        return question;
    }
    const bool visible = request.kind == "confirm" || request.text.find("(yes/no") != std::string::npos;
    std::string text = request.text;
    const bool isServers = question.kind == AuthQuestion::Kind::KeyboardInteractive; // as libssh gives it
    while (!text.empty() && (text.back() == ' ' || (text.back() == ':' && !isServers)))
        text.pop_back();
    question.prompts = {{std::move(text), visible}};
    return question;
}

} // namespace fabricscope::remote
