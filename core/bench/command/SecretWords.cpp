// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretWords.h"

#include "core/base/SecretNames.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench {

namespace {

/// HTTP headers; also all that begin with "X-" and contain a secret's name.
constexpr std::array<std::string_view, 8> kHeaders = {
    "AUTHORIZATION", "PROXY_AUTHORIZATION", "API_KEY",    "APIKEY",
    "PRIVATE_TOKEN", "JOB_TOKEN",           "SET_COOKIE", "COOKIE"};

char upperOf(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

} // namespace

std::string upper(std::string_view name) {
    std::string text(name);
    std::transform(text.begin(), text.end(), text.begin(), upperOf);
    return text;
}

std::string plainName(std::string_view name) {
    name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

bool isNameCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool isSecretEntry(std::string_view name) {
    return holdsSecretWord(plainName(name), NameOf::Entry);
}

bool isSignal(std::string_view name) {
    const std::string plain = upper(plainName(name));
    return plain == "SIG" || plain.ends_with("_SIG");
}

bool isHeader(std::string_view name) {
    const std::string plain = upper(plainName(name));
    return std::find(kHeaders.begin(), kHeaders.end(), plain) != kHeaders.end() ||
           (plain.starts_with("X_") && isSecret(plain));
}

SystemMessage systemMessage(std::string_view text, bool isWhole) {
    constexpr std::array<std::string_view, 16> kMessages = {
        "Permission denied",     "No such file or directory",
        "Is a directory",        "Not a directory",
        "command not found",     "not found",
        "File exists",           "Operation not permitted",
        "Input/output error",    "No space left on device",
        "Read-only file system", "Device or resource busy",
        "Too many open files",   "Stale file handle",
        "Text file busy",        "cannot execute: required file not found"};
    for (const std::string_view message : kMessages) {
        if (!isWhole && message.starts_with(text))
            return SystemMessage::Maybe;
        if (text.starts_with(message) &&
            (text.size() == message.size() || !isNameCharacter(text[message.size()])))
            return SystemMessage::Yes;
    }
    return SystemMessage::No;
}

} // namespace fabricscope::bench
