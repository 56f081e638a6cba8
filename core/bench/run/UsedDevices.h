// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {
struct Examination;
}
namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

/// A GPU or NIC with all the names that telemetry may use for it.
struct UsedDevice {
    std::string name;               ///< "GPU2", "ionic_3"
    std::vector<std::string> names; ///< "GPU 2" of amd-smi or nvidia-smi, "0000:c1:00.0"; "ionic_3", "enp1s0"
    std::optional<double> rate;     ///< maximum Gb/s in one direction: a NIC's port, a GPU's PCIe link
    friend bool operator==(const UsedDevice &, const UsedDevice &) = default;
};

struct UsedDevices {
    std::vector<UsedDevice> gpus, nics;
    bool gpuMemory = false; ///< perftest with GPU memory
    friend bool operator==(const UsedDevices &, const UsedDevices &) = default;
};

/// The devices that a run uses, from its words and variables: -d, --use_rocm, --use_cuda of perftest,
/// NCCL_IB_HCA, -g of the collective tests. If these name nothing, all of the host's; if the host is unknown
/// (both nullptr), only NICs that are named.
[[nodiscard]] UsedDevices usedDevices(const RunSpec &spec, const topology::Topology *topology,
                                      const affinity::Examination *examination);

} // namespace fabricscope::bench
