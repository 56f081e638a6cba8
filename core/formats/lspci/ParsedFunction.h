// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/lspci/HeaderLine.h"

namespace fabricscope::formats::lspci {

/// The data of one function in one text; what the text omits is unknown.
struct ParsedFunction {
    host::PciFunction facts;
    bool classByName = false; ///< derived from words: replaced by a number if one is known
    bool vendorByName = false;
    std::string unassigned; ///< BARs that got no address: "BAR 0 (64G), BAR 2"
    host::EvidenceRef unassignedEvidence;
};

enum class MergePolicy : std::uint8_t {
    Replace,     ///< an imported file: its data replaces that of earlier files
    FillMissing, ///< the collected `tool-lspci`: data from sysfs is kept
};

/// Notes a BAR whose memory got no address.
void noteUnassigned(ParsedFunction &parsed, unsigned bar, std::string_view text, host::EvidenceRef evidence);

/// Adds it to the builder. A shorter config space never replaces a longer one, and registers win over words.
void mergeFunction(ParsedFunction parsed, MergePolicy policy, HostBuilder &builder);

/// Applies class, name and ids of a header line, with its evidence.
void applyHeader(const HeaderLine &header, host::EvidenceRef evidence, ParsedFunction &parsed);
void applyClass(const ParsedClass &words, std::optional<std::uint8_t> progIf, host::EvidenceRef evidence,
                ParsedFunction &parsed);
void applyDevice(const ParsedDevice &words, host::EvidenceRef evidence, ParsedFunction &parsed);

/// The better of two readings of one config space, or a combination if one has the registers of the front and
/// the other has words about more of it.
[[nodiscard]] pci::ConfigSpace betterConfig(pci::ConfigSpace before, pci::ConfigSpace after);

} // namespace fabricscope::formats::lspci
