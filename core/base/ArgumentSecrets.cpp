// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ArgumentSecrets.h"

#include "core/base/SecretNames.h"

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

/// "-c", the community; "-A" and "-X", the passphrases of version 3.
constexpr std::string_view kSnmpFlags = "cAX";

/// snmpwalk, snmpget, snmpbulkwalk and others; not snmpd and snmptrapd, whose -c is a file.
bool isSnmpClient(std::string_view program) {
    return program.starts_with("snmp") && !program.ends_with('d');
}

/// Their password, too, is never a separate word.
bool isArchiver(std::string_view program) {
    constexpr std::array<std::string_view, 6> kArchivers = {"7z", "7za", "7zr", "7zz", "rar", "unrar"};
    return std::find(kArchivers.begin(), kArchivers.end(), program) != kArchivers.end();
}

/// Programs with a short option for a password, from their manuals; without one: those whose -p, in the same
/// line, is a port.
struct PasswordProgram {
    std::string_view name;
    std::string_view flags;
    std::string_view command = {}; ///< of `NAME ... login` alone: `docker run -p` is a port
    OptionDialect dialect = OptionDialect::Other;
    bool hasLongNames = false; ///< of options with one dash: "-kfile" is no key
};
constexpr std::array kPasswordPrograms = {
    PasswordProgram{"ssh", ""},
    PasswordProgram{"scp", ""},
    PasswordProgram{"grep", ""}, // its -E is no certificate; behind a pipe of curl, too
    PasswordProgram{"egrep", ""},
    PasswordProgram{"sed", ""},
    PasswordProgram{"sort", ""},
    PasswordProgram{"curl", "", {}, OptionDialect::Curl},
    PasswordProgram{"smbclient", "", {}, OptionDialect::Samba},
    PasswordProgram{"rpcclient", "", {}, OptionDialect::Samba},
    PasswordProgram{"smbget", "", {}, OptionDialect::Samba},
    PasswordProgram{"smbcacls", "", {}, OptionDialect::Samba},
    PasswordProgram{"smbcquotas", "", {}, OptionDialect::Samba},
    PasswordProgram{"smbtree", "", {}, OptionDialect::Samba},
    PasswordProgram{"samba-tool", "", {}, OptionDialect::Samba},
    PasswordProgram{"net", "", {}, OptionDialect::Samba},
    PasswordProgram{"nmblookup", "", {}, OptionDialect::Samba},
    PasswordProgram{"winexe", "", {}, OptionDialect::Samba},
    PasswordProgram{"xfreerdp", "", {}, OptionDialect::FreeRdp},
    PasswordProgram{"xfreerdp3", "", {}, OptionDialect::FreeRdp},
    PasswordProgram{"wlfreerdp", "", {}, OptionDialect::FreeRdp},
    PasswordProgram{"sdl-freerdp", "", {}, OptionDialect::FreeRdp},
    PasswordProgram{"rdesktop", "p"},
    PasswordProgram{"mycli", "p"},
    PasswordProgram{"mydumper", "p"},
    PasswordProgram{"myloader", "p"},
    PasswordProgram{"docker", "p", "login"},
    PasswordProgram{"podman", "p", "login"},
    PasswordProgram{"nerdctl", "p", "login"},
    PasswordProgram{"buildah", "p", "login"},
    PasswordProgram{"skopeo", "p", "login"},
    PasswordProgram{"helm", "p", "login"},
    PasswordProgram{"oc", "p", "login"},
    PasswordProgram{"az", "p", "login"},
    PasswordProgram{"ipmitool", "P"},
    PasswordProgram{"openssl", "kK", "enc", OptionDialect::Other, true},
    PasswordProgram{"ssh-keygen", "NP"},
    PasswordProgram{"beeline", "p"},
    PasswordProgram{"http", "", {}, OptionDialect::Httpie},
    PasswordProgram{"https", "", {}, OptionDialect::Httpie},
    PasswordProgram{"lftp", "", {}, OptionDialect::Lftp},
    PasswordProgram{"ipmipower", "p"},
    PasswordProgram{"ipmi-sensors", "p"},
    PasswordProgram{"ipmi-sel", "p"},
    PasswordProgram{"ipmi-fru", "p"},
    PasswordProgram{"ipmi-raw", "p"},
    PasswordProgram{"ipmi-config", "p"},
    PasswordProgram{"ipmi-chassis", "p"},
    PasswordProgram{"ipmi-dcmi", "p"},
    PasswordProgram{"ipmiconsole", "p"},
    PasswordProgram{"bmc-info", "p"},
    PasswordProgram{"bmc-config", "p"},
    PasswordProgram{"usermod", "p"},
    PasswordProgram{"useradd", "p"},
    PasswordProgram{"rabbitmqadmin", "p"},
    PasswordProgram{"racadm", "p"},
    PasswordProgram{"ilorest", "p"},
    PasswordProgram{"redfishtool", "p"},
    PasswordProgram{"mosquitto_pub", "P"},
    PasswordProgram{"mosquitto_sub", "P"},
    PasswordProgram{"redis-cli", "a"},
    PasswordProgram{"mongo", "p"},
    PasswordProgram{"mongosh", "p"},
    PasswordProgram{"mongodump", "p"},
    PasswordProgram{"mongorestore", "p"},
    PasswordProgram{"mongoimport", "p"},
    PasswordProgram{"mongoexport", "p"},
    PasswordProgram{"cqlsh", "p"},
    PasswordProgram{"sqlcmd", "P"},
    PasswordProgram{"bcp", "P"},
    PasswordProgram{"ldapsearch", "w"},
    PasswordProgram{"ldapmodify", "w"},
    PasswordProgram{"ldapadd", "w"},
    PasswordProgram{"ldapwhoami", "w"},
    PasswordProgram{"ldapdelete", "w"},
    PasswordProgram{"ldapcompare", "w"},
    PasswordProgram{"ldapmodrdn", "w"},
    PasswordProgram{"ldapexop", "w"},
    PasswordProgram{"ldappasswd", "was"},
    PasswordProgram{"zip", "P"},
    PasswordProgram{"unzip", "P"},
    PasswordProgram{"kadmin", "w"},
    PasswordProgram{"smbpasswd", "w"},
    PasswordProgram{"twine", "p"},
    PasswordProgram{"ncftpput", "p"},
    PasswordProgram{"ncftpget", "p"},
};

