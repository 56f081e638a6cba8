// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

#include <set>
#include <string>

namespace fabricscope::bench {

/// Some of a host's devices of one kind.
struct DeviceSet {
    bool all = false;            ///< any of them: which ones is unknown
    std::set<std::string> names; ///< otherwise these
    [[nodiscard]] bool isEmpty() const { return !all && names.empty(); }
    /// Unknown devices may be the same.
    [[nodiscard]] bool mayOverlap(const DeviceSet &other) const;
    void add(const DeviceSet &other);
    friend bool operator==(const DeviceSet &, const DeviceSet &) = default;
};

/// The devices that a run, or another process, uses, as far as its words and environment show.
struct RunDevices {
    DeviceSet gpus; ///< by their number in HIP or CUDA: "0"
    DeviceSet nics; ///< by the RDMA device's name: "mlx5_0"
    [[nodiscard]] bool mayOverlap(const RunDevices &other) const {
        return gpus.mayOverlap(other.gpus) || nics.mayOverlap(other.nics);
    }
    friend bool operator==(const RunDevices &, const RunDevices &) = default;
};

/// From the tool's row in the catalogue and its binding: -d and --use_rocm of perftest, -g and NCCL_IB_HCA of
/// collectives, *_VISIBLE_DEVICES. A command without a row may use everything. A collective on one host uses
/// no NIC unless RCCL_ENABLE_INTRANET or NCCL_SHM_DISABLE makes it.
[[nodiscard]] RunDevices devicesOf(const RunSpec &spec);

} // namespace fabricscope::bench
