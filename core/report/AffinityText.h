// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/nccl/Decision.h"
#include "core/topology/HardwarePath.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::report {

enum class AffinityFormat : std::uint8_t {
    Csv,      ///< GPU x NIC, a row a GPU, the used and the best NICs last: for programs (RFC 4180)
    Markdown, ///< both matrices as tables: for tickets
    TopoM,    ///< the layout of `nvidia-smi topo -m`: for everything that reads that
};

struct AffinityFormatName {
    AffinityFormat format;
    std::string_view name;   ///< "csv", as options have it
    std::string_view title;  ///< "CSV"
    std::string_view suffix; ///< of a file: ".csv"
};
[[nodiscard]] std::span<const AffinityFormatName> affinityFormats();

struct AffinityTextInputs {
    const affinity::Judgement &judgement;
    const nccl::Decisions *decisions = nullptr; ///< nullptr: no library was evaluated
    /// For NIC to NIC and for CPU lists of `topo -m`; nullptr where an NCCL file is all there is.
    const topology::Topology *topology = nullptr;
};

/// The matrices as text, ends with a line feed. Text of the host is made safe; a cell never begins like a
/// spreadsheet formula.
[[nodiscard]] std::string affinityText(const AffinityTextInputs &inputs, AffinityFormat format);

} // namespace fabricscope::report
