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

/// Input that neither a capture nor a file can provide, and optional further input.
struct Question {
    const nccl::Version *library = nullptr; ///< nullptr: RCCL for hosts with AMD GPUs, else NCCL
    std::string release;                    ///< for which `library` stands, if it is another
    std::vector<host::EnvironmentEntry>
        environment; ///< of the run; overrides what the capture states about it
    int nodes = 2;
    std::string bios; ///< empty: the capture's
    std::optional<int> nvswitchLinks;

    /// The text of the NCCL file that the library will open, from the capture; its path is on the host.
    /// Absent: there is none, or none that a variable names.
    std::optional<std::string> fileText;
    std::string fileName;
    std::vector<std::pair<pci::Address, pci::Address>> run; ///< GPU and NIC that a run used
    const topology::Topology *hypervisor = nullptr;         ///< of the VM in question
    /// The VM's devices on it; the hypervisor is ignored without them.
    OnHypervisor onHypervisor;
    std::vector<PeerRails> peerRails; ///< hosts of the same kind, as railsUsed() returns them
    std::vector<nccl::BootstrapPeer>
        meeting; ///< hosts of the job, as Examination::bootstrapChoice describes them
};

struct BootstrapSummary {
    std::string interface; ///< empty: none
    std::string why;
};

/// All findings about the affinity of one host.
struct Examination {
    Judgement judgement;
    nccl::Decisions decisions; ///< `library` is null if none was requested
    Inputs inputs; ///< for whatIf(); its `library` points to the `decisions` inside examine(): set it again
    nccl::LibraryChoice library; ///< modelled and installed; no model where no library is asked
    std::optional<BootstrapSummary> bootstrap;
    std::vector<std::string> assumptions;   ///< options as used, in words: "2 hosts in the job (--nodes)"
    nccl::BootstrapChoice bootstrapChoice;  ///< all of it
    std::vector<nccl::MergeNote> fileNotes; ///< parts of the file that have no effect on this host
    topology::PathComparison tools;         ///< what vendors' tools reported about the same pairs
    std::optional<Correction> correction;   ///< of the file, if the error is there
};

[[nodiscard]] Examination examine(const topology::Topology &topology, const Question &question);
/// Examines a file alone (`fileText`, `fileName`): only its devices and distances are known.
[[nodiscard]] Examination examineFile(std::string_view text, const Question &question);

/// The rail of each GPU, for Question::peerRails of other hosts of the same kind.
[[nodiscard]] PeerRails railsUsed(const Examination &examination);

/// The NICs (64 at most) that a file places next to each GPU: those that share the lowest `pci` with it. None
/// for a GPU that shares no `pci` (both directly below a `cpu`).
[[nodiscard]] std::vector<StatedPair> claimedPairs(const nccl::XmlTree &file, const Fabric &fabric);

} // namespace fabricscope::affinity
