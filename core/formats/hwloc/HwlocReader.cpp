// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// hwloc's XML (hwloc.dtd, hwloc2.dtd; lstopo --of xml, hwloc_topology_export_xml). Format 1 knows Socket and
// puts CPUs into NUMANode; format 2 hangs NUMANode next to them and adds gp_index and distances2; format 3
// adds the programming interface, moves the machine's infos to the root and makes the type of OS devices a
// set of bits.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/hwloc/HwlocDevices.h"
#include "core/formats/hwloc/HwlocDistances.h"
#include "core/formats/hwloc/HwlocFields.h"
#include "core/formats/hwloc/HwlocObject.h"
#include "core/formats/hwloc/HwlocPci.h"
#include "core/formats/hwloc/HwlocSets.h"
#include "core/formats/hwloc/XmlTags.h"
#include "core/formats/hwloc/XmlText.h"

#include <fmt/format.h>

namespace fabricscope::formats {

namespace {

using host::Host;

/// One pass over the text.
class Walk {
public:
    Walk(const SectionText &text, std::optional<host::EvidenceRef> whole, HostBuilder &builder)
        : m_source(text, whole, builder), m_tags(text.bytes) {}
    void run();

private:
    static constexpr std::uint32_t kNone = HwlocPciObject::kNone;
    /// An object whose end has not come yet.
    struct Open {
        HwlocType type = HwlocType::Other;
        std::uint32_t pci = kNone; ///< the PCI object that it is or hangs below
        std::uint32_t place =
            kNone; ///< location of PCI objects below it; that of a root bus below a host bridge
        std::uint32_t numa = kNone; ///< index of its NUMA node in m_numaPieces, while inside one
        std::size_t tag = 0;        ///< of its '<'
    };

    void element();
    void object();
    void bridgeOrDevice(Open &open);
    bool fill(HwlocPciObject &object, Open &open);
    void osDevice(const Open &open);
    void numaNode(Open &open);
    void info();
    void machineInfo(std::string_view name, const HwlocAttribute &value);
    void pciInfo(HwlocPciObject &object, std::string_view name, const HwlocAttribute &value) const;
    void readVersion();
    std::uint32_t placeBelow(Open &above, const HwlocAttribute &buses);
    void finish();
    void count(host::Fact<int> &fact, std::size_t number, std::string_view piece) const;

