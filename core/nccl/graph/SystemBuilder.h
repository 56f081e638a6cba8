// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/SystemGraph.h"

namespace fabricscope::nccl {

/// Reads the CPUs, switches, GPUs and NICs of a tree into its graph; systemOf() is its only user.
class SystemBuilder {
public:
    SystemBuilder(const XmlTree &tree, const Version &version)
        : m_graph(tree, version), m_version(version), m_deviceOfXml(tree.nodes.size(), -1) {}

    [[nodiscard]] tl::expected<System, FileError> build();

private:
    void addCpu(int xml);
    void addPci(int xml, int parent);
    [[nodiscard]] CpuFacts cpuFacts(int xml);
    [[nodiscard]] float linkBandwidth(int xml); ///< 0 where it fails

    /// False: the device is ignored. No bandwidth: it gets no link to its parent.
    bool addGpus(int xml, int parent, std::optional<float> bandwidth);
    void addGpu(int pci, int xml, int parent, std::optional<float> bandwidth);
    void addNic(int xml, int parent, std::int64_t id, float bandwidth);
    void addNets(int xml, int nic, std::int64_t busId);
    void addNet(int xml, int nic, std::int64_t busId);

    SystemGraph m_graph;
    const Version &m_version;
    std::vector<int> m_deviceOfXml; ///< by `gpu` element: the node that its links are of
};

} // namespace fabricscope::nccl
