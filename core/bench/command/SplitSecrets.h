// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/DumpText.h"
#include "core/bench/command/JoinedText.h"
#include "core/bench/command/ValueMatcher.h"

namespace fabricscope::bench {

// Secrets that nobody named and that no single line shows.

/// A token with a known prefix (KnownTokens.h) that continues on the next line, or the next two. `before`:
/// the character before the text.
void findSplitTokens(const JoinedText &text, char before, bool isEnd, ValueMatches &found);

/// Base64, also wrapped, of a text that has a secret (SecretScan.h): "HF_TOKEN=...".
void findEncodedSecrets(const JoinedText &text, bool isEnd, ValueMatches &found);

/// Those values, of four characters or more, and secrets of any line (SecretScan.h) in the bytes of a
/// hexadecimal dump: as digits, and as the characters beside them. Text is kept for values of at most 1024
/// bytes.
void findDumpedSecrets(const DumpText &text, std::size_t textSize, const std::vector<std::string> &values,
                       bool isEnd, ValueMatches &found);

} // namespace fabricscope::bench
