// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

// Which arguments of a program are secrets because of where they are: behind -u of curl, -p of sshpass, -c of
// snmpwalk.

namespace fabricscope {

struct SecretSpan {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

/// The programs among the preceding words, which decide what -p and -c mean: of mysql and sshpass -p is the
/// password; of SNMP clients -c is the community, -A and -X are the passphrases.
struct PrecedingPrograms {
    bool isMysql = false;   ///< one of its programs precedes it
    bool isSshpass = false; ///< sshpass, and options without values
    bool isSnmp = false;    ///< an SNMP client precedes it, without a shell after that
    char passwordFlag =
        '\0';              ///< the letter of the option whose value is the password of the last known program
    char loginFlag = '\0'; ///< likewise, of its command `login` alone: elsewhere it has another meaning
    void add(std::string_view word);
};
/// "-p" of sshpass, "-c" of snmpwalk: the next word is a secret.
[[nodiscard]] bool isPasswordFlag(std::string_view word, const PrecedingPrograms &before);
/// The first characters after "-" of words that attachedSecret() checks.
inline constexpr std::string_view kAttachedFlags = "uUpsSkcAX";
/// A secret without a blank after its short option: "-uadmin:pw", "-sSuadmin:pw", "-pX" of mysql,
/// "-cX" of snmpwalk.
[[nodiscard]] std::optional<SecretSpan> attachedSecret(std::string_view word,
                                                       const PrecedingPrograms &before);

/// "-u", "-su": the next word may be user:password.
[[nodiscard]] bool isUserFlag(std::string_view word);
/// The password in "user:password"; absent if the word has another form. Numbers alone are user and group
/// ids.
[[nodiscard]] std::optional<SecretSpan> passwordOf(std::string_view word);

/// The arguments of one program, in order.
class ArgumentSecrets {
public:
    /// The part of this argument that is a secret, because of the preceding arguments or its form.
    [[nodiscard]] std::optional<SecretSpan> next(std::string_view word);

private:
    PrecedingPrograms m_before;
    bool m_isUser = false, m_isPassword = false; ///< of the last word
};

} // namespace fabricscope
