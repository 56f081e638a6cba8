// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/nccl/machine/Merge.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

// How a difference between two files affects the library's decisions. For .cpp files of this folder.

/// What the library makes of one text: for each GPU of the fabric, its paths to the NICs that belong to it by
/// hardware, and which NICs it picks.
struct Outcome {
    struct NicPath {
        nccl::PathType type = nccl::PathType::Dis;
        double bandwidth = 0; ///< GB/s as the library computes it
        bool gdr = false;
        friend bool operator==(const NicPath &, const NicPath &) = default;
    };
    struct OfGpu {
        std::vector<std::optional<NicPath>>
            paths;                    ///< as in `ideal`; absent if the library lacks either device
        std::set<std::size_t> picked; ///< NICs of the fabric, over its first channels
        friend bool operator==(const OfGpu &, const OfGpu &) = default;
    };
    bool fails = false;
    std::vector<OfGpu> gpus;
};

class Consequences {
public:
    Consequences(const affinity::Fabric &fabric, const std::vector<std::vector<std::size_t>> &ideal,
                 const nccl::Machine &machine, const nccl::Options &options)
        : m_fabric(fabric), m_ideal(ideal), m_machine(machine), m_options(options) {}

    [[nodiscard]] Outcome of(std::string_view text) const;
    [[nodiscard]] Outcome of(const nccl::Decisions &decisions) const;

    /// "GPU2: PHB instead of PIX to ionic_2, so no GPU Direct RDMA". GPUs with the same text are named
    /// together. Empty if the library's decisions are the same.
    [[nodiscard]] std::string difference(const Outcome &with, const Outcome &without) const;

private:
    [[nodiscard]] std::string ofGpu(std::size_t gpu, const Outcome::OfGpu &with,
                                    const Outcome::OfGpu &without) const;
    [[nodiscard]] std::string nicNames(const std::set<std::size_t> &nics) const;

    const affinity::Fabric &m_fabric;
    const std::vector<std::vector<std::size_t>> &m_ideal;
    const nccl::Machine &m_machine;
    const nccl::Options &m_options;
};

} // namespace fabricscope::hostvm
