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

/// Who should talk to whom: the best assignment of NICs to GPUs by hardware, and what a library, an NCCL file
/// or a run makes of it. Pure functions over values.
namespace fabricscope::affinity {

using findings::Severity;
using topology::PathWord;
using topology::Reach;

/// The source for a GPU using a NIC.
enum class Basis : std::uint8_t {
    Ideal,   ///< the best assignment by hardware
    Library, ///< what NCCL or RCCL will pick, over its first 16 channels
    File,    ///< what an NCCL file claims to be nearest
    Run,     ///< what a run used
};
[[nodiscard]] std::string_view toString(Basis basis); ///< "ideal", "library", "file", "run"

/// What is to be reported about a pair; the worst that holds.
enum class Kind : std::uint8_t {
    Fine,
    Unknown,     ///< the distance is unknown; never called mispaired
    NoGdr,       ///< right, but the library stages its traffic over host memory
    RailSwapped, ///< another rail than the same GPU's on other hosts, or against the order of all other pairs
    SharedWhileIdle, ///< several GPUs use it while one that is as near idles
    Mispaired,       ///< a nearer one is there for it
    CrossSocket,     ///< across NUMA nodes; mispaired where a nearer one is there
};
[[nodiscard]] std::string_view toString(Kind kind); ///< "fine", "rail_swapped"

/// What a pair costs against the best one. Physical figures and the library's are different quantities.
struct Cost {
    std::optional<GigabytesPerSecond> physical,
        physicalIdeal;                           ///< narrowest link, or the NIC's rate where that is less
    std::optional<double> library, libraryIdeal; ///< GB/s as the library computes them
    /// GPUs that use the NIC in this basis: it is shared among so many.
    int sharedBy = 1;
};

/// One GPU and one NIC that it uses, by `basis`.
struct Pair {
    std::size_t gpu = 0;            ///< index in Fabric::gpus
    std::optional<std::size_t> nic; ///< index in Fabric::nics; absent where it has none
    Basis basis = Basis::Ideal;
    std::vector<std::size_t> idealNics; ///< of the best assignment; the nearest first
    Kind kind = Kind::Fine;
    bool mispaired = false;
    std::optional<Severity> severity; ///< absent: nothing to report
    Reach reach, idealReach;
    std::string reason;           ///< a sentence, always
    std::vector<std::string> fix; ///< commands or configuration, in order
    Cost cost;
    std::vector<int> channels; ///< Basis::Library: those that use it
    std::vector<int> ports;    ///< Basis::Library: those of a NIC with several that it uses
    std::uint32_t line = 0;    ///< Basis::File: of the NIC in the file
};

/// For the bar above everything.
struct Verdict {
    std::optional<Severity> severity; ///< absent: all is as it should be
    std::string sentence;         ///< "2 of 8 GPUs are mispaired: GPU2 uses ionic_3 and GPU3 uses ionic_2."
    std::string why;              ///< with numbers; may be empty
    std::vector<std::string> fix; ///< what to do, in order; commands and configuration among them
    bool conclusive = true;       ///< false where distances are unknown
};

/// What was reported about a pair of devices, by an input.
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
    bool isHypotheticalRun = false; ///< `run` was never run: it is what a person tries out
    std::vector<PeerRails> peers;
    std::string hostName; ///< for sentences; may be empty
    int nodes = 2;        ///< hosts in the job; a job on one may need no NIC
    /// Devices of a file alone that it gives no class: only the machine knows what they are, so the
    /// library's failing on the file alone means nothing there.
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
    /// What costs although each GPU may have its right NIC: Inputs::findings, and those on the paths of
    /// leading pairs, each with the address of the first device that it is about; worst first.
    std::vector<findings::Finding> findings;

    std::vector<Basis> leadingByGpu; ///< as leading() returns it; empty where not computed

    /// What this GPU works by: a run's pairs, else the library's, else the file's, else the ideal ones.
    [[nodiscard]] Basis leading(std::size_t gpu) const;
    /// It is what its GPU works by. A picture of the host shows these pairs.
    [[nodiscard]] bool isLeading(const Pair &pair) const;
    /// What most GPUs work by that something is known about, a run first among equals; Ideal where nothing
    /// is.
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
    std::vector<Change> changes; ///< the GPU asked about first, then the one that had the NIC
    std::string sentence;        ///< "GPU2 with ionic_2: PIX instead of NODE, 50.0 GB/s as before, with GDR."
    std::string held; ///< what moved with it, and what is assumed unchanged: sentences; may be empty
    bool better = false, worse = false; ///< neither: it changes nothing, or nothing is known
    Judgement judgement;                ///< with the pairs of `basis` as they would be then
};

/// GPU `gpu` takes NIC `nic` instead of its first one of this basis; who had that NIC takes the other in
/// return, and so do their places in an NCCL file. GPUs that the basis omits keep what they work
/// by. Pure: the judgement stays as it is.
[[nodiscard]] WhatIf whatIf(const Judgement &judgement, const Inputs &inputs, Basis basis, std::size_t gpu,
                            std::size_t nic);

} // namespace fabricscope::affinity
