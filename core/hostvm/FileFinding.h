// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/hostvm/TextEdit.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::hostvm {

using findings::Severity;

/// One thing that is wrong with an NCCL file for a guest, and the edit that corrects it.
struct FileFinding {
    /// Of a rule "topo_file.*". Its place has the line in the file, from 1 (0: not in it), and the bus ID
    /// that it is about as the file has it.
    findings::Finding finding;
    TextEdit edit;                   ///< that sets it right; empty: not by a change of the text
    std::uint32_t correctedLine = 0; ///< 0: none
    std::string corrected;           ///< the line as it should be (several where it takes several), by `edit`
};

/// `name` is the rule's without "topo_file.": "nics_swapped".
[[nodiscard]] FileFinding fileFinding(std::string_view name, std::uint64_t line);
/// "nics_swapped", as documents have it.
[[nodiscard]] std::string_view codeOf(const FileFinding &finding);

} // namespace fabricscope::hostvm
