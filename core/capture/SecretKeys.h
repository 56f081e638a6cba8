// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

// Keys of captures whose values are secrets, and values of them that are none.

namespace fabricscope::capture {

/// Case of the text is ignored; the word is in lower case.
[[nodiscard]] bool equal(std::string_view text, std::string_view word);
[[nodiscard]] bool contains(std::string_view text, std::string_view word);

/// "DB_PASSWORD", "WANDB_KEY", "tls.key"; not "key".
[[nodiscard]] bool isSecretKey(std::string_view key);
/// Of these: "pass", "auth", words that are secrets as the last part of a name alone.
[[nodiscard]] bool endsAsSecret(std::string_view key);
/// Of these: names that contain a secret's word.
[[nodiscard]] bool hasSecretWord(std::string_view key);
/// "tls.key".
[[nodiscard]] bool endsAsDottedKey(std::string_view key);
/// Values with another meaning: a path or a number for a key that only ends with a secret's name, and public
/// values; a signal; a SAS address; the pin of a chip; a JSON object.
[[nodiscard]] bool isNoSecret(std::string_view key, std::string_view value);
/// "AQBz...==": the form of keys in Ceph and Azure.
[[nodiscard]] bool looksLikeKey(std::string_view value);
/// "on", "none", "***": shows whether there is a secret, not which.
[[nodiscard]] bool isPlaceholder(std::string_view value);
/// One of the two.
[[nodiscard]] bool isHarmless(std::string_view name, std::string_view value);

} // namespace fabricscope::capture
