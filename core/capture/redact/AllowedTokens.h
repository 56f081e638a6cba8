// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/Pseudonyms.h"
#include "core/capture/redact/SectionRules.h"

#include <string>
#include <string_view>

namespace fabricscope::capture {

/// A token is a run of letters, digits, '_', '-', '.' and bytes beyond ASCII.
[[nodiscard]] bool isTokenChar(char c);

/// Without '-' and '.' at its ends, which belong to the sentence or the option.
[[nodiscard]] std::string_view trimmedToken(std::string_view token);

/// Whether the row of a section allows a token (trimmed). `before` is the token before it in the text.
[[nodiscard]] bool isAllowedToken(std::string_view token, std::string_view before, const SectionRule &rule);

/// Whether the token is a word that this kind of section is written with, which the readers look for. It
/// stays although someone is called so: "node" in `numactl -H`, "H100" in `nvidia-smi -q`. Names of systems
/// are none, and in what people and the kernel write in sentences only plain words, file names and modules
/// are.
[[nodiscard]] bool isGrammar(std::string_view token, const SectionRule &rule);

/// "gpu-07.dc1.example.com": a host's name with its site.
[[nodiscard]] bool isQualifiedName(std::string_view token);

/// "ip-10-1-2-4": a machine that a cloud named after its address.
[[nodiscard]] bool isAddressName(std::string_view token);

/// What stands for a token that is not allowed. Numbers stay numbers, hex digits hex digits; what has a dash
/// and may be a machine's name gets that machine's; any other word becomes "x" and eight letters. A number of
/// up to three digits behind it and a known file extension stay. The host's own name gets the same.
[[nodiscard]] std::string tokenPseudonym(std::string_view token, const Pseudonyms &pseudonyms);

/// What stands for "dc1.example.com" behind a host's name.
[[nodiscard]] std::string sitePseudonym(std::string_view site, const Pseudonyms &pseudonyms);

} // namespace fabricscope::capture
