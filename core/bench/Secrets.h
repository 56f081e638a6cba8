// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SecretShapes.h"
#include "core/bench/Command.h"

#include <string>
#include <string_view>
#include <vector>

// What must be neither shown nor saved of a run; names are those of core/base/SecretNames.cpp. A secret is
//   - the value of a variable or option with a secret's name (isSecret()): NAME=value, --name value,
//   --name=value; of an entry of JSON, Python or YAML: "hf_token": "x", password: x;
//   - the password of a URL, https://user:password@host, and a user without a password with http;
//   - the password of -u user:password, -uuser:password, -su, --user and --proxy-user; -pX of the programs of
//     mysql and mariadb, -pX and -p X of sshpass, of no other program; the signature of a URL (?sig=X);
//   - the value of an HTTP header that authenticates: Authorization, X-Api-Key, Cookie and others
//     whose name begins with X- and is a secret's; and a bearer token;
//   - a token that is known by how it begins (core/base/KnownTokens.h): that beginning stays; likewise what
//     is known by its shape (core/base/SecretShapes.h): webhooks, "Basic X", private keys of several lines,
//     also cut off;
//   - each of these values anywhere else in the run's output.

namespace fabricscope::bench {

/// Whether a value must not be kept or shown, by the variable's name: TOKEN, KEY, PASSWORD, SECRET and their
/// like.
[[nodiscard]] bool isSecret(std::string_view name);
/// The placeholder of such a value.
inline constexpr std::string_view kSecretPlaceholder = "(not kept)";

/// Values of secrets replaced.
[[nodiscard]] std::vector<EnvironmentValue> withoutSecrets(std::vector<EnvironmentValue> environment);
/// In the environment, in words and across words, and inside of words that are whole scripts.
[[nodiscard]] Command withoutSecrets(Command command);
[[nodiscard]] RunSpec withoutSecrets(RunSpec spec);
/// Of any text, line by line. What is replaced already stays as it is.
[[nodiscard]] std::string withoutSecrets(std::string_view text);

/// The values themselves that withoutSecrets() replaces in a command, if distinguishable from other
/// output: at least four bytes, and ten where they are digits alone, which measured values are; by a secret's
/// name also words of two and three letters, which are replaced as whole words.
[[nodiscard]] std::vector<std::string> secretValuesOf(const Command &command);

/// Replaces secrets in a stream that comes in pieces, cut at any place: those values, and what a line
/// of it shows to be a secret. Nothing is held back but what may be one still: at most kMaxHeld bytes of a
/// line, and as much as one of the values.
class SecretFilter {
public:
    explicit SecretFilter(std::vector<std::string> values = {});
    [[nodiscard]] std::string feed(std::string_view bytes);
    /// What was held back, at the end of the stream.
    [[nodiscard]] std::string finish();
    /// A whole text.
    [[nodiscard]] std::string all(std::string_view text) const;

    static constexpr std::size_t kMaxHeld = std::size_t{16} << 10;

private:
    [[nodiscard]] std::string withoutValues(bool isEnd);
    [[nodiscard]] std::string lines(std::string_view bytes, bool isEnd);
    [[nodiscard]] std::string plainLine(bool isWhole);
    [[nodiscard]] std::string keyLine(bool isWhole);
    [[nodiscard]] std::string given(bool isWhole);
    void shorten();

    std::vector<std::string> m_values; ///< the longest first
    std::string m_held;                ///< the beginning of a value, perhaps
    char m_before = ' ';               ///< what stood in front of it
    std::string m_line;                ///< the line that has not ended
    bool m_isOverlong = false;         ///< a secret that is too long to be held goes on
    std::size_t m_given = 0;           ///< of what it comes to, what was given out already
    KeyLines m_key;                    ///< a private key goes on in this line
    bool m_isKeyOpen = false;          ///< in what was seen of this line a private key begins and goes on
    bool m_isKeyGiven = false;         ///< what stands for this line of it was given out already
};

} // namespace fabricscope::bench
