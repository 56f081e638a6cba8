// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/hostvm/verify/TextEdit.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::hostvm {

using findings::Severity;

/// One thing that is wrong with an NCCL file for a guest, and the edit that corrects it.
struct FileFinding {
    /// Of a rule "topo_file.*". Its place has the line in the file, from 1 (0: none), and the bus ID
    /// concerned as the file spells it.
    findings::Finding finding;
    TextEdit edit;                   ///< corrects it; empty: a change of the text cannot
    std::uint32_t correctedLine = 0; ///< 0: none
    std::string corrected;           ///< the corrected line (several if it takes several), after `edit`
};

/// `name` is the rule's without "topo_file.": "nics_swapped".
[[nodiscard]] FileFinding fileFinding(std::string_view name, std::uint64_t line);
/// "nics_swapped", as documents have it.
[[nodiscard]] std::string_view codeOf(const FileFinding &finding);

} // namespace fabricscope::hostvm
