// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/MatrixDevices.h"
#include "core/topology/Topology.h"

#include <vector>

namespace fabricscope::topology {

// What a host's sources state about devices that the tree does not have. The topology must outlive it.

/// Whether no device has a place: the output of one tool.
[[nodiscard]] bool hasNoTree(const Topology &topology);

/// Whether the tree has no PCI function but GPUs, as the output of a tool for GPUs.
[[nodiscard]] bool listsOnlyGpus(const Topology &topology);

/// The devices of a pasted matrix where the tree has no GPU, or only GPUs and the matrix NICs, too; else
/// none.
[[nodiscard]] host::MatrixDevices unplacedDevices(const Topology &topology);

/// Whether the sources show where at least one GPU is (the function above it, or its root bus), or there is
/// none. The output of `nvidia-smi -L`, or of lspci without -t and -v, names addresses alone.
[[nodiscard]] bool placesGpus(const Topology &topology);

/// RDMA devices without a node; software devices have none and are left out.
[[nodiscard]] std::vector<const host::RdmaDevice *> unplacedRdma(const Topology &topology);

/// Network interfaces, where no source lists PCI functions.
[[nodiscard]] std::vector<const host::NetInterface *> unplacedInterfaces(const Topology &topology);

/// Messages of the kernel about devices without a node; where no source lists PCI functions, also those about
/// the host.
[[nodiscard]] std::vector<const host::KernelMessage *> unplacedMessages(const Topology &topology);

} // namespace fabricscope::topology
