// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <string_view>

// Secrets known by the words around them: commands without an option for it, and what tools say and ask.

namespace fabricscope::bench {

struct PhraseSecret {
    SecretSpan span;     ///< empty: there is none
    bool isOpen = false; ///< what follows the text decides; only span.begin is set
};
/// At the first letter of "echo X | sudo -S", "echo u:X | chpasswd", "printf '%s\n' X | docker login
/// --password-stdin", "wandb login X" and "with key X", at the '<' of "chpasswd <<< u:X", at the blank of
/// "WANDB_API_KEY X" and "password is X", where X has letters and digits, of "setenv HF_TOKEN X", "ENV
/// HF_TOKEN X", "HF_TOKEN : X" and "login NAME password X", and at the first '>' of "<password>X</password>".
/// A variable of the shell is none. Looks at a bounded part of the text, of ENV at its line.
[[nodiscard]] PhraseSecret phraseSecretAt(std::string_view text, std::size_t at, bool isWhole);

/// "Password for", "Enter passphrase for": git, psql, sudo and ssh ask so, and the answer follows ": ".
[[nodiscard]] bool beginsPrompt(std::string_view text, std::size_t at);

} // namespace fabricscope::bench
