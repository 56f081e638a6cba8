// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::host {

/// A number by which a tool or runtime identifies a GPU, and the rule it was derived from.
struct GpuNumber {
    int value = 0;
    EvidenceRef evidence; ///< may be absent if the number is a position in an order
    std::string_view
        rule; ///< one of our sentences: "amd-smi's own number", "place in the order of KFD nodes"
    friend bool operator==(const GpuNumber &a, const GpuNumber &b) { return a.value == b.value; }
};

/// One GPU, or one partition of a GPU, with all the numbers that programs give it. Unknown numbers are
/// absent.
struct GpuEntry {
    Address address;
    std::optional<std::uint32_t> partition; ///< of a partitioned GPU: index among its partitions
    std::optional<GpuNumber> runtime;       ///< HIP or CUDA index where the environment hides nothing
    /// HIP or CUDA index in a process with this environment: the N of `--use_rocm=N`, `--use_cuda=N`. Absent
    /// if the GPU is hidden or the index is unknown.
    std::optional<GpuNumber> visible;
    bool hidden = false;                  ///< the environment hides it
    std::optional<GpuNumber> smi;         ///< NVML's or amd-smi's
    std::optional<GpuNumber> kfdNode;     ///< /sys/class/kfd/kfd/topology/nodes/N
    std::optional<GpuNumber> renderMinor; ///< /dev/dri/renderDN
    std::optional<GpuNumber> oam;         ///< the module's place on its board
    std::optional<GpuNumber> rvs;         ///< KFD's gpu_id, by which RVS calls it
};

/// NAME and VALUE from the environment of a run; the last entry with a name counts.
struct EnvironmentEntry {
    std::string name, value;
};

/// All GPUs of a host, ordered by address and partition.
/// HIP numbers GPUs in the order of KFD nodes, CUDA by CUDA_DEVICE_ORDER: PCI_BUS_ID is address order; the
/// default FASTEST_FIRST equals it only if all GPUs are of one model, otherwise the order is unknown.
/// ROCR_VISIBLE_DEVICES applies first; HIP_VISIBLE_DEVICES (else CUDA_VISIBLE_DEVICES, else
/// GPU_DEVICE_ORDINAL) indexes what is left; a list ends at its first entry that matches no device.
struct GpuTable {
    std::vector<GpuEntry> gpus;
    std::vector<std::string> notes; ///< parts of the environment that were not understood or have no effect

    [[nodiscard]] const GpuEntry *find(const Address &address, std::uint32_t partition = 0) const;
    /// The GPU with this index in a process with this environment.
    [[nodiscard]] const GpuEntry *visibleAt(int index) const;
};
[[nodiscard]] GpuTable gpuTable(const Host &host, std::span<const EnvironmentEntry> environment = {});

} // namespace fabricscope::host
