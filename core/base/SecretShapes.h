// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/KnownTokens.h"

#include <cstddef>
#include <string_view>

// Secrets that are known by their shape, without a name in front of them: what stands behind the host of a
// webhook, private keys, and what follows "Bearer" and "Basic". Tokens by their beginning: KnownTokens.h.

namespace fabricscope {

/// Of "https://hooks.slack.com/services/X", at the slash behind the host: X, as a token whose beginning is
/// what stands before it. Going through all slashes of a line takes time linear to its length.
[[nodiscard]] KnownToken webhookAt(std::string_view line, std::size_t slash);

/// "-----BEGIN RSA PRIVATE KEY-----", of OpenSSH, PGP and SSH2 too, that begins with the dash at this place:
/// where it ends; 0: none does. Behind it stands a key, in this line or the next ones.
[[nodiscard]] std::size_t endOfKeyBegin(std::string_view text, std::size_t at);
/// Where the first of these begins; npos: there is none.
[[nodiscard]] std::size_t findPrivateKey(std::string_view text);
/// Where "-----END " begins, which ends a key; npos: it goes on.
[[nodiscard]] std::size_t findKeyEnd(std::string_view text, std::size_t from = 0);
/// Whether a key that begins in this text goes on behind it.
[[nodiscard]] bool isKeyOpen(std::string_view text);

/// The lines behind one in which a key goes on: up to where it ends, however it was cut off. A log that only
/// names such a beginning loses a few lines.
class KeyLines {
public:
    void open();
    void close() { m_left = 0; }
    /// The next line is of the key, up to findKeyEnd().
    [[nodiscard]] bool isOpen() const { return m_left > 0; }
    /// That line, without such an end.
    void add(std::string_view line);

private:
    int m_left = 0;
    int m_foreign = 0; ///< lines in sequence that look like no key
};

/// "Bearer", "Basic": in any case of letters.
[[nodiscard]] bool isAuthScheme(std::string_view word);
/// Whether a word behind such a scheme may be its secret: no word of a sentence is, as in "Bearer of news",
/// "Basic settings".
[[nodiscard]] bool isSecretOfScheme(std::string_view scheme, std::string_view word);
/// Of "auth=Basic X", whose value "Basic" is from `begin` to `end`: where X ends, at one of `ends`; `end`
/// where no scheme with its secret is there. `isWhole`: nothing comes behind the text.
[[nodiscard]] std::size_t endBehindScheme(std::string_view text, std::size_t begin, std::size_t end,
                                          std::string_view ends, bool isWhole);

} // namespace fabricscope
