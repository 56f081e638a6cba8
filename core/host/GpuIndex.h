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

/// A number that something calls a GPU by, and why we think so.
struct GpuNumber {
    int value = 0;
    EvidenceRef evidence; ///< may not exist where the number is a place in an order
    std::string_view
        rule; ///< one of our sentences: "amd-smi's own number", "place in the order of KFD nodes"
    friend bool operator==(const GpuNumber &a, const GpuNumber &b) { return a.value == b.value; }
};

/// One GPU, or one partition of one, under all the numbers that programs give it. What is not known is
/// absent.
struct GpuEntry {
    Address address;
    std::optional<std::uint32_t> partition; ///< of a partitioned GPU: its place among them
    std::optional<GpuNumber> runtime;       ///< HIP or CUDA index where the environment hides nothing
    /// HIP or CUDA index in a process with this environment: the N of `--use_rocm=N`, `--use_cuda=N`. Absent
    /// where it is hidden, or where nothing is known.
    std::optional<GpuNumber> visible;
    bool hidden = false;                  ///< the environment hides it
    std::optional<GpuNumber> smi;         ///< NVML's or amd-smi's
    std::optional<GpuNumber> kfdNode;     ///< /sys/class/kfd/kfd/topology/nodes/N
    std::optional<GpuNumber> renderMinor; ///< /dev/dri/renderDN
    std::optional<GpuNumber> oam;         ///< the module's place on its board
    std::optional<GpuNumber> rvs;         ///< KFD's gpu_id, by which RVS calls it
};

/// NAME and VALUE of the environment of a run; the last of a name counts.
struct EnvironmentEntry {
    std::string name, value;
};

/// All GPUs of a host, in the order of addresses and partitions.
/// HIP counts in the order of KFD's nodes, CUDA by CUDA_DEVICE_ORDER: PCI_BUS_ID is the order of addresses,
/// the default FASTEST_FIRST is the same only where all GPUs are of one model, and otherwise nothing is
/// known. ROCR_VISIBLE_DEVICES comes first, HIP_VISIBLE_DEVICES (else CUDA_VISIBLE_DEVICES, else
/// GPU_DEVICE_ORDINAL) counts what that left over; a list ends at its first entry that names nothing.
struct GpuTable {
    std::vector<GpuEntry> gpus;
    std::vector<std::string> notes; ///< what of the environment was not understood, or has no effect

    [[nodiscard]] const GpuEntry *find(const Address &address, std::uint32_t partition = 0) const;
    /// By the index that a process of this environment uses.
    [[nodiscard]] const GpuEntry *visibleAt(int index) const;
};
[[nodiscard]] GpuTable gpuTable(const Host &host, std::span<const EnvironmentEntry> environment = {});

} // namespace fabricscope::host
