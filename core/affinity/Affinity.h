// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/nccl/Decision.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The best assignment of NICs to GPUs by hardware, and the pairs that a library, an NCCL file or a run uses
/// instead. Pure functions over values.
namespace fabricscope::affinity {

using findings::Severity;
using topology::PathWord;
using topology::Reach;

/// The source for a GPU using a NIC.
enum class Basis : std::uint8_t {
    Ideal,   ///< the best assignment by hardware
    Library, ///< what NCCL or RCCL will pick, over its first 16 channels, or for the rings of a machine model
    File,    ///< what an NCCL file claims to be nearest
    Run,     ///< what a run used
};
[[nodiscard]] std::string_view toString(Basis basis); ///< "ideal", "library", "file", "run"

/// The finding about a pair; where several apply, the worst one.
enum class Kind : std::uint8_t {
    Fine,
    Unknown,         ///< the distance is unknown; never called mispaired
    NoGdr,           ///< right, but the library stages its traffic over host memory
    RailSwapped,     ///< not the rail of the same GPU on other hosts, or against the order of all other pairs
    SharedWhileIdle, ///< several GPUs share the NIC while an equally near one is idle
    Mispaired,       ///< a nearer NIC is available
    NearestDown,     ///< a nearer NIC is there, but down
    CrossSocket,     ///< across NUMA nodes; mispaired if a nearer NIC is available
};
[[nodiscard]] std::string_view toString(Kind kind); ///< "fine", "rail_swapped"

/// What a pair costs against the best one. Physical figures and the library's are different quantities.
struct Cost {
    std::optional<GigabytesPerSecond> physical,
        physicalIdeal;                           ///< narrowest link, or the NIC's rate where that is less
    std::optional<double> library, libraryIdeal; ///< GB/s as the library computes them
    /// Number of GPUs that share the NIC in this basis.
    int sharedBy = 1;
};

/// One GPU and one NIC that it uses, by `basis`.
struct Pair {
    std::size_t gpu = 0;            ///< index in Fabric::gpus
    std::optional<std::size_t> nic; ///< index in Fabric::nics; absent: the GPU has no NIC
    Basis basis = Basis::Ideal;
    std::vector<std::size_t> idealNics; ///< of the best assignment; the nearest first
    Kind kind = Kind::Fine;
    bool mispaired = false;
    bool staged = false;              ///< the library stages its traffic over host memory: no GPUDirect RDMA
    std::optional<Severity> severity; ///< absent: nothing to report
    std::optional<std::size_t> downNic; ///< the nearest NIC that is down, if nearer than `nic`
    Reach reach, idealReach;
    std::string reason;           ///< a sentence, always
    std::vector<std::string> fix; ///< commands or configuration, in order
    Cost cost;
    std::vector<int> channels; ///< Basis::Library: those that use it
    std::vector<int> ports;    ///< Basis::Library: those of a NIC with several that it uses
    std::uint32_t line = 0;    ///< Basis::File: of the NIC in the file
};

/// Shown in the bar at the top.
struct Verdict {
    std::optional<Severity> severity; ///< absent: everything is as it should be
    std::string sentence;         ///< "2 of 8 GPUs are mispaired: GPU2 uses ionic_3 and GPU3 uses ionic_2."
    std::string why;              ///< with numbers; may be empty
    std::vector<std::string> fix; ///< what to do, in order; commands and configuration among them
    bool conclusive = true;       ///< false where distances are unknown
};

/// A pair of devices as stated by an input.
struct StatedPair {
    std::size_t gpu = 0, nic = 0; ///< indices in Fabric
    std::uint32_t line = 0;       ///< in the file, where it is one
};

/// The rail that each GPU uses, on one of the other hosts of the same kind.
struct PeerRails {
    std::string host;
    std::vector<std::vector<std::string>> byGpu; ///< subnets of the NICs that GPU k uses there
};

struct Inputs {
    const nccl::Decisions *library = nullptr; ///< nullptr: not asked; with an error: reported in the verdict
    std::vector<StatedPair> file;             ///< empty: there is none
    std::string fileName;                     ///< "/etc/rccl/topo.xml"
    std::vector<StatedPair> run;
    bool isHypotheticalRun = false; ///< `run` did not happen: the user is trying out an assignment
    std::vector<PeerRails> peers;
    std::string hostName; ///< for sentences; may be empty
    int nodes = 2;        ///< hosts in the job; a job on one may need no NIC
    /// Devices without a class in a file that is examined alone: only the machine can tell what they are, so
    /// a failure of the library on the file alone means nothing.
    std::size_t withoutClass = 0;
    std::vector<findings::Finding> findings; ///< of the host, in addition to its pairs
};

struct Judgement {
    Fabric fabric;
    std::vector<std::vector<std::size_t>>
        ideal;               ///< by GPU: its NICs, nearest first; empty where nothing is known
    std::vector<Pair> pairs; ///< by basis (file, library, run, ideal), GPU, NIC
    Verdict verdict;
    std::vector<std::string>
        notes; ///< in addition to the verdict: unused ports, what was left out, tools that disagree
    /// Costs that remain even if each GPU has the right NIC: Inputs::findings, and those on the paths of
    /// leading pairs, each with the address of the first device concerned; worst first.
    std::vector<findings::Finding> findings;

    std::vector<Basis> leadingByGpu; ///< as leading() returns it; empty where not computed

    /// The basis in force for this GPU: a run, else the library, else the file, else the ideal assignment.
    [[nodiscard]] Basis leading(std::size_t gpu) const;
    /// Whether the pair belongs to the basis in force for its GPU. A picture of the host shows these pairs.
    [[nodiscard]] bool isLeading(const Pair &pair) const;
    /// The basis in force for most GPUs about which something is known, a run first among equals; Ideal if
    /// nothing is known.
    [[nodiscard]] Basis leading() const;
};

[[nodiscard]] Judgement judge(Fabric fabric, const Inputs &inputs);

/// One GPU's change when a NIC is moved.
struct Change {
    std::size_t gpu = 0;
    std::optional<std::size_t> before, after; ///< NICs
    Reach reachBefore, reachAfter;
    Cost costBefore, costAfter; ///< `physical` and `library` of each
    std::optional<bool> gdrBefore, gdrAfter;
};

struct WhatIf {
    std::vector<Change> changes; ///< the GPU in question first, then the one that had the NIC
    std::string sentence;        ///< "GPU2 with ionic_2: PIX instead of NODE, 50.0 GB/s as before, with GDR."
    std::string held; ///< what moved with it, and what is assumed unchanged: sentences; may be empty
    bool better = false, worse = false; ///< neither: it changes nothing, or nothing is known
    Judgement judgement;                ///< with the pairs of `basis` as they would be then
};

/// GPU `gpu` takes NIC `nic` instead of its first one of this basis; the GPU that had that NIC takes the
/// other in return, and their places in an NCCL file are swapped too. GPUs that the basis omits keep the
/// basis in force for them. Pure: the judgement is not changed.
[[nodiscard]] WhatIf whatIf(const Judgement &judgement, const Inputs &inputs, Basis basis, std::size_t gpu,
                            std::size_t nic);

} // namespace fabricscope::affinity
