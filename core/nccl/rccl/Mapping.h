// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/rccl/HostShape.h"
#include "core/nccl/rccl/MachineModels.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricscope::nccl::rccl {

/// How far a host fits a model: the first thing in which it does not.
enum class Fit : std::uint8_t {
    Gpus,      ///< number of GPUs, or of their XGMI peers
    Cpu,       ///< RCCL's CPU model is not ROME
    Nics,      ///< number of NICs
    Nodes,     ///< NUMA nodes, or what is on each
    Links,     ///< which GPUs are linked, or their order by PCI address
    Distances, ///< between GPUs and NICs
    TooMany,   ///< not found out: there are too many ways to assign GPUs and NICs
    Matches,
};

/// Which device of the host is which of a model.
struct Mapping {
    Fit fit = Fit::Gpus;
    std::vector<std::size_t> gpus; ///< by the model's GPU: index in HostShape::gpus
    std::vector<std::size_t> nics; ///< by the model's NIC: index in HostShape::nics; empty: one or none
};

/// Steps that a search may take, over all models (our own bound: the library has none).
inline constexpr std::uint64_t kMaxMappingSteps = 2'000'000;

/// The first mapping that the library would find, in its order. `pixIsPxb`: a NIC behind the same switch
/// counts as one behind several. `steps` is reduced by what the search takes.
/// permuteGpuIds: the order of PCI addresses is kept, so that only one mapping of GPUs is possible.
[[nodiscard]] Mapping mapByAddress(const MachineModel &model, const HostShape &host, bool pixIsPxb,
                                   std::uint64_t &steps);
/// parseA2a8P, parse1H16P: four GPUs on each of the NUMA nodes from 0 on, exchanged within a node.
[[nodiscard]] Mapping mapByNode(const MachineModel &model, const HostShape &host, bool pixIsPxb,
                                std::uint64_t &steps);

} // namespace fabricscope::nccl::rccl
