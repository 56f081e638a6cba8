// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/file/XmlTree.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/PluginNets.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

/// Effects of the file on this machine: mostly parts of it that have no effect.
enum class MergeNoteKind : std::uint8_t {
    FileWithoutEffect, ///< nothing in it is a GPU or NIC of this machine
    NoSuchDevice,      ///< an entry for a device that is not there: trimmed silently
    Spelling,          ///< capitals or a long domain: the same device, but the library compares texts
    DuplicateBusId,    ///< only the first of a busid counts
    NotInFile,         ///< a GPU or NIC of the machine that the file lacks: placed as in /sys
    NicCollapsed,      ///< NCCL_IB_MERGE_VFS looks for it at device 00 of its bus
    NetRelocated,      ///< a `net` of this name overrides where the NIC is
    NetValueFromFile,  ///< gdr, speed, port or guid of the file override what the machine states
    NetUnknown,        ///< a `net` whose name matches no NIC of the machine
    GpuDevFromFile,    ///< `dev` of the file overrides the machine's number
    GpuDropped,        ///< dev="-1"
    SwitchIsReal,      ///< an invented id that exists here: its class comes from the real device
    LinkUnclear,       ///< a link whose speed is not in the library's table: taken as Gen3
    AtRoot,            ///< a GPU or NIC directly below `cpu`: PHB to everything there
    CpuUnknown,        ///< numaid that is no NUMA node of the machine
    CpuReplaced,       ///< vendor or model of the file override the machine's
    KeepInFile,        ///< keep="1" keeps a branch as it is
    NumaUnknown,       ///< numa_node -1: a CPU of its own, or taken as 0
    NicsFused,         ///< several NICs that the library takes for one device
    Assumed,           ///< what the machine's facts do not state
};
[[nodiscard]] std::string_view toString(MergeNoteKind kind); ///< "no_such_device"

struct MergeNote {
    MergeNoteKind kind = MergeNoteKind::Assumed;
    std::uint32_t line = 0; ///< in the file; 0: about the machine
    std::string what;       ///< a sentence without a full stop, safe to show
    friend bool operator==(const MergeNote &, const MergeNote &) = default;
};

struct Merged {
    XmlTree tree;                   ///< trimmed, complete for decide(); without `host_hash` and `keep`
    std::optional<FileError> error; ///< detection itself failed; `tree` is then empty
    std::vector<MergeNote> notes;   ///< by line, those about the machine last
    std::vector<PluginNet> nets;    ///< the NICs reported to the library, by `dev`
};

enum class MergeEffort : std::uint8_t {
    Shortest, ///< NICs that all ranks find at the same place are looked for once: the same result
    EachRank, ///< as the library does it: all that each rank finds
};

/// What ncclTopoGetSystem (src/graph/topo.cc) makes of the file and the machine, before the graph is built:
/// each GPU and NIC of the machine is looked up in the file, by the text of its busid or its name, and added
/// from /sys if it is missing; then all branches without either are trimmed. Without a file: the machine
/// alone. Time and memory: ranks times the library's own limit of nodes.
[[nodiscard]] Merged merge(const std::optional<XmlTree> &file, const Machine &machine, const Options &options,
                           MergeEffort effort = MergeEffort::Shortest);

} // namespace fabricscope::nccl
