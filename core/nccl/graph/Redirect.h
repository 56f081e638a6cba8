// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/graph/Choice.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::nccl {

/// How ncclTopoComputePaths changes the paths once they are found: over the CPU where P2P or GDR is not
/// available, over another GPU where that is better. Each step examines the result of the ones before, in the
/// library's order.
class Redirect {
public:
    Redirect(const System &system, Paths &paths, const Options &options);

    /// The error where the library gives up on the way.
    [[nodiscard]] std::optional<PathError> run();

    [[nodiscard]] GdrDecision gdr(std::size_t gpu, std::size_t net, bool send) const;
    [[nodiscard]] int relay(std::size_t gpu, std::size_t net) const { return m_relays[gpu * m_nets + net]; }
    [[nodiscard]] PathType p2pLevel() const { return m_p2pLevel; }
    [[nodiscard]] bool p2pDisabled() const { return m_p2pDisabled; }
    /// Between two GPUs, before it was redirected.
    [[nodiscard]] PathType p2pDistance(std::size_t from, std::size_t to) const {
        return m_p2pDistances[from * m_gpus + to];
    }
    [[nodiscard]] Choice &choice() { return m_choice; }

private:
    void decideP2p();
    void markP2c();
    void pairUnderHyperV();
    [[nodiscard]] bool pairByDistance(std::int64_t distance);
    void redirectNets();
    [[nodiscard]] bool asksForLostRelay(std::size_t gpu, std::size_t net) const;
    void giveUp(std::string what);
    void crash(const std::string &what);
    void crashAtUnreached();
    void relayOverGpu(std::size_t gpu, std::size_t net);
    void avoidGdr(std::size_t gpu, std::size_t net);
    [[nodiscard]] PathType merged(PathType one, PathType other) const;
    [[nodiscard]] Path joined(const Path &first, const Path &second) const;
    [[nodiscard]] bool isRomeNeighbour(std::size_t gpu, std::size_t net) const;
    [[nodiscard]] bool pxnByRanks() const;
    [[nodiscard]] PathType gdrLevel(std::size_t gpu, std::size_t net) const;
    [[nodiscard]] bool hasC2c(std::size_t gpu) const;
    [[nodiscard]] bool hasNvlinkPeer(std::size_t gpu) const;

    const System &m_system;
    const Version &m_version;
    const Options &m_options;
    Paths &m_paths;
    Choice m_choice;
    std::size_t m_gpus, m_nets;
    std::vector<int> m_localCpus; ///< by GPU
    std::vector<int> m_relays;    ///< by GPU and NET: the GPU between them, -1 none
    std::vector<PathType> m_p2pDistances;
    PathType m_p2pLevel = PathType::Loc;
    bool m_p2pDisabled = false;
    bool m_pxn = false;
    PathType m_pxnNicLevel;
    PathType m_gdrLevel;
    bool m_gdrLevelSet = false;
    bool m_gdrOverP2c = false, m_gdrOverPhb = false; ///< NCCL_NET_GDR_C2C
    std::optional<std::int64_t> m_gdrRead;
    bool m_mloPartGdr = false;
    std::optional<PathError> m_error;
};

} // namespace fabricscope::nccl
