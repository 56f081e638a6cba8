// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/lspci/HeaderLine.h"

namespace fabricscope::formats::lspci {

/// What one text says of one function: unknown is what it does not say.
struct ParsedFunction {
    host::PciFunction facts;
    bool classByName = false; ///< out of words: gives way to a number that is known
    bool vendorByName = false;
};

enum class MergePolicy : std::uint8_t {
    Replace,     ///< an imported file: what it says replaces what files before it said
    FillMissing, ///< the collected `tool-lspci`: what sysfs said stays
};

/// Puts it into the builder. Less of config space never takes away more of it, and registers win over words.
void mergeFunction(ParsedFunction parsed, MergePolicy policy, HostBuilder &builder);

/// Class, name and ids of a header line, with its evidence.
void applyHeader(const HeaderLine &header, host::EvidenceRef evidence, ParsedFunction &parsed);
void applyClass(const ParsedClass &words, std::optional<std::uint8_t> progIf, host::EvidenceRef evidence,
                ParsedFunction &parsed);
void applyDevice(const ParsedDevice &words, host::EvidenceRef evidence, ParsedFunction &parsed);

/// The better of two readings of one config space, or what both say together where one is registers of the
/// front and the other words about more of it.
[[nodiscard]] pci::ConfigSpace betterConfig(pci::ConfigSpace before, pci::ConfigSpace after);

} // namespace fabricscope::formats::lspci
