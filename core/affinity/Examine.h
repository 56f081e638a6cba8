// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/affinity/Correction.h"
#include "core/nccl/DecideFor.h"
#include "core/topology/HardwarePathTools.h"
#include "core/topology/Topology.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::affinity {

/// What neither a capture nor a file can state, and what is available in addition.
struct Question {
    const nccl::Version *library = nullptr; ///< nullptr: RCCL for hosts with AMD GPUs, NCCL else
    std::vector<host::EnvironmentEntry>
        environment; ///< of the run; laid over what the capture states about it
    int nodes = 2;
    std::string bios; ///< empty: the capture's
    std::optional<int> nvswitchLinks;

    /// The NCCL file that the library will open: its text out of the capture, and its path there. Absent:
    /// none, or none that a variable names.
    std::optional<std::string> fileText;
    std::string fileName;
    std::vector<std::pair<pci::Address, pci::Address>> run; ///< GPU and NIC that a run used
    const topology::Topology *hypervisor = nullptr;         ///< of the VM in question
    /// The VM's devices there; nothing of the hypervisor counts without them.
    OnHypervisor onHypervisor;
    std::vector<PeerRails> peerRails; ///< hosts of the same kind, as railsUsed() returns them
    std::vector<nccl::BootstrapPeer>
        meeting; ///< hosts of the job, as Examination::bootstrapChoice describes them
};

struct BootstrapSummary {
    std::string interface; ///< empty: none
    std::string why;
};

/// All that is to be reported about the affinity of one host.
struct Examination {
    Judgement judgement;
    nccl::Decisions decisions; ///< `library` null where none was asked
    Inputs inputs; ///< for whatIf(); its `library` points to `decisions` as examine() had them: set it again
    std::optional<BootstrapSummary> bootstrap;
    std::vector<std::string>
        assumptions; ///< options as used, worded for people: "2 hosts in the job (--nodes)"
    nccl::BootstrapChoice bootstrapChoice;  ///< all of it
    std::vector<nccl::MergeNote> fileNotes; ///< what of the file has no effect on this host
    topology::PathComparison tools;         ///< what vendors' tools stated about the same pairs
    std::optional<Correction> correction;   ///< of the file, where the fault is there
};

[[nodiscard]] Examination examine(const topology::Topology &topology, const Question &question);
/// A file alone (`fileText`, `fileName`): its devices and distances are all that is known.
[[nodiscard]] Examination examineFile(std::string_view text, const Question &question);

/// The rail of each GPU, for the questions about other hosts of the kind.
[[nodiscard]] PeerRails railsUsed(const Examination &examination);

/// What a file places next to each GPU: the NICs (64 at most) that share the lowest `pci` with it.
/// Nothing for a GPU that shares none (both directly below a `cpu`).
[[nodiscard]] std::vector<StatedPair> claimedPairs(const nccl::XmlTree &file, const Fabric &fabric);

} // namespace fabricscope::affinity
