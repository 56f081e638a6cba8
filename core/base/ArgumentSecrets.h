// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

// Which arguments of a program are secrets because of where they are: behind -u of curl, -p of sshpass.

namespace fabricscope {

struct SecretSpan {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

/// The programs among the preceding words, which decide what -p means: of mysql and sshpass it is the
/// password.
struct PrecedingPrograms {
    bool isMysql = false;   ///< one of its programs precedes it
    bool isSshpass = false; ///< sshpass, and options without values
    void add(std::string_view word);
};
/// "-p" of sshpass: the word behind it is a secret.
[[nodiscard]] bool isPasswordFlag(std::string_view word, const PrecedingPrograms &before);
/// A secret without a blank behind its short option: "-uadmin:pw", "-sSuadmin:pw", "-pX" of mysql.
[[nodiscard]] std::optional<SecretSpan> attachedSecret(std::string_view word,
                                                       const PrecedingPrograms &before);

/// "-u", "-su": the word behind it may be user:password.
[[nodiscard]] bool isUserFlag(std::string_view word);
/// Of "user:password"; absent: it is not of that form. Numbers alone are ids of a user and a group.
[[nodiscard]] std::optional<SecretSpan> passwordOf(std::string_view word);

/// The arguments of one program, one after the other.
class ArgumentSecrets {
public:
    /// What of this argument is a secret because of those before it, or of its form.
    [[nodiscard]] std::optional<SecretSpan> next(std::string_view word);

private:
    PrecedingPrograms m_before;
    bool m_isUser = false, m_isPassword = false; ///< of the last word
};

} // namespace fabricscope
