// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Finds secrets in one line of text; what counts as one is said in Secrets.h.

namespace fabricscope::bench {

struct SecretSpan {
    std::size_t begin = 0, end = 0;
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

struct SecretScan {
    std::vector<SecretSpan> spans; ///< in order, none within another
    /// What stands before it is decided, whatever comes behind the text.
    std::size_t settled = 0;
};
/// `isWhole`: nothing comes behind it.
[[nodiscard]] SecretScan secretSpans(std::string_view text, bool isWhole);

struct ReplacedText {
    std::string text;
    std::size_t settled = 0; ///< SecretScan::settled, as a place in it
};
[[nodiscard]] ReplacedText withoutSpans(std::string_view text, const SecretScan &scan);

/// What the words before one say of its meaning: the password of mysql and of sshpass is -p.
struct Programs {
    bool isMysql = false;   ///< one of its programs stands before it
    bool isSshpass = false; ///< sshpass, and options without values
    void see(std::string_view word);
};
/// "-p" of sshpass: the word behind it is a secret.
[[nodiscard]] bool isPasswordFlag(std::string_view word, const Programs &before);
/// A secret without a blank behind its short option: "-uadmin:pw", "-sSuadmin:pw", "-pX" of mysql.
[[nodiscard]] std::optional<SecretSpan> attachedSecret(std::string_view word, const Programs &before);

/// "--api-key": the word behind it is a secret.
[[nodiscard]] bool isSecretFlag(std::string_view word);
/// "-u", "-su": the word behind it may be user:password.
[[nodiscard]] bool isUserFlag(std::string_view word);
/// A name as it stands in front of '=': "HF_TOKEN", "--api-key".
[[nodiscard]] bool isSecretName(std::string_view name);
/// Of "user:password"; absent: it is not of that form. Numbers alone are ids of a user and a group.
[[nodiscard]] std::optional<SecretSpan> passwordOf(std::string_view word);

} // namespace fabricscope::bench