/// -b of curl, also behind options without a value: -sb.
bool isCurlFlag(std::string_view word, char letter) {
    constexpr std::string_view kBefore = "sSkfLvig";
    return word.size() > 1 && word[0] == '-' && word.back() == letter &&
           word.substr(1, word.size() - 2).find_first_not_of(kBefore) == kNone;
}

bool isUserFlag(std::string_view word) {
    if (std::find(kUserFlags.begin(), kUserFlags.end(), word) != kUserFlags.end())
        return true;
    // curl -sSu admin:pw: options without a value before -u.
    constexpr std::string_view kBefore = "sSkfLvign";
    const char last = word.empty() ? ' ' : word.back();
    return word.size() > 2 && word[0] == '-' && (last == 'u' || last == 'U') &&
           word.substr(1, word.size() - 2).find_first_not_of(kBefore) == kNone;
}

/// The password in "user:password".
std::optional<SecretSpan> passwordOf(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == kNone || colon + 1 == word.size() || word.substr(colon).starts_with("://"))
        return std::nullopt;
    if (word.find_first_not_of("0123456789:") == kNone)
        return std::nullopt;
    return SecretSpan{colon + 1, word.size()};
}

std::optional<SecretSpan> behind(std::string_view word, char mark) {
    const std::size_t at = word.find(mark);
    return at == kNone || at == 0 || at + 1 == word.size() ? std::nullopt
                                                           : std::optional(SecretSpan{at + 1, word.size()});
}

std::optional<SecretSpan> moved(std::optional<SecretSpan> span, std::size_t by) {
    return span ? std::optional(SecretSpan{span->begin + by, span->end + by}) : std::nullopt;
}

} // namespace

void PrecedingPrograms::add(std::string_view word) {
    if (word.empty())
        return;
    const std::string_view name = programName(word);
    isMysql = isMysql || name.starts_with("mysql") || name.starts_with("mariadb") || isArchiver(name);
    isSnmp = isSnmpClient(name) || (isSnmp && !name.ends_with("sh")); // bash -c
    for (const PasswordProgram &program : kPasswordPrograms)
        if (name == program.name) {
            isMysql = false; // mysql -pX; ssh -p22
            command = program.command;
            dialect = program.dialect;
            hasLongNames = program.hasLongNames;
            passwordFlags = command.empty() ? program.flags : std::string_view();
            commandFlags = command.empty() ? std::string_view() : program.flags;
        }
    if (word == command)
        passwordFlags = std::exchange(commandFlags, {});
    isWandbLogin = word == "login" ? isWandb : isWandbLogin && (word[0] == '-' || word.find("://") != kNone);
    isWandb = name == "wandb";
    isVllm = isVllm || word.find("vllm") != kNone;
    isFirst = false;
    positional.add(word);
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
    return (before.isWandbLogin && isLoginKey(word)) ||
           (before.positional.isNext() && !word.empty() && !word.starts_with('-'));
}

