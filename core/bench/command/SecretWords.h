// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/HarmlessValues.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Names and values of which a secret's name alone does not decide: counts, files, results.

namespace fabricscope::bench {

/// A shell ends a word at these.
inline constexpr std::string_view kWordBlanks = " \t\r\n\v\f", kWordEnds = " \t\r\n\v\f;&|\"'`<>()";

[[nodiscard]] std::string upper(std::string_view name);
/// In the form of variables: "--api-key" is api_key.
[[nodiscard]] std::string plainName(std::string_view name);
[[nodiscard]] bool isNameCharacter(char c);

/// "hf_token", "apiKey", "DB_PASS": of JSON, Python and YAML.
[[nodiscard]] bool isSecretEntry(std::string_view name);
/// "sig": a signal's number or the signature of a URL.
[[nodiscard]] bool isSignal(std::string_view name);
/// An HTTP header that authenticates.
[[nodiscard]] bool isHeader(std::string_view name);

/// Whether a text is the message of an error about the file or program before it, as strerror(3) and shells
/// have it: "my_token: No such file or directory". Maybe: so far.
enum class SystemMessage : std::uint8_t { No, Maybe, Yes };
[[nodiscard]] SystemMessage systemMessage(std::string_view text, bool isWhole);

} // namespace fabricscope::bench
