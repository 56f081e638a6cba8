// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/nccl/bootstrap/Bootstrap.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

// Sentences about pairs. For .cpp files of this folder.

/// How many pairs keep the order that one pair breaks.
struct OrderBreak {
    std::size_t expectedNic = 0;
    std::size_t inOrder = 0, pairs = 0; ///< pairs in order, and all pairs
};

/// On another host the same GPU uses a NIC in another rail.
struct RailBreak {
    std::string peer, ownRail, peerRail;
    std::size_t belongsTo = 0; ///< the GPU that uses this rail there
    std::string otherwise;     ///< a rail of the NIC that belongs to the same GPU there; empty: none
};

struct PairFacts {
    const Fabric &fabric;
    const Inputs &inputs;
    std::vector<std::size_t> sharers; ///< GPUs that use the NIC in this basis, including this one
    std::optional<std::size_t> idle;  ///< an equally near NIC that no GPU uses
    std::optional<OrderBreak> order;
    std::optional<RailBreak> rail;
    std::optional<std::size_t> slower;          ///< a NIC that is nearer but slower, so not a better one
    std::vector<const PathFault *> faults;      ///< on the path
    std::optional<nccl::GdrDecision> betterGdr; ///< GDR is off between the GPU and the first of idealNics
    std::optional<nccl::GdrDecision> gdr;       ///< the direction in which GDR is off
};

[[nodiscard]] inline const std::string &gpuName(const PairFacts &facts, std::size_t gpu) {
    return facts.fabric.gpus[gpu].name;
}
[[nodiscard]] inline const std::string &nicName(const PairFacts &facts, std::size_t nic) {
    return facts.fabric.nics[nic].name;
}

/// Whether rings that are not worked out could use another NIC (nccl::Decisions::mayMatchModel). Not where
/// the file itself puts this NIC next to the GPU: machine models take their distances from the file.
[[nodiscard]] inline bool mayBeOfModel(const Inputs &inputs, const Pair &pair) {
    if (pair.basis != Basis::Library || inputs.library == nullptr || !inputs.library->mayMatchModel)
        return false;
    return std::none_of(inputs.file.begin(), inputs.file.end(), [&](const StatedPair &stated) {
        return stated.gpu == pair.gpu && stated.nic == pair.nic;
    });
}

/// One or several sentences, with full stops.
[[nodiscard]] std::string reasonOf(const Pair &pair, const PairFacts &facts);
/// What to do, in order; empty where there is nothing to do.
[[nodiscard]] std::vector<std::string> fixOf(const Pair &pair, const PairFacts &facts);

/// Findings of one kind on the paths of this many pairs, as one finding; nothing if there are none.
[[nodiscard]] std::optional<findings::Finding> pathFinding(const Fabric &fabric,
                                                           const std::vector<const PathFault *> &faults,
                                                           PathFault::Kind kind, std::size_t pairs);
/// Findings on the paths of leading pairs.
[[nodiscard]] std::vector<findings::Finding> pathFindings(const Judgement &judgement);
/// Findings about the library's bootstrap interface. Nothing for a job on one host, unless there is no
/// interface.
[[nodiscard]] std::vector<findings::Finding> bootstrapFindings(const nccl::BootstrapChoice &choice,
                                                               const nccl::Decisions &decisions, int nodes);

/// "is in rail 10.202.0.0/24", "is cabled to switch leaf-3 (...)".
[[nodiscard]] std::string railText(const std::string &rail);
/// Reach::why of a GPU that the host uses and a NIC that is passed through: they are no pair.
inline constexpr std::string_view kNicOfVm = "the NIC is passed through to a VM, the GPU is not";
/// Begins the note that names the NICs that are passed through, while the host uses all GPUs: they are left
/// out.
inline constexpr std::string_view kNicsOfVms =
    "passed through to VMs (vfio-pci), not for the GPUs that the host uses: ";
/// How many NICs a list names.
inline constexpr std::size_t kMostListedNics = 8;

/// "A", "A and B", "A, B and C"; beyond `most` the rest is counted: "A, B and 6 more".
[[nodiscard]] std::string listed(const std::vector<std::string> &words, std::size_t most = 4);
/// "RCCL 2.21" for "rccl-2.21"; "the library" if there is none.
[[nodiscard]] std::string libraryName(const nccl::Decisions *decisions);
[[nodiscard]] std::string libraryName(const nccl::Version &version);
/// The last part of a path.
[[nodiscard]] std::string fileName(const Inputs &inputs);
/// The word quoted for a POSIX shell.
[[nodiscard]] std::string quoted(std::string_view word);
[[nodiscard]] std::string gigabytes(GigabytesPerSecond bandwidth);

[[nodiscard]] Verdict verdictOf(const Judgement &judgement, const Inputs &inputs);

} // namespace fabricscope::affinity
