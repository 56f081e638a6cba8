// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/generate/Generate.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/PluginNets.h"

#include <span>
#include <string>
#include <vector>

namespace fabricscope::hostvm {

// Elements of a generated file. For .cpp files of this folder.

/// The bus id of a switch that no machine has: "ffff:ff:01.0" for 1. Up to 255.
[[nodiscard]] std::string inventedBusId(std::size_t number);

/// A speed as this version's table has it: "32.0 GT/s PCIe". One that it lacks becomes the next slower one.
[[nodiscard]] std::string speedText(pci::LinkSpeed speed, const nccl::Version &version);

/// Input for the devices of a file.
struct FileDevices {
    const affinity::Fabric &fabric;
    const nccl::Machine &machine; ///< the guest's
    std::span<const nccl::PluginNet> nets;
    const nccl::Version &version;
};

/// The ports of a NIC that the library would list.
[[nodiscard]] std::vector<const nccl::PluginNet *>
netsOf(std::span<const nccl::PluginNet> nets, const nccl::Machine &machine, const affinity::Nic &nic);

/// `cpu` with what is known about it: the node's CPUs from the guest, the model from the host if known,
/// since a VM may show another. Assumptions are added to `said`. Returns the index of the element.
int addCpu(nccl::XmlTree &tree, int numa, const GuestOnHost &guest, const nccl::Machine &machine,
           std::vector<std::string> &notes);

void addGpu(nccl::XmlTree &tree, int parent, const FileDevices &devices, std::size_t gpu);

/// A synthetic switch with its devices. Its link is that of the lowest real switch above all of them
/// in `hardware`, else the first GPU's; false if neither is known.
bool addGroup(nccl::XmlTree &tree, int parent, const SwitchGroup &group, const FileDevices &devices,
              const topology::Topology &hardware);

} // namespace fabricscope::hostvm
