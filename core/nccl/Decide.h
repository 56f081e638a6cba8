// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decision.h"
#include "core/nccl/Environment.h"
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <optional>
#include <string>

namespace fabricscope::nccl {

/// What a library gets in addition to the file.
struct Options {
    const Version *version = nullptr; ///< null: the newest of the flavour that the file is for
    std::string release;              ///< for which `version` stands, if it is another: "2.27.6"
    Environment environment;
    int nodes = 2;           ///< hosts in the job; 1 switches off what is for the network alone
    std::string biosVersion; ///< /sys/class/dmi/id/bios_version
    /// Links from each GPU to NVSwitches if the file states none; NVML would report them.
    std::optional<int> nvswitchLinks;

    // For a file without a machine (standaloneSystem): what detection would have filled in.
    int defaultSm = 80;
    std::string defaultGcn = "gfx942";
    int defaultNetSpeed = 100000;       ///< Mbit/s
    std::string defaultNetName = "net"; ///< and a number
};

/// A file without its machine, completed with what detection would add: a `gpu` for each bare `pci` leaf of a
/// GPU's class, a `nic` with a `net` for each of a NIC's, in order of bus ids; rank = dev; gdr = 1 where it
/// is absent. Branches without a GPU or NIC are left out, as the library leaves them out.
[[nodiscard]] XmlTree standaloneSystem(const XmlTree &file, const Options &options);

/// The same without the `net` elements that NCCL_IB_HCA, NCCL_IB_DISABLE or NCCL_NET=Socket exclude, the rest
/// numbered from 0; NCCL_IB_HCA does not apply to those that the file does not name.
struct NicSelection {
    XmlTree tree;
    std::size_t nics = 0, excluded = 0, unnamed = 0; ///< of RDMA; `unnamed`: to which a filter did not apply
};
[[nodiscard]] NicSelection selectedNics(const XmlTree &file, const Options &options);

/// The graph, the paths and all decisions of the library over a tree that is complete: a file through
/// standaloneSystem(), or one merged with a machine. Each GPU with a `rank` takes part. Time: GPUs and NICs
/// times links.
[[nodiscard]] Decisions decide(const XmlTree &system, const Options &options);

} // namespace fabricscope::nccl
