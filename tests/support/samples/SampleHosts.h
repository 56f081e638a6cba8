// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Host.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

/// Sample hosts for tests: as facts, as a capture in the collector's form, and as a tree of files. All are
/// pure functions: the same call returns the same host.
namespace fabricscope::samples {

/// Two sockets, eight GPUs (1002:75a0) and eight fabric NICs (1dd8:1003) with one VF each behind eight
/// switches, NVMe behind each switch too, a front-end NIC with a VF on a root port of its own and a BMC's
/// VGA. On NUMA node 0 GPUs, VFs and NVMe are bound to vfio-pci, and the Cloud Hypervisor VM "vm-03a" holds
/// GPU0 to GPU2 with their VFs; those of node 1 are the host's own (amdgpu), with XGMI between them. GPU5's
/// link is narrow (x8 of x16), GPU6's slow (Gen1: idle). Read as root.
[[nodiscard]] host::Host mi355xServer();

/// What a VM sees: eight GPUs on 0002:00 and 0003:00, NICs on the same buses, no switches, NUMA -1
/// everywhere, no IOMMU.
[[nodiscard]] host::Host flatVm();

/// One integrated GPU on bus 00, a discrete one behind a root port (idle: Gen1 x8 of Gen4 x8), NVMe, wireless
/// NIC.
[[nodiscard]] host::Host laptop();

/// A server with exactly `count` PCI functions: sockets, root ports, switches of two levels, GPUs, NICs with
/// VFs, NVMe.
[[nodiscard]] host::Host manyFunctions(std::size_t count);

/// NVMe drives in their own domain (10000:) whose root is below the endpoint 0000:64:05.5.
[[nodiscard]] host::Host vmdHost();

/// Two nodes with CPUs and two with memory only, one of which has GPUs.
[[nodiscard]] host::Host cpuLessNodes();

/// One root port with one GPU; for hosts that differ from it in one property.
[[nodiscard]] host::Host oneGpu();
/// oneGpu() with config space all ones: the GPU fell off the bus.
[[nodiscard]] host::Host deadGpu();
/// oneGpu() at x8 of x16.
[[nodiscard]] host::Host narrowGpu();

/// oneGpu() in CPX: eight partitions.
[[nodiscard]] host::Host partitionedGpu();

/// Invalid parents: functions that are each other's parents, one that is its own parent, one whose parent
/// does not exist; and one address twice.
[[nodiscard]] host::Host cycles();

/// A VM with no identity: no DMI, no machine id, no IOMMU, two virtio devices.
[[nodiscard]] host::Host microVm();
/// A NIC on each of `nodes` NUMA nodes (at most 31), and a GPU on every third.
[[nodiscard]] host::Host manyNodes(int nodes);
/// Two NICs with half of `count` VFs each (at most 254 in total), every second one bound to vfio-pci.
[[nodiscard]] host::Host manyVirtual(unsigned count);

/// Random parents, addresses (some equal), classes and facts, determined by the seed.
[[nodiscard]] host::Host randomHost(std::uint32_t seed, std::size_t functions);

/// The host as the collector would report it (resources/collector/SECTIONS.md): safe and touch parts.
[[nodiscard]] capture::Capture toCapture(const host::Host &host);

/// Writes the host as files below `root`: root/sys/bus/pci/devices, root/sys/devices,
/// root/sys/devices/system/node, root/proc, as far as hwloc (HWLOC_FSROOT) and the collector
/// (FABRICSCOPE_ROOT) read them. `root` must exist.
void writeTree(const host::Host &host, const std::filesystem::path &root);

/// topology::build() of the host.
[[nodiscard]] std::shared_ptr<const topology::Topology> topologyOf(host::Host host);

/// The config space of this function: header, Express capability, and the other capabilities in its `config`.
/// 64, 256 or 4096 bytes, by `config->bytesRead`; all ones if the function is dead; empty if nothing is
/// known.
[[nodiscard]] std::vector<std::uint8_t> configBytes(const host::PciFunction &function);

} // namespace fabricscope::samples
