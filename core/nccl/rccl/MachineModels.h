// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/PathType.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::nccl::rccl {

struct ModelRules {
    bool anyCpu = false;   ///< noCpuCheck: else only with RCCL's CPU model ROME
    bool anyNodes = false; ///< disableNumaMatching
    /// MachineModel::rings has NICs as the system lists them; else as they were matched with the model's.
    bool nicsAsListed = false;
    /// netOverride: a NIC that is behind a switch with one GPU of a pair counts so for the other, too.
    bool widensDistances = false;
};

/// A machine that RCCL has ready rings for (romeTopoModels of rome_models.cc). GPUs and NICs are numbered
/// from 0, and written as one hexadecimal digit each.
struct MachineModel {
    int index = 0;               ///< as the library logs it: "Found matching Rome model index 40"
    int peers = 0;               ///< of the GPU that is linked to most others by XGMI
    int channels = 0;            ///< number of rings
    std::string_view gpuNodes;   ///< NUMA node of each GPU, "00001111"
    std::string_view nicNodes;   ///< of each NIC
    std::string_view emptyNodes; ///< NUMA nodes without both
    std::string_view xgmi;       ///< "0123 45*2": links within 0, 1, 2 and 3, and two links between 4 and 5
    std::string_view order;      ///< place of each GPU by PCI address; empty: not compared
    std::string_view buses; ///< GPUs whose bus numbers begin alike have the same letter; empty: not compared
    std::string_view near;  ///< of each NIC: the GPUs that it is behind the same switches with, "01 23"
    std::string_view rings; ///< of each GPU: the NICs on which rings enter or leave there, "0 - 1"
    ModelRules rules;

    [[nodiscard]] std::size_t gpus() const { return gpuNodes.size(); }
    [[nodiscard]] std::size_t nics() const { return nicNodes.size(); }
};

/// In the library's order: the first that matches is taken. The same in RCCL 2.21 to 2.28.
[[nodiscard]] std::span<const MachineModel> machineModels();

/// What the library compares: of a model, or of a system (parseRomeSystem).
struct MachineShape {
    std::vector<std::int64_t> gpuNodes, nicNodes;
    std::vector<std::pair<int, int>> perNode; ///< GPUs and NICs of each NUMA node, by its number
    std::vector<int> links;                   ///< XGMI links by GPU, then GPU
    std::vector<PathType> levels;             ///< distances by NIC, then GPU

    [[nodiscard]] int link(std::size_t from, std::size_t to) const {
        return links[from * gpuNodes.size() + to];
    }
    [[nodiscard]] PathType level(std::size_t nic, std::size_t gpu) const {
        return levels[nic * gpuNodes.size() + gpu];
    }
};
/// PXB to the NICs that are near, PHB to others of the GPU's NUMA node, SYS to the rest.
[[nodiscard]] MachineShape shapeOf(const MachineModel &model);
/// MachineModel::rings by GPU.
[[nodiscard]] std::vector<std::vector<std::size_t>> ringNicsOf(const MachineModel &model);
/// The number that a hexadecimal digit stands for.
[[nodiscard]] std::size_t digitOf(char digit);

} // namespace fabricscope::nccl::rccl