std::optional<SecretSpan> attachedSecret(std::string_view word, const PrecedingPrograms &before) {
    if (const std::size_t size = slashOption(word, before); size > 0 && size < word.size())
        return SecretSpan{size, word.size()};
    if (word.size() < 3 || !word.starts_with('-'))
        return std::nullopt;
    if (word[1] == '-') {
        const std::size_t value = word.find('=') + 1;
        return value > 0 && isUserFlag(word.substr(0, value - 1))
                   ? moved(secretIn(word.substr(value), valueFormOf(word.substr(0, value - 1), before)),
                           value)
                   : std::nullopt;
    }
    if (const ValueForm form = valueFormOf(word.substr(0, 2), before);
        form == ValueForm::Cookie || form == ValueForm::Certificate || form == ValueForm::SambaUser)
        return moved(secretIn(word.substr(2), form), 2);
    if (word[1] == 'p' && (before.isMysql || before.isSshpass))
        return SecretSpan{2, word.size()};
    if (before.isSnmp && kSnmpFlags.find(word[1]) != kNone)
        return SecretSpan{2, word.size()};
    if (!before.hasLongNames && before.passwordFlags.find(word[1]) != kNone)
        return SecretSpan{2, word.size()};
    constexpr std::string_view kBefore = "sSk"; // curl -sSuadmin:pw
    const std::size_t user = word.find_first_not_of(kBefore, 1);
    if (user == kNone || user + 1 == word.size() || (word[user] != 'u' && word[user] != 'U'))
        return std::nullopt;
    // Binary data may look like such an option; no user name looks like these bytes.
    const std::string_view name = word.substr(user + 1, word.find(':') - user - 1);
    const bool isName = std::all_of(name.begin(), name.end(), [](char c) { return isNameCharacter(c); });
    const auto password = isName ? passwordOf(word.substr(user + 1)) : std::nullopt;
    return moved(password, user + 1);
}

std::size_t slashOption(std::string_view text, const PrecedingPrograms &before) {
    constexpr std::array<std::string_view, 4> kAny = {"/password:", "/passwd:", "/pass:", "/pwd:"};
    constexpr std::array<std::string_view, 3> kFreeRdp = {"/p:", "/gp:", "/pth:"};
    for (const std::string_view option : kAny)
        if (text.starts_with(option))
            return option.size();
    for (const std::string_view option : kFreeRdp)
        if (before.dialect == OptionDialect::FreeRdp && text.starts_with(option))
            return option.size();
    return 0;
}

bool beginsCommand(std::string_view text, std::size_t at) {
    constexpr std::string_view kBefore = ";|&(`\"'$#>+{/\\"; // also the end of a prompt or path
    const std::string_view before = text.substr(0, text.substr(0, at).find_last_not_of(" \t") + 1);
    return before.empty() || kBefore.find(before.back()) != kNone || before.ends_with("sudo") ||
           before.ends_with("exec");
}

bool hasAttachedSecret(char letter, const PrecedingPrograms &before) {
    const std::array<char, 3> word = {'-', letter, 'x'};
    return attachedSecret({word.data(), word.size()}, before) == std::optional(SecretSpan{2, word.size()});
}

ValueForm valueFormOf(std::string_view option, const PrecedingPrograms &before) {
    const bool isCurl = before.dialect == OptionDialect::Curl;
    if (before.dialect == OptionDialect::Httpie && (option == "-a" || option == "--auth"))
        return ValueForm::User;
    if (before.dialect == OptionDialect::Lftp && option == "-u")
        return ValueForm::CommaUser;
    if (isUserFlag(option))
        return before.dialect == OptionDialect::Samba ? ValueForm::SambaUser : ValueForm::User;
    if (isCurl && (option == "--cert" || option == "--proxy-cert" || isCurlFlag(option, 'E')))
        return ValueForm::Certificate;
    return isCurl && isCurlFlag(option, 'b') ? ValueForm::Cookie : ValueForm::Whole;
}

std::optional<SecretSpan> secretIn(std::string_view value, ValueForm form) {
    switch (form) {
    case ValueForm::Whole:
        break;
    case ValueForm::User:
    case ValueForm::Certificate:
        return passwordOf(value);
    case ValueForm::CommaUser:
        return behind(value, ',');
    case ValueForm::SambaUser: {
        const auto password = behind(value, '%');
        return password ? password : passwordOf(value);
    }
    case ValueForm::Cookie:
        return behind(value, '=');
    }
    return std::nullopt;
}

std::optional<SecretSpan> ArgumentSecrets::next(std::string_view word) {
    std::optional<SecretSpan> secret;
    if (m_isPassword || isPositionalSecret(word, m_before))
        secret = SecretSpan{0, word.size()};
    else if (m_form != ValueForm::Whole)
        secret = secretIn(word, m_form);
    else
        secret = attachedSecret(word, m_before);
    m_form = secret ? ValueForm::Whole : valueFormOf(word, m_before);
    m_isPassword = !secret && isPasswordFlag(word, m_before);
    if (!m_isPassword)
        m_before.add(word);
    return secret;
}

} // namespace fabricscope
