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
    bool isVllm = false;    ///< vLLM precedes it, as a program, module or image
    bool isFirst = true;    ///< nothing precedes it
    /// The letters of the options whose value is the password of the last known program.
    std::string_view passwordFlags;
    /// Likewise, of one of its commands alone, such as `login`: elsewhere they have another meaning.
    std::string_view commandFlags, command;
    bool isWandb = false;      ///< it is the last word
    bool isWandbLogin = false; ///< `wandb login` and options
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

/// Whether the word after `wandb login` is its key, not one of a sentence: "wandb login first".
[[nodiscard]] bool isLoginKey(std::string_view word);
/// Whether this word, which no option precedes, is a secret: X of `wandb login X`.
[[nodiscard]] bool isPositionalSecret(std::string_view word, const PrecedingPrograms &before);

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
