// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Fact.h"
#include "core/pci/Address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::host {

/// What a tool reports as wrong with a device: a counter of errors, a link that is down, a value that it
/// could not read.
struct ToolFault {
    std::string_view kind; ///< a variant of the rule "device.fault": "ecc_uncorrected"; static text
    std::string device;    ///< as the tool names it: "GPU0", "mlx5_0"
    std::optional<pci::Address> address;
    std::uint64_t count = 0; ///< of errors, links, rows; 0: the tool states none
    std::string detail;      ///< links, blocks, the value; may be empty
    EvidenceRef evidence;
};

/// What a tool states that has no place among the other facts.
struct ToolFact {
    std::string tool;   ///< "amd-smi version"
    std::string device; ///< as the tool names it; empty: the host
    std::string name, value;
    EvidenceRef evidence;
};

} // namespace fabricscope::host
