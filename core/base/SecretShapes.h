// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KnownTokens.h"

#include <cstddef>
#include <string_view>

// Secrets recognized by their form, without a name before them: the path of a webhook URL, private keys, and
// what follows "Bearer" and "Basic". Tokens with a known prefix: KnownTokens.h; those whose name is
// elsewhere: secrets/NamedSecrets.h.

namespace fabricscope {

/// In "https://hooks.slack.com/services/X", called at the slash after the host: X, as a token whose prefix is
/// the text before it. Checking all slashes of a line takes time linear in its length.
[[nodiscard]] KnownToken webhookAt(std::string_view line, std::size_t slash);

/// The end of "-----BEGIN RSA PRIVATE KEY-----" (also of OpenSSH, PGP and SSH2) that starts at this dash; 0
/// if there is none. A key follows it, in this line or the next ones.
[[nodiscard]] std::size_t endOfKeyBegin(std::string_view text, std::size_t at);
/// Where the first of these begins; npos if there is none.
[[nodiscard]] std::size_t findPrivateKey(std::string_view text);
/// Where "-----END ", which ends a key, begins; npos if the key continues.
[[nodiscard]] std::size_t findKeyEnd(std::string_view text, std::size_t from = 0);
/// Whether a key that begins in this text continues after it.
[[nodiscard]] bool isKeyOpen(std::string_view text);

/// The lines of a key after its first: up to its end, however it was cut off. A log that only mentions such a
/// header loses a few lines.
class KeyLines {
public:
    void open();
    void close() { m_lines = 0; }
    /// Whether the next line belongs to the key, up to findKeyEnd().
    [[nodiscard]] bool isOpen() const { return m_lines > 0; }
    /// Adds that line, if it does not end the key.
    void add(std::string_view line);
    /// Only base64 characters, or many of them at the end: "rank0: MIIE...". "DEK-Info: ..." is part of a
    /// key, too.
    [[nodiscard]] static bool isOfKey(std::string_view line);

private:
    int m_lines = 0;   ///< of the key; 0: none is open
    int m_foreign = 0; ///< consecutive lines that do not look like a key
};

/// "Bearer", "Basic"; case is ignored.
[[nodiscard]] bool isAuthScheme(std::string_view word);
/// Whether the word after such a scheme may be its secret: words of a sentence are not, as in "Bearer of
/// news", "Basic settings".
[[nodiscard]] bool isSecretOfScheme(std::string_view scheme, std::string_view word);
/// Whether a value of "auth" is user and password in base64, not a kind of login: "ldap", "required".
[[nodiscard]] bool isBasicCredential(std::string_view value);
/// In "auth=Basic X", whose value "Basic" is from `begin` to `end`: the end of X, at one of `ends`; `end` if
/// there is no scheme with a secret. `isWhole`: no more text follows.
[[nodiscard]] std::size_t endBehindScheme(std::string_view text, std::size_t begin, std::size_t end,
                                          std::string_view ends, bool isWhole);

} // namespace fabricscope
