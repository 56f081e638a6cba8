// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ArgumentSecrets.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fabricscope {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::array<std::string_view, 4> kUserFlags = {"-u", "--user", "-U", "--proxy-user"};

bool isNameCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_-.@+%\\$").find(c) != kNone;
}

/// "/usr/bin/mysqldump" is mysqldump.
std::string_view programName(std::string_view word) {
    return word.substr(word.rfind('/') + 1); // npos + 1 is 0
}

/// "-c", the community; "-A" and "-X", the passphrases of version 3.
constexpr std::string_view kSnmpFlags = "cAX";

/// snmpwalk, snmpget, snmpbulkwalk and others; not snmpd and snmptrapd, whose -c is a file.
bool isSnmpClient(std::string_view program) {
    return program.starts_with("snmp") && !program.ends_with('d');
}

/// Programs with a short option for a password, from their manuals; without one: those whose -p, in the same
/// line, is a port.
struct PasswordProgram {
    std::string_view name;
    std::string_view flags;
    std::string_view command = {}; ///< of `NAME ... login` alone: `docker run -p` is a port
};
constexpr std::array kPasswordPrograms = {
    PasswordProgram{"ssh", ""},
    PasswordProgram{"scp", ""},
    PasswordProgram{"docker", "p", "login"},
    PasswordProgram{"podman", "p", "login"},
    PasswordProgram{"nerdctl", "p", "login"},
    PasswordProgram{"buildah", "p", "login"},
    PasswordProgram{"skopeo", "p", "login"},
    PasswordProgram{"helm", "p", "login"},
    PasswordProgram{"oc", "p", "login"},
    PasswordProgram{"az", "p", "login"},
    PasswordProgram{"ipmitool", "P"},
    PasswordProgram{"openssl", "kK", "enc"},
    PasswordProgram{"ipmipower", "p"},
    PasswordProgram{"ipmi-sensors", "p"},
    PasswordProgram{"redis-cli", "a"},
    PasswordProgram{"mongo", "p"},
    PasswordProgram{"mongosh", "p"},
    PasswordProgram{"mongodump", "p"},
    PasswordProgram{"mongorestore", "p"},
    PasswordProgram{"sqlcmd", "P"},
    PasswordProgram{"bcp", "P"},
    PasswordProgram{"ldapsearch", "w"},
    PasswordProgram{"ldapmodify", "w"},
    PasswordProgram{"ldapadd", "w"},
    PasswordProgram{"ldapwhoami", "w"},
    PasswordProgram{"zip", "P"},
    PasswordProgram{"unzip", "P"},
    PasswordProgram{"kadmin", "w"},
    PasswordProgram{"smbpasswd", "w"},
};

} // namespace

bool isUserFlag(std::string_view word) {
    if (std::find(kUserFlags.begin(), kUserFlags.end(), word) != kUserFlags.end())
        return true;
    // curl -sSu admin:pw: options without a value before -u.
    constexpr std::string_view kBefore = "sSkfLvign";
    const char last = word.empty() ? ' ' : word.back();
    return word.size() > 2 && word[0] == '-' && (last == 'u' || last == 'U') &&
           word.substr(1, word.size() - 2).find_first_not_of(kBefore) == kNone;
}

void PrecedingPrograms::add(std::string_view word) {
    if (word.empty())
        return;
    const std::string_view name = programName(word);
    isMysql = isMysql || name.starts_with("mysql") || name.starts_with("mariadb");
    isSnmp = isSnmpClient(name) || (isSnmp && !name.ends_with("sh")); // bash -c
    for (const PasswordProgram &program : kPasswordPrograms)
        if (name == program.name) {
            command = program.command;
            passwordFlags = command.empty() ? program.flags : std::string_view();
            commandFlags = command.empty() ? std::string_view() : program.flags;
        }
    if (word == command)
        passwordFlags = std::exchange(commandFlags, {});
    isWandbLogin = word == "login" ? isWandb : isWandbLogin && (word[0] == '-' || word.find("://") != kNone);
    isWandb = name == "wandb";
    isVllm = isVllm || word.find("vllm") != kNone;
    isFirst = false;
    isSshpass = name == "sshpass" || (isSshpass && word.starts_with('-') && !word.starts_with("-p"));
}

bool isPasswordFlag(std::string_view word, const PrecedingPrograms &before) {
    const bool isShort = word.size() == 2 && word[0] == '-';
    return (before.isSshpass && word == "-p") || (isShort && before.passwordFlags.find(word[1]) != kNone) ||
           (before.isSnmp && isShort && kSnmpFlags.find(word[1]) != kNone);
}

bool isLoginKey(std::string_view word) {
    return !word.starts_with('-') && word.find("://") == kNone &&
           word.find_first_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != kNone;
}

bool isPositionalSecret(std::string_view word, const PrecedingPrograms &before) {
    return before.isWandbLogin && isLoginKey(word);
}

std::optional<SecretSpan> attachedSecret(std::string_view word, const PrecedingPrograms &before) {
    if (word.size() < 3 || !word.starts_with('-') || word[1] == '-')
        return std::nullopt;
    if (word[1] == 'p' && (before.isMysql || before.isSshpass))
        return SecretSpan{2, word.size()};
    if (before.isSnmp && kSnmpFlags.find(word[1]) != kNone)
        return SecretSpan{2, word.size()};
    constexpr std::string_view kBefore = "sSk"; // curl -sSuadmin:pw
    const std::size_t user = word.find_first_not_of(kBefore, 1);
    if (user == kNone || user + 1 == word.size() || (word[user] != 'u' && word[user] != 'U'))
        return std::nullopt;
    // Binary data may look like such an option; no user name looks like these bytes.
    const std::string_view name = word.substr(user + 1, word.find(':') - user - 1);
    const bool isName = std::all_of(name.begin(), name.end(), [](char c) { return isNameCharacter(c); });
    const auto password = isName ? passwordOf(word.substr(user + 1)) : std::nullopt;
    return password ? std::optional(SecretSpan{user + 1 + password->begin, user + 1 + password->end})
                    : std::nullopt;
}

std::optional<SecretSpan> passwordOf(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == kNone || colon + 1 == word.size() || word.substr(colon).starts_with("://"))
        return std::nullopt;
    if (word.find_first_not_of("0123456789:") == kNone)
        return std::nullopt;
    return SecretSpan{colon + 1, word.size()};
}

std::optional<SecretSpan> ArgumentSecrets::next(std::string_view word) {
    std::optional<SecretSpan> secret;
    if (m_isPassword || isPositionalSecret(word, m_before))
        secret = SecretSpan{0, word.size()};
    else if (m_isUser)
        secret = passwordOf(word);
    else
        secret = attachedSecret(word, m_before);
    m_isUser = !secret && isUserFlag(word);
    m_isPassword = !secret && isPasswordFlag(word, m_before);
    if (!m_isPassword)
        m_before.add(word);
    return secret;
}

} // namespace fabricscope
