// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Finds secrets in one line of text; Secrets.h defines what counts as one.

namespace fabricscope::bench {

struct SecretScan {
    std::vector<SecretSpan> spans; ///< in order, none within another
    /// The text before it is decided, regardless of what follows.
    std::size_t settled = 0;
    bool isKeyOpen = false; ///< a private key goes on behind the text
};
/// `isWhole`: nothing comes behind it.
[[nodiscard]] SecretScan secretSpans(std::string_view text, bool isWhole);

struct ReplacedText {
    std::string text;
    std::size_t settled = 0; ///< SecretScan::settled, as a place in it
};
[[nodiscard]] ReplacedText withoutSpans(std::string_view text, const SecretScan &scan);

/// "--api-key": the word behind it is a secret.
[[nodiscard]] bool isSecretFlag(std::string_view word);
/// Whether the value of a variable is one: as its name says, or both together, as "pin" and "4711".
[[nodiscard]] bool isSecretValue(std::string_view name, std::string_view value);
/// "Authorization:", "Bearer", and behind a word that is one "Basic": the word behind it is a secret.
/// `isAnnounced`: so was this one.
[[nodiscard]] bool announcesSecret(std::string_view word, bool isAnnounced);
/// A name as it precedes '=': "HF_TOKEN", "--api-key". Not SIG, whose value decides.
[[nodiscard]] bool isSecretName(std::string_view name);
} // namespace fabricscope::bench
