// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/PositionalSecrets.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// Which arguments of a program are secrets because of where they are: behind -u of curl, -p of sshpass, -c of
// snmpwalk.

namespace fabricscope {

struct SecretSpan {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

/// Programs whose options hold a secret in a part of their value, by rules of their own.
enum class OptionDialect : std::uint8_t {
    Other,
    Curl,    ///< -b NAME=SECRET, -E FILE:SECRET
    Samba,   ///< -U DOMAIN/USER%SECRET
    FreeRdp, ///< /p:SECRET
    Httpie,  ///< -a USER:SECRET
    Lftp,    ///< -u USER,SECRET
};

/// The programs among the preceding words, which decide what -p and -c mean: of mysql and sshpass -p is the
/// password; of SNMP clients -c is the community, -A and -X are the passphrases.
struct PrecedingPrograms {
    bool isMysql = false;   ///< one of its programs precedes it
    bool isSshpass = false; ///< sshpass, and options without values
    bool isSnmp = false;    ///< an SNMP client precedes it, without a shell after that
    bool isVllm = false;    ///< vLLM precedes it, as a program, module or image
    bool isFirst = true;    ///< nothing precedes it
    /// The letters of the options whose value is the password of the last known program.
    std::string_view passwordFlags;
    /// Likewise, of one of its commands alone, such as `login`: elsewhere they have another meaning.
    std::string_view commandFlags, command;
    bool hasLongNames = false;                    ///< of options with one dash, of that program
    OptionDialect dialect = OptionDialect::Other; ///< of the last known program
    PositionalSecrets positional;
    bool isWandb = false;      ///< it is the last word
    bool isWandbLogin = false; ///< `wandb login` and options
    void add(std::string_view word);
};
/// "-p" of sshpass, "-c" of snmpwalk: the next word is a secret.
[[nodiscard]] bool isPasswordFlag(std::string_view word, const PrecedingPrograms &before);
/// The first characters after "-" of words that attachedSecret() checks.
inline constexpr std::string_view kAttachedFlags = "uUpPwasSkcAXbE-";
/// A secret without a blank after its option: "-uadmin:pw", "-sSuadmin:pw", "--user=admin:pw", "-pX" of
/// mysql, "-PX" of ipmitool, "-cX" of snmpwalk, "-bNAME=X" of curl.
[[nodiscard]] std::optional<SecretSpan> attachedSecret(std::string_view word,
                                                       const PrecedingPrograms &before);

/// The size of "/p:" of xfreerdp, or "/password:" of any program, with which a text begins; 0: none.
[[nodiscard]] std::size_t slashOption(std::string_view text, const PrecedingPrograms &before);
/// Whether a command begins here, behind the prompt of a shell, sudo or the end of another one.
[[nodiscard]] bool beginsCommand(std::string_view text, std::size_t at);

/// Whether what follows this option without a blank is its secret as a whole: the quotes in -p'X' of mysql.
[[nodiscard]] bool hasAttachedSecret(char letter, const PrecedingPrograms &before);

/// Whether the word after `wandb login` is its key, not one of a sentence: "wandb login first".
[[nodiscard]] bool isLoginKey(std::string_view word);
/// Whether this word, which no option precedes, is a secret: X of `wandb login X`, `aws configure set NAME
/// X`.
[[nodiscard]] bool isPositionalSecret(std::string_view word, const PrecedingPrograms &before);

/// Where the secret in the value of an option is.
enum class ValueForm : std::uint8_t {
    Whole,       ///< no option with a part that is one
    User,        ///< user:password
    CommaUser,   ///< user,password
    SambaUser,   ///< domain/user%password, user:password
    Certificate, ///< file:password
    Cookie,      ///< name=value; without '=' it is a file
};
/// Of the word behind this option: "-u", "-su", "-U" of smbclient, "-E" of curl.
[[nodiscard]] ValueForm valueFormOf(std::string_view option, const PrecedingPrograms &before);
/// The secret in such a value; absent if it has another form. Numbers alone are user and group ids.
[[nodiscard]] std::optional<SecretSpan> secretIn(std::string_view value, ValueForm form);

/// The arguments of one program, in order.
class ArgumentSecrets {
public:
    /// The part of this argument that is a secret, because of the preceding arguments or its form.
    [[nodiscard]] std::optional<SecretSpan> next(std::string_view word);

private:
    PrecedingPrograms m_before;
    ValueForm m_form = ValueForm::Whole; ///< of the last word, an option
    bool m_isPassword = false;           ///< likewise
};

} // namespace fabricscope
