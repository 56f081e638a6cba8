// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/nccl/file/XmlTree.h"

#include <optional>
#include <vector>

namespace fabricscope::affinity {

// The pairs that a file states about the devices of a fabric. For .cpp files of this folder.

/// The `pci` elements of a file that represent a fabric's devices, as the library finds them: the first one
/// with an address, and for a NIC the one that contains a `net` with its name.
struct DeviceElements {
    std::vector<std::optional<int>> gpus, nics; ///< as in Fabric; index in XmlTree::nodes
};
[[nodiscard]] DeviceElements deviceElementsIn(const nccl::XmlTree &file, const Fabric &fabric);

/// The `pci` elements above a node, the topmost first.
[[nodiscard]] std::vector<int> boxesAbove(const nccl::XmlTree &file, int node);

} // namespace fabricscope::affinity
