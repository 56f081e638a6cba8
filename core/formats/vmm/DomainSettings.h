// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/SectionText.h"
#include "core/formats/hwloc/XmlTags.h"
#include "core/host/Host.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// What libvirt's XML of a domain states besides devices: processors, their pinning, memory, NUMA nodes
/// (formatdomain, "CPU Tuning", "NUMA Node Tuning", "Guest NUMA topology").
class DomainSettings {
public:
    /// A start tag within a <domain> of depth 0, whose attributes have not been read yet. Whether it was one
    /// of them.
    bool take(const SectionText &text, XmlTags &tags);
    void addTo(host::VmProcess &vm) const;

private:
    /// <vcpupin>, <memory nodeset>, <memnode>, <cell>.
    struct Attributes {
        std::string_view vcpu, cpuset, nodeset, cellid, id, cpus, memory, unit, current;
    };
    static Attributes attributesOf(XmlTags &tags);
    void takeCell(const Attributes &given, host::EvidenceRef evidence);
    void takeTuning(std::string_view name, const Attributes &given, host::EvidenceRef evidence);
    host::VmNode *node(unsigned number);

    static constexpr std::size_t kMost = 4096;
    host::Fact<unsigned> m_vcpus;
    host::Fact<ByteCount> m_memory;
    std::vector<host::VmCpuPin> m_pins;
    std::vector<host::VmNode> m_nodes;
    std::string m_hostNodes;
};

/// "0-3,^2", "8": a list of CPUs or nodes; empty where it is something else.
[[nodiscard]] std::string numberList(std::string_view text);

} // namespace fabricscope::formats
