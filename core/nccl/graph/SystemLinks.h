// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/SystemGraph.h"

#include <vector>

namespace fabricscope::nccl {

// The links of a System between devices that are all in it.

/// Of GPUs with each other, with CPUs and NVSwitches, and of Broadcom switches with each other.
/// `deviceOfXml`: by `gpu` element, the node that its links are of, or -1.
void addGpuLinks(SystemGraph &graph, const std::vector<int> &deviceOfXml);
void connectCpus(SystemGraph &graph);

/// In each PCI tree the upward link is last.
void sortLinks(System &system);
/// Link::hasReverse.
void markReverseLinks(System &system);

} // namespace fabricscope::nccl
