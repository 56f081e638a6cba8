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
    std::vector<SecretSpan> spans; ///< in order, not overlapping
    /// The text before it is final, regardless of what follows.
    std::size_t settled = 0;
    bool isKeyOpen = false; ///< a private key continues after the text
};
/// `isWhole`: no more text follows.
[[nodiscard]] SecretScan secretSpans(std::string_view text, bool isWhole);

/// In order, and those that overlap as one.
[[nodiscard]] std::vector<SecretSpan> joinedSpans(std::vector<SecretSpan> spans);

struct ReplacedText {
    std::string text;
    std::size_t settled = 0; ///< SecretScan::settled, as a place in it
};
[[nodiscard]] ReplacedText withoutSpans(std::string_view text, const SecretScan &scan);

/// "--api-key": the next word is a secret.
[[nodiscard]] bool isSecretFlag(std::string_view word);
/// "--api-keys", and "--api-key" of vLLM or without a program before it: all words up to the next option are
/// its values.
[[nodiscard]] bool isListFlag(std::string_view word, const PrecedingPrograms &before);
/// Whether the value of a variable is a secret: by its name, or by name and value, as "pin" and "4711".
[[nodiscard]] bool isSecretValue(std::string_view name, std::string_view value);
/// "Authorization:", "Bearer", and "Basic" after a word that announces a secret: the next word is a secret.
/// `isAnnounced`: this word was itself announced.
[[nodiscard]] bool announcesSecret(std::string_view word, bool isAnnounced);
/// A name as it precedes '=': "HF_TOKEN", "--api-key". Not SIG, for which the value decides.
[[nodiscard]] bool isSecretName(std::string_view name);
/// A name as settings have it, also with dots: "db.password", "tls.key", "WANDB_KEY".
[[nodiscard]] bool isSecretSetting(std::string_view name);
/// "tls.key": as the last part "key" is the name of a secret, alone it is any.
[[nodiscard]] bool isDottedKey(std::string_view name);
/// Behind the last dot.
[[nodiscard]] std::string_view lastPart(std::string_view name);
} // namespace fabricscope::bench
