// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vmm/DomainSettings.h"

#include "core/base/Text.h"

#include <algorithm>
#include <limits>

namespace fabricscope::formats {

namespace {

/// libvirt's units of memory; KiB where none is given.
std::optional<ByteCount> sizeOf(std::string_view text, std::string_view unit) {
    struct Unit {
        std::string_view name;
        std::uint64_t bytes;
    };
    constexpr Unit kUnits[] = {
        {"", 1ULL << 10},      {"b", 1},
        {"bytes", 1},          {"KB", 1000},
        {"k", 1ULL << 10},     {"KiB", 1ULL << 10},
        {"MB", 1000000},       {"M", 1ULL << 20},
        {"MiB", 1ULL << 20},   {"GB", 1000000000},
        {"G", 1ULL << 30},     {"GiB", 1ULL << 30},
        {"T", 1ULL << 40},     {"TiB", 1ULL << 40},
        {"TB", 1000000000000},
    };
    const auto count = parseInteger<std::uint64_t>(trimmed(text));
    const auto *known = std::find_if(std::begin(kUnits), std::end(kUnits),
                                     [&](const Unit &each) { return each.name == unit; });
    if (!count || known == std::end(kUnits) ||
        *count > std::numeric_limits<std::uint64_t>::max() / known->bytes)
        return std::nullopt;
    return ByteCount{*count * known->bytes};
}

} // namespace

std::string numberList(std::string_view text) {
    constexpr std::size_t kLongest = 1024;
    text = trimmed(text);
    return text.size() > kLongest || text.find_first_not_of("0123456789-,^") != std::string_view::npos
               ? std::string()
               : std::string(text);
}

DomainSettings::Attributes DomainSettings::attributesOf(XmlTags &tags) {
    Attributes given;
    while (tags.nextAttribute()) {
        const std::string_view name = tags.attributeName(), value = tags.attributeValue();
        if (name == "vcpu")
            given.vcpu = value;
        else if (name == "cpuset")
            given.cpuset = value;
        else if (name == "nodeset")
            given.nodeset = value;
        else if (name == "cellid")
            given.cellid = value;
        else if (name == "id")
            given.id = value;
        else if (name == "cpus")
            given.cpus = value;
        else if (name == "memory")
            given.memory = value;
        else if (name == "unit")
            given.unit = value;
        else if (name == "current")
            given.current = value;
    }
    return given;
}

bool DomainSettings::take(const SectionText &text, XmlTags &tags) {
    const std::string_view name = tags.name();
    const host::EvidenceRef evidence = text.evidence(name);
    if (tags.depth() == 1 && name == "vcpu") {
        const Attributes given = attributesOf(tags);
        const std::string_view count = given.current.empty() ? tags.content() : given.current;
        if (const auto number = parseInteger<unsigned>(trimmed(count)); number && *number > 0)
            m_vcpus = {*number, evidence};
        if (const std::string cpus = numberList(given.cpuset); !cpus.empty() && m_pins.empty())
            m_pins.push_back({"", cpus, evidence});
    } else if (tags.depth() == 1 && name == "memory") {
        const std::string_view unit = attributesOf(tags).unit;
        if (const auto size = sizeOf(tags.content(), unit))
            m_memory = {*size, evidence};
    } else if (tags.depth() == 2 && (name == "vcpupin" || name == "memory" || name == "memnode")) {
        takeTuning(name, attributesOf(tags), evidence);
    } else if (tags.depth() == 3 && name == "cell") {
        takeCell(attributesOf(tags), evidence);
    } else {
        return false;
    }
    return true;
}

void DomainSettings::takeCell(const Attributes &given, host::EvidenceRef evidence) {
    const auto number = given.id.empty() ? std::optional(static_cast<unsigned>(m_nodes.size()))
                                         : parseInteger<unsigned>(given.id);
    if (!number)
        return;
    if (host::VmNode *at = node(*number)) {
        at->cpus = numberList(given.cpus);
        at->memory = sizeOf(given.memory, given.unit);
        at->evidence = evidence;
    }
}

void DomainSettings::takeTuning(std::string_view name, const Attributes &given, host::EvidenceRef evidence) {
    if (name == "memory") { // of <numatune>; that of <memoryBacking> has no nodes
        m_hostNodes = numberList(given.nodeset);
    } else if (name == "memnode") {
        if (const auto number = parseInteger<unsigned>(given.cellid))
            if (host::VmNode *at = node(*number))
                at->hostNodes = numberList(given.nodeset);
    } else if (const std::string vcpus = numberList(given.vcpu), cpus = numberList(given.cpuset);
               !vcpus.empty() && !cpus.empty() && m_pins.size() < kMost) {
        std::erase_if(m_pins, [](const host::VmCpuPin &pin) { return pin.vcpus.empty(); });
        m_pins.push_back({vcpus, cpus, evidence});
    }
}

/// Nodes may be named before they are defined: <numatune> precedes <cpu>.
host::VmNode *DomainSettings::node(unsigned number) {
    constexpr std::size_t kMostNodes = 256;
    const auto at = std::find_if(m_nodes.begin(), m_nodes.end(),
                                 [&](const host::VmNode &each) { return each.number == number; });
    if (at != m_nodes.end())
        return &*at;
    if (m_nodes.size() >= kMostNodes)
        return nullptr;
    m_nodes.push_back({number, {}, {}, {}, {}});
    return &m_nodes.back();
}

void DomainSettings::addTo(host::VmProcess &vm) const {
    if (m_vcpus)
        vm.vcpus = m_vcpus;
    if (m_memory && !vm.memory)
        vm.memory = m_memory;
    if (!m_pins.empty())
        vm.pins = m_pins;
    if (!m_nodes.empty())
        vm.nodes = m_nodes;
    if (!m_hostNodes.empty())
        vm.hostNodes = m_hostNodes;
}

} // namespace fabricscope::formats