    HwlocSource m_source;
    XmlTags m_tags;
    std::vector<Open> m_open;
    HwlocPci m_pci;
    HwlocDevices m_devices;
    HwlocDistances m_distances;
    std::vector<unsigned> m_numaNumbers;      ///< in the order of the text
    std::vector<HwlocAttribute> m_numaPieces; ///< next to them: os_index
    std::optional<HwlocAttribute> m_machineMemory;
    std::string_view m_rootTag;
    std::string m_backends;
    HwlocAttribute m_lastBackend;
    std::size_t m_packages = 0, m_cores = 0, m_threads = 0;
    std::string_view m_firstPackage, m_firstCore, m_firstThread; ///< their tags' names
    int m_major = 1;
};

void Walk::run() {
    m_open.reserve(64);
    m_pci.reserve(m_source.bytes().size());
    while (m_tags.next()) {
        if (m_tags.isStart())
            element();
        else if (isName(m_tags.name(), "object") && !m_open.empty())
            m_open.pop_back();
    }
    if (const auto &damage = m_tags.damage()) {
        const std::size_t at = std::min(damage->offset, m_source.bytes().size());
        m_source.warn(m_source.bytes().substr(at, 0),
                      fmt::format("{} (byte {}): the rest was not read", damage->what, at));
    }
    finish();
}

void Walk::element() {
    const std::string_view name = m_tags.name();
    if (isName(name, "object")) {
        object();
    } else if (isName(name, "info")) {
        info();
    } else if (name == "distances2" || name == "distances2hetero" || name == "distances") {
        m_distances.read(m_tags, m_source);
    } else if (m_tags.depth() == 0) {
        m_rootTag = name;
        readVersion();
    } else {
        m_tags.skipAttributes();
    }
}

void Walk::readVersion() {
    constexpr int kNewest = 3;
    while (m_tags.nextAttribute())
        if (m_tags.attributeName() == "version") {
            std::string_view version = m_tags.attributeValue();
            m_major = parseInteger<int>(takeUntil(version, '.')).value_or(1);
            if (m_major > kNewest)
                m_source.warn(m_tags.attribute(), "newer hwloc format: read as format 3");
        }
}

void Walk::object() {
    Open open;
    open.tag = static_cast<std::size_t>(m_tags.name().data() - 1 - m_source.bytes().data());
    if (!m_open.empty()) {
        open.pci = m_open.back().pci;
        open.numa = m_open.back().numa;
        if (m_open.back().type == HwlocType::Bridge || m_open.back().type == HwlocType::PciDevice)
            open.place = m_open.back().place;
    }
    static constexpr XmlName kType = "type";
    bool typed = m_tags.nextIs(kType); // the first one, as a rule
    while (!typed && m_tags.nextAttribute())
        typed = isName(m_tags.attributeName(), kType.name());
    if (typed)
        open.type = hwlocTypeOf(m_tags.attributeValue());
    m_devices.end();
    const auto first = [&](std::string_view &piece) {
        if (piece.empty())
            piece = m_tags.name();
    };
    switch (open.type) {
    case HwlocType::Bridge:
    case HwlocType::PciDevice:
        bridgeOrDevice(open);
        break;
    case HwlocType::OsDevice:
        osDevice(open);
        break;
    case HwlocType::Numa:
        numaNode(open);
        break;
    case HwlocType::Machine:
        while (m_open.empty() && m_tags.nextAttribute())
            if (m_tags.attributeName() == "local_memory")
                m_machineMemory = {m_tags.attributeValue(), m_tags.attribute()};
        break;
    case HwlocType::Package:
        ++m_packages;
        first(m_firstPackage);
        break;
    case HwlocType::Core:
        ++m_cores;
        first(m_firstCore);
        break;
    case HwlocType::Pu:
        ++m_threads;
        first(m_firstThread);
        break;
    case HwlocType::Other:
        break;
    }
    m_tags.skipAttributes();
    if (m_tags.isOpen())
        m_open.push_back(open);
}

/// The place of PCI objects right below an object that is none; a host bridge adds its root bus.
std::uint32_t Walk::placeBelow(Open &above, const HwlocAttribute &buses) {
    HwlocPlace place;
    XmlTags tag(m_source.bytes().substr(above.tag));
    if (tag.next())
        readHwlocAttributes(tag, place, kPlaceFields);
    if (above.numa != kNone)
        place.numaNode = m_numaPieces[above.numa];
    place.isMachine = above.type == HwlocType::Machine;
    if (const auto parsed = hwlocBuses(buses.value))
        place.rootBus = std::pair{parsed->domain, parsed->secondary};
    return m_pci.addPlace(place);
}

void Walk::bridgeOrDevice(Open &open) {
    HwlocPciObject *const object = m_pci.add();
    if (!object) {
        open.pci = kNone;
        return;
    }
    if (open.type == HwlocType::Bridge)
        readHwlocAttributes(m_tags, *object, kBridgeFields);
    else
        readHwlocAttributes(m_tags, *object, kPciFields);
    if (fill(*object, open))
        open.pci = m_pci.lastIndex();
    else
        m_pci.dropLast();
}

/// False where it is a host bridge, or none at all.
bool Walk::fill(HwlocPciObject &object, Open &open) {
    const bool isHostBridge = open.type == HwlocType::Bridge && !object.busId;
    if (m_open.empty()) {
        m_source.warn(m_tags.name(), "a PCI object outside of a machine");
        return false;
    }
    if (isHostBridge) {
        if (open.pci == kNone)
            open.place = placeBelow(m_open.back(), object.bridge);
        return false;
    }
    if (open.place == kNone) {
        if (m_open.back().place == kNone)
            m_open.back().place = placeBelow(m_open.back(), {});
        open.place = m_open.back().place;
    }
    const auto address = hwlocBusId(object.busId.value);
    if (!address) {
        m_source.warn(object.busId ? object.busId.piece : m_tags.name(), "not a PCI address");
        return false;
    }
    object.address = *address;
    object.parent = open.pci;
    object.place = open.place;
    return true;
}

void Walk::osDevice(const Open &open) {
    HwlocDevices::Object object;
    readHwlocAttributes(m_tags, object, kDeviceFields);
    const auto pci = open.pci == kNone ? std::nullopt : std::optional(m_pci.object(open.pci).address);
    m_devices.begin(object, pci, m_major, m_source);
}

void Walk::numaNode(Open &open) {
    NumaAttributes attributes;
    readHwlocAttributes(m_tags, attributes, kNumaFields);
    const auto number = parseInteger<unsigned>(attributes.number.value);
    if (!number || *number >= HostLimits::kNumaNodes || m_numaNumbers.size() >= HostLimits::kNumaNodes) {
        m_source.warn(attributes.number ? attributes.number.piece : m_tags.name(), "not a NUMA node number");
        return;
    }
    open.numa = static_cast<std::uint32_t>(m_numaNumbers.size());
    m_numaNumbers.push_back(*number);
    m_numaPieces.push_back(attributes.number);
    host::NumaNodeFacts *node = m_source.builder.numaNode(*number);
    if (!node)
        return;
    if (const auto list = hwlocSetAsList(attributes.cpuset.value))
        node->cpus = textFact(*list, m_source.evidence(attributes.cpuset.piece), 65536);
    else if (attributes.cpuset)
        m_source.warn(attributes.cpuset.piece, "not a set of CPUs");
    if (const auto bytes = parseInteger<std::uint64_t>(attributes.memory.value); bytes && *bytes > 0)
        node->memory = {ByteCount{*bytes}, m_source.evidence(attributes.memory.piece)};
}

void Walk::info() {
    const Open *const open = m_open.empty() ? nullptr : &m_open.back();
    const HwlocType type = open ? open->type : HwlocType::Machine;
    if (type == HwlocType::Other || type == HwlocType::Core || type == HwlocType::Pu ||
        type == HwlocType::Numa) {
        m_tags.skipAttributes();
        return;
    }
    InfoAttributes info;
    readHwlocAttributes(m_tags, info, kInfoFields);
    const std::string_view name = info.name.value;
    const HwlocAttribute &value = info.value;
    if (type == HwlocType::OsDevice)
        m_devices.info(name, value, m_source);
    else if (type == HwlocType::Machine || type == HwlocType::Package)
        machineInfo(name, value);
    else if (open->pci != kNone)
        pciInfo(m_pci.object(open->pci), name, value);
}

void Walk::machineInfo(std::string_view name, const HwlocAttribute &value) {
    const std::string_view text = trimmed(value.value);
    if (text.empty())
        return;
    for (const HwlocMachineInfo &known : kHwlocMachineInfos)
        if (isName(known.name, name)) {
            auto &fact = m_source.builder.host.*known.member;
            if (!fact)
                fact = m_source.textFact(text, value.piece, 256);
        }
    for (const HwlocMachineNumber &known : kHwlocMachineNumbers)
        if (isName(known.name, name))
            if (auto &fact = m_source.builder.host.*known.member; !fact)
                if (const auto number = parseInteger<int>(text); number && *number >= 0)
                    fact = {*number, m_source.evidence(value.piece)};
    constexpr std::size_t kMost = 256;
    if (name == "Backend" && m_backends.size() < kMost) {
        m_backends.append(m_backends.empty() ? "" : " ").append(text.substr(0, 64));
        m_lastBackend = value;
    }
}

void Walk::pciInfo(HwlocPciObject &object, std::string_view name, const HwlocAttribute &value) const {
    if (name == "PCIDevice")
        object.deviceName = value;
    else if (name == "PCIVendor")
        object.vendorName = value;
    else if (name == "PCISlot")
        object.slot = value;
}

void Walk::count(host::Fact<int> &fact, std::size_t number, std::string_view piece) const {
    constexpr std::size_t kMost = 1U << 30;
    if (number > 0)
        fact = {static_cast<int>(std::min(number, kMost)), m_source.evidence(piece)};
}

void Walk::finish() {
    Host &host = m_source.builder.host;
    m_pci.deliver(m_source);
    m_devices.sort();
    m_distances.deliver(m_numaNumbers, m_devices, m_source);
    m_devices.deliver(m_source, m_distances.haveXgmi());
    count(host.cpuPackages, m_packages, m_firstPackage);
    count(host.cpuCores, m_cores, m_firstCore);
    count(host.cpuThreads, m_threads, m_firstThread);
    if (!m_backends.empty())
        host.hwlocBackends = m_source.textFact(m_backends, m_lastBackend.piece, 512);
    if (m_machineMemory && m_numaNumbers.empty())
        if (const auto bytes = parseInteger<std::uint64_t>(m_machineMemory->value); bytes && *bytes > 0)
            host.memory = {ByteCount{*bytes}, m_source.evidence(m_machineMemory->piece)};
    if (m_rootTag != "topology" && m_rootTag != "root") // the root's name before 1.0
        m_source.warn(m_source.bytes().substr(0, 0), "not hwloc XML");
}

} // namespace

void readHwlocXml(const SectionText &text, HostBuilder &builder) {
    const auto converted = utf8OfUtf16(text.bytes);
    if (converted) {
        const SectionText narrow{text.meta, *converted, text.index};
        Walk(narrow, text.evidence(text.bytes), builder).run();
    } else {
        Walk(text, std::nullopt, builder).run();
    }
}

bool isHwlocXml(const FileSample &sample) {
    const XmlRoot root = xmlRoot(sample.head);
    return (root.name == "topology" || root.name == "root") && root.firstChild == "object";
}

} // namespace fabricscope::formats
