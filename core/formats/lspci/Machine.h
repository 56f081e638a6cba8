// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/lspci/ClassNames.h"
#include "core/formats/lspci/ParsedFunction.h"

#include <string>
#include <string_view>

namespace fabricscope::formats::lspci {

/// One id with its words, as the machine forms give it: "AD102GL [RTX 6000] [26b1]" (-nn), "26b1" (-n),
/// "AD102GL [RTX 6000]". Sets `id` where a number is reported, and returns the words without it. `unknown` is
/// what lspci says before the number where pci.ids has no name ("Device 26b1").
[[nodiscard]] std::string takeName(std::string_view text, std::string_view unknown,
                                   host::Fact<std::uint16_t> &id, host::EvidenceRef evidence);

/// A word in quotes off the front, with backslashes before quotes and backslashes undone.
[[nodiscard]] std::string takeQuoted(std::string_view &rest);

} // namespace fabricscope::formats::lspci
