// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/JoinedText.h"
#include "core/bench/command/ValueMatcher.h"

namespace fabricscope::bench {

// Secrets that nobody named and that no single line shows.

/// A token with a known prefix (KnownTokens.h) that continues on the next line. `before`: the character
/// before the text.
void findSplitTokens(const JoinedText &text, char before, bool isEnd, ValueMatches &found);

/// Base64, also wrapped, of a text that has a secret (SecretScan.h): "HF_TOKEN=...".
void findEncodedSecrets(const JoinedText &text, bool isEnd, ValueMatches &found);

} // namespace fabricscope::bench
