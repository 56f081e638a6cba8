// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/lspci/ClassNames.h"
#include "core/formats/lspci/ParsedFunction.h"

#include <string>
#include <string_view>

namespace fabricscope::formats::lspci {

/// One id with its name, as in the machine-readable forms: "AD102GL [RTX 6000] [26b1]" (-nn), "26b1" (-n),
/// "AD102GL [RTX 6000]". Sets `id` if there is a number, and returns the name without it. `unknown` is the
/// word that lspci prints before the number if pci.ids has no name ("Device 26b1").
[[nodiscard]] std::string takeName(std::string_view text, std::string_view unknown,
                                   host::Fact<std::uint16_t> &id, host::EvidenceRef evidence);

/// Removes a quoted word from the front and returns it, with escaped quotes and backslashes unescaped.
[[nodiscard]] std::string takeQuoted(std::string_view &rest);

} // namespace fabricscope::formats::lspci
