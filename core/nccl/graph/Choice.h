// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Environment.h"
#include "core/nccl/graph/Paths.h"

#include <vector>

namespace fabricscope::nccl {

/// NCCL_NETDEVS_POLICY: how many of its local NICs a GPU uses.
struct NetDevsPolicy {
    enum class Kind : std::uint8_t { Auto, All, Max } kind = Kind::Auto;
    int max = 0;
};
[[nodiscard]] NetDevsPolicy netDevsPolicy(const Environment &environment, const Version &version);

/// Which NIC a GPU takes on a channel (ncclTopoGetLocalNet), and which GPU a NIC serves
/// (ncclTopoGetLocalGpu). The results depend on the current paths, and the library queries them
/// while it still changes the paths; cached results are therefore discarded by changed().
class Choice {
public:
    Choice(const System &system, const Paths &paths, NetDevsPolicy policy);

    void changed(std::size_t gpu, std::size_t net); ///< the path between these, in either direction

    /// Place of the NIC; -1 where there is none.
    [[nodiscard]] int localNet(std::size_t gpu, int channel);
    /// Place of the GPU; -1 where there is none.
    [[nodiscard]] int localGpu(std::size_t net);

private:
    struct OfGpu {
        bool known = false;
        std::vector<int> nets; ///< candidates in order
    };
    struct OfNet {
        bool known = false;
        std::vector<int> gpus;
    };
    struct Pick {
        std::int64_t start = 0;
        std::int64_t netsPerGpu = 1;
    };

    [[nodiscard]] const std::vector<int> &netsOf(std::size_t gpu);
    [[nodiscard]] const std::vector<int> &gpusOf(std::size_t net);
    [[nodiscard]] Pick pick(std::size_t gpu);
    [[nodiscard]] std::int64_t start(std::size_t gpu, const std::vector<int> &localGpus) const;

    const System &m_system;
    const Paths &m_paths;
    NetDevsPolicy m_policy;
    std::vector<OfGpu> m_gpus;
    std::vector<OfNet> m_nets;
};

} // namespace fabricscope::nccl
