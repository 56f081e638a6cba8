// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/Paths.h"
#include "core/nccl/rccl/MachineModels.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::nccl::rccl {

/// What RCCL sees of a host when it looks for a model (parseRomeSystem): GPUs and NICs by their index `dev`.
struct HostShape : MachineShape {
    std::vector<std::size_t> gpus, nics; ///< their places in the system
    std::vector<std::size_t> order;      ///< of each GPU: its place by PCI address
    std::vector<std::int64_t> gpuIds;
    int peers = 0;         ///< of the GPU that is linked to most others by XGMI
    bool isRome = false;   ///< RCCL's CPU model
    bool cpuKnown = false; ///< the CPU's vendor is one that the library knows
    bool areAtCpu = false; ///< no switch between a GPU and its CPU
};

/// Nothing where a GPU or a NIC reaches no CPU, or two GPUs have one address. `nets`: places of the NICs.
[[nodiscard]] std::optional<HostShape> hostShapeOf(const System &system, const Paths &paths,
                                                   const std::vector<std::size_t> &nets);

/// Links of 8 GPUs that each are linked to all but one of the others (parseChordalRing).
[[nodiscard]] bool isChordalRing(const System &system);

} // namespace fabricscope::nccl::rccl
