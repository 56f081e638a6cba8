// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/System.h"

#include <unordered_map>

namespace fabricscope::nccl {

inline constexpr std::int64_t kLocalIdMask = 0x00ffffffffffffff; ///< NCCL_TOPO_ID_LOCAL_ID_MASK

/// Builds the graph of a tree; systemOf() is its only user. Errors end it at once, as in the library: they
/// are stored here, and each step checks failed().
class SystemBuilder {
public:
    SystemBuilder(const XmlTree &tree, const Version &version);

    [[nodiscard]] tl::expected<System, FileError> build();

private:
    // SystemBuilder.cpp: CPUs and switches
    void addCpu(int xml);
    void addPci(int xml, int parent);
    [[nodiscard]] CpuFacts cpuFacts(int xml);
    [[nodiscard]] std::optional<float> linkBandwidth(int xml);

    // SystemDevices.cpp: GPUs and NICs
    bool addGpus(int xml, int parent, float bandwidth); ///< false: the device is ignored
    void addGpu(int pci, int xml, int parent, float bandwidth);
    void addNic(int xml, int parent, std::int64_t id, float bandwidth);
    void addNets(int xml, int nic, std::int64_t busId);
    void addNet(int xml, int nic, std::int64_t busId);

    // SystemLinks.cpp: links between them
    void addGpuLinks();
    void addGpuLink(int xml, int device);
    void addC2c(int xml, int device);
    void addPciLink(int xml);
    void connectCpus();
    void sortLinks();
    void markReverseLinks();
    [[nodiscard]] bool isFirstGpu(int xml) const;
    [[nodiscard]] float gpuLinkBandwidth(int device) const;

    [[nodiscard]] const XmlNode &element(int xml) const {
        return m_tree.nodes[static_cast<std::size_t>(xml)];
    }
    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    void fail(int xml, std::string what, ResultCode code = ResultCode::InternalError);
    void warn(int xml, std::string_view attribute, std::string what);
    [[nodiscard]] std::string_view needed(int xml, std::string_view attribute);
    [[nodiscard]] NodeType classOf(int xml, std::string_view attribute);

    [[nodiscard]] int create(NodeType type, std::int64_t id, int xml);
    [[nodiscard]] int find(NodeType type, std::int64_t id) const; ///< the first with this id, or -1
    void connect(int from, int to, LinkType type, float bandwidth);
    void connectBoth(int one, int other, LinkType type, float bandwidth);
    [[nodiscard]] SystemNode &node(int index) { return m_system.nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const SystemNode &node(int index) const {
        return m_system.nodes[static_cast<std::size_t>(index)];
    }

    const XmlTree &m_tree;
    const Version &m_version;
    System m_system;
    std::array<std::unordered_map<std::int64_t, int>, kNodeTypes> m_byId;
    std::vector<int> m_deviceOfXml; ///< by `gpu` element: the node that its links are of
    std::optional<FileError> m_error;
};

} // namespace fabricscope::nccl
