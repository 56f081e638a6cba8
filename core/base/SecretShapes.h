// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"
#include "core/base/KnownTokens.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Secrets recognized by their form, without a name before them: the path of a webhook URL, private keys, and
// what follows "Bearer" and "Basic"; and those whose name is elsewhere. Tokens with a known prefix:
// KnownTokens.h.

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
    void close() { m_left = 0; }
    /// Whether the next line belongs to the key, up to findKeyEnd().
    [[nodiscard]] bool isOpen() const { return m_left > 0; }
    /// Adds that line, if it does not end the key.
    void add(std::string_view line);

private:
    int m_left = 0;
    int m_foreign = 0; ///< consecutive lines that do not look like a key
};

/// Secrets whose name is not directly before them: "value: X" in the line after "- name: HF_TOKEN", {"name":
/// "HF_TOKEN", "value": "X"} in either order, <name>HF_TOKEN</name> and <value>X</value> in this or the next
/// lines, <env name="HF_TOKEN">X</env>, and the lines that continue `password=\`, `password: |`,
/// `"password":` and `--password \`. A line at a time, in time linear in it.
class NamedSecrets {
public:
    using IsSecret = bool (*)(std::string_view name);
    using IsHarmless = bool (*)(std::string_view name, std::string_view value);
    NamedSecrets(IsSecret secret, IsHarmless harmless) : m_isSecret(secret), m_isHarmless(harmless) {}

    struct Found {
        std::vector<SecretSpan> spans; ///< in order, not overlapping
        std::size_t settled = 0;       ///< what follows in this line decides about the text from here on
    };
    /// In this line, or its beginning.
    [[nodiscard]] Found in(std::string_view line) const;
    /// Call once for each line, after in(). Lines without text change nothing.
    void add(std::string_view line);

private:
    enum class Next : unsigned char { Any, Text, Word, Quoted, Block };
    struct Entry {
        bool isName = false;
        SecretSpan text;
    };
    [[nodiscard]] static std::vector<Entry> entriesOf(std::string_view line);
    [[nodiscard]] SecretSpan continued(std::string_view line) const;
    [[nodiscard]] std::string_view nameOf(std::string_view line, const std::vector<Entry> &entries,
                                          std::size_t value) const;
    [[nodiscard]] bool isNamedSecret(std::string_view name) const;
    [[nodiscard]] bool isSecret(std::string_view name, std::string_view value) const;
    [[nodiscard]] Next nextOf(std::string_view line, const std::vector<Entry> &entries) const;

    IsSecret m_isSecret;
    IsHarmless m_isHarmless;
    std::string m_name;       ///< of a value in the next lines; empty: none
    int m_nameLines = 0;      ///< how many
    Next m_next = Next::Any;  ///< what is a secret in the next line
    std::size_t m_indent = 0; ///< of the key of a Block, whose lines are indented further
    int m_blockLines = 0;     ///< how many more may come
};

/// "Bearer", "Basic"; case is ignored.
[[nodiscard]] bool isAuthScheme(std::string_view word);
/// Whether the word after such a scheme may be its secret: words of a sentence are not, as in "Bearer of
/// news", "Basic settings".
[[nodiscard]] bool isSecretOfScheme(std::string_view scheme, std::string_view word);
/// In "auth=Basic X", whose value "Basic" is from `begin` to `end`: the end of X, at one of `ends`; `end` if
/// there is no scheme with a secret. `isWhole`: no more text follows.
[[nodiscard]] std::size_t endBehindScheme(std::string_view text, std::size_t begin, std::size_t end,
                                          std::string_view ends, bool isWhole);

} // namespace fabricscope
