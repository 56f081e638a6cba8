// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/machine/Machine.h"

#include <string>

namespace fabricscope::test {

/// A virtual machine as created by Cloud Hypervisor: one PCI segment per NUMA node, all devices on its root
/// bus. GPUs at device 1 and up, NICs at device 9 and up (bus 00), a host bridge at device 0.
struct FlatVm {
    int nodes = 2;
    int pairsPerNode = 2;
    bool amd = false;
    bool hostBridges = true;

    [[nodiscard]] static std::string busIdOf(int node, int device); ///< "0002:00:09.0" of node 0
    [[nodiscard]] std::string gpu(int pair) const;
    [[nodiscard]] std::string nic(int pair) const;
    [[nodiscard]] nccl::Machine machine() const;

    /// A topology file: for each pair an invented switch with its GPU and the NIC of `nicOf(pair)`.
    template<class NicOf> [[nodiscard]] std::string file(NicOf nicOf) const {
        std::string text = head();
        for (int node = 0; node < nodes; ++node) {
            text += cpuTag(node);
            for (int pair = node * pairsPerNode; pair < (node + 1) * pairsPerNode; ++pair)
                text += pairTag(pair, gpu(pair), nic(nicOf(pair)));
            text += "  </cpu>\n";
        }
        return text + "</system>\n";
    }
    [[nodiscard]] std::string file() const {
        return file([](int pair) { return pair; });
    }

private:
    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string cpuTag(int node) const;
    [[nodiscard]] std::string pairTag(int pair, const std::string &gpu, const std::string &nic) const;
};

} // namespace fabricscope::test
