// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lstopo prints in a terminal (hwloc: utils/lstopo/lstopo-text.c): a line for each object, two columns
// further right than the one that it is in. With -v all attributes are in brackets; without, PCI devices have
// their address and class, and bridges have nothing. hwloc's XML is more precise and stays.
#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/hwloc/HwlocDevices.h"
#include "core/formats/hwloc/HwlocFields.h"
#include "core/formats/hwloc/HwlocPci.h"
#include "core/formats/hwloc/LstopoLine.h"
#include "core/formats/hwloc/LstopoMemory.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <deque>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;

/// hwloc's words for classes (hwloc/pci-common.c) that are one class only.
struct ClassWord {
    std::string_view word;
    std::uint16_t classCode; ///< class and subclass
};
constexpr ClassWord kClassWords[] = {
    {"IDE", 0x0101},        {"RAID", 0x0104},         {"SATA", 0x0106},
    {"SAS", 0x0107},        {"NVMExp", 0x0108},       {"Ethernet", 0x0200},
    {"InfiniBand", 0x0207}, {"Fabric", 0x0208},       {"VGA", 0x0300},
    {"3D", 0x0302},         {"Display", 0x0380},      {"CXLMem", 0x0502},
    {"Bridge", 0x0680},     {"Co-Processor", 0x0b40}, {"ProcessingAccelerator", 0x1200},
};

/// Types of OS devices, with their number in format 2 of hwloc's XML.
struct DeviceWord {
    std::string_view word, number;
};
constexpr DeviceWord kDeviceWords[] = {
    {"Block", "0"},       {"Storage", "0"}, {"GPU", "1"},    {"Net", "2"},          {"Network", "2"},
    {"OpenFabrics", "3"}, {"DMA", "4"},     {"CoProc", "5"}, {"Co-Processor", "5"}, {"Memory", "6"},
};

/// No, one, or several NUMA nodes.
struct NodeSet {
    bool any = false, several = false;
    unsigned number = 0;
    EvidenceRef evidence;

    void add(const NodeSet &other) {
        several = several || other.several || (any && other.any && number != other.number);
        if (!any)
            *this = {other.any, several, other.number, other.evidence};
    }
};

/// "13.23GB/s"; the link as it runs now.
std::optional<GigabytesPerSecond> bandwidth(std::string_view text) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    constexpr double kMost = 1e5;
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    return error == std::errc{} && unit == "GB/s" && value > 0 && value < kMost
               ? std::optional(GigabytesPerSecond{value})
               : std::nullopt;
}

/// "0200(Ethernet)" or, without -v, the word alone; class and subclass.
std::optional<std::uint32_t> classOf(std::string_view text) {
    const std::string_view digits = text.substr(0, text.find('('));
    if (digits.size() == 4)
        if (const auto number = hexNumber(digits))
            return static_cast<std::uint32_t>(*number);
    for (const ClassWord &known : kClassWords)
        if (known.word == text)
            return known.classCode;
    return std::nullopt;
}

bool isCache(std::string_view type) {
    return type == "MemCache" || (type.size() > 1 && type[0] == 'L' && type[1] >= '1' && type[1] <= '9');
}

/// Of several that are printed as one, all that are certain.
std::vector<Address> addressesOf(const LstopoObject &object) {
    const auto place = [](const Address &a) {
        return static_cast<unsigned>(a.device) << 3 | a.function;
    };
    std::vector<Address> all = {*object.address};
    if (!object.last || place(*object.last) <= place(*object.address))
        return all;
    if (place(*object.last) - place(*object.address) + 1 != object.count) {
        all.push_back(*object.last); // some between them are missing, nobody tells which
        return all;
    }
    for (unsigned next = place(*object.address) + 1; next <= place(*object.last); ++next)
        all.push_back({object.address->domain, object.address->bus, static_cast<std::uint8_t>(next >> 3),
                       static_cast<std::uint8_t>(next & 7)});
    return all;
}

class LstopoReader {
public:
    LstopoReader(const SectionText &text, HostBuilder &builder)
        : m_text(text)
        , m_builder(builder)
        , m_source(text, std::nullopt, builder)
        , m_devicesKnown(!builder.host.osDevices.empty()) {}

    void read() {
        for (PastedLines lines = toolLines(m_text, PastedLines::Widths::Ignored); lines.next();) {
            const PastedLine &line = lines.line();
            if (line.text.starts_with("...") || line.text.starts_with("[output truncated"))
                m_whole = false;
            m_line = line.source;
            m_indent = line.indent;
            const auto objects = parseLstopoLine(line.text);
            if (!objects.empty())
                close(line.indent);
            for (const LstopoObject &object : objects)
                add(object);
        }
        finish();
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr std::size_t kStep = 2; ///< columns

    /// What holds CPUs or memory: where PCI objects can be.
    struct Place {
        std::uint32_t parent = kNone;
        NodeSet nodes;                         ///< in it; in the end also those of what it is in
        NodeSet attached;                      ///< beside the CPUs in it
        std::size_t firstCpu = 0, lastCpu = 0; ///< in m_cpus
        bool isMachine = false, isNuma = false;
        [[nodiscard]] bool hasCpus() const { return firstCpu != lastCpu; }
    };
    struct HostBridge {
        std::uint32_t place = kNone;
        std::optional<host::RootBus> root;
    };
    struct PciObject {
        Address address;
        std::uint32_t place = kNone, bridge = kNone;
    };
    struct NumaLine {
        unsigned number = 0;
        std::uint32_t place = kNone; ///< its own
        EvidenceRef evidence;
    };
    /// An object whose inside is being read.
    struct Open {
        std::size_t indent = 0;
        std::uint32_t place = kNone, bridge = kNone;
        std::optional<Address> pci;
        std::optional<HwlocBuses> buses; ///< below it, where it is a bridge
        bool isHostBridge = false, ownsPlace = false;
    };

    void close(std::size_t indent);
    void add(const LstopoObject &object);
    void addThread(const LstopoObject &object);
    void addPlace(const LstopoObject &object);
    void addHostBridge(const LstopoObject &object);
    void addPci(const LstopoObject &object);
    void addDevice(const LstopoObject &object, std::string_view number);
    void addMachine(const LstopoObject &object);
    void addFunction(const Address &address, const LstopoObject &object);
    void fill(PciFunction &function, std::string_view attributes);
    void fillName(PciFunction &function, std::string_view vendor, std::string_view device);
    void finish();
    void finishPlaces();
    void finishNumaNodes();
    void finishFunctions();
    void finishCounts();
    [[nodiscard]] Open inner() const { return m_open.empty() ? Open{} : m_open.back(); }
    [[nodiscard]] EvidenceRef evidence() const { return m_text.evidence(m_line); }
    [[nodiscard]] std::string cpusOf(const Place &place) const {
        return cpuList({m_cpus.begin() + static_cast<std::ptrdiff_t>(place.firstCpu),
                        m_cpus.begin() + static_cast<std::ptrdiff_t>(place.lastCpu)});
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    HwlocSource m_source;
    HwlocDevices m_devices;
    bool m_devicesKnown; ///< by hwloc's XML
    std::string_view m_line;
    std::size_t m_indent = 0;
    std::vector<Open> m_open;
    std::vector<Place> m_places;
    std::vector<HostBridge> m_bridges;
    std::vector<PciObject> m_pci;
    std::vector<NumaLine> m_numaNodes;
    std::vector<unsigned> m_cpus;   ///< in the order of the text
    std::deque<std::string> m_kept; ///< texts that m_devices refers to
    std::size_t m_packages = 0, m_cores = 0, m_threads = 0;
    EvidenceRef m_firstPackage, m_firstCore, m_firstThread;
    bool m_machine = false; ///< the text begins where the machine does
    bool m_whole = true;    ///< nothing was left out
    bool m_inNodes = false; ///< CPUs are in NUMA nodes: format 1
    bool m_cpusKnown = true;
};

void LstopoReader::close(std::size_t indent) {
    while (!m_open.empty() && m_open.back().indent >= indent) {
        if (m_open.back().ownsPlace)
            m_places[m_open.back().place].lastCpu = m_cpus.size();
        m_open.pop_back();
    }
}

void LstopoReader::add(const LstopoObject &object) {
    m_devices.end();
    const auto *device = std::find_if(std::begin(kDeviceWords), std::end(kDeviceWords),
                                      [&](const DeviceWord &row) { return row.word == object.type; });
    constexpr std::size_t kDeepest = 4096; // levels; hwloc's own trees have about thirty
    if (m_open.size() >= kDeepest)
        return;
    if (device != std::end(kDeviceWords))
        addDevice(object, device->number);
    else if (object.type == "PU")
        addThread(object);
    else if (object.type == "HostBridge" || (object.type.ends_with("Bridge") && !object.address &&
                                             !lstopoAttribute(object.attributes, "buses").empty()))
        addHostBridge(object);
    else if (object.type == "PCI" || object.type.ends_with("Bridge"))
        addPci(object);
    else
        addPlace(object);
}

void LstopoReader::addThread(const LstopoObject &object) {
    if (m_threads++ == 0)
        m_firstThread = evidence();
    if (object.osIndex && *object.osIndex < HostLimits::kCpuNumber && m_cpus.size() < HostLimits::kCpuNumber)
        m_cpus.push_back(*object.osIndex);
    else
        m_cpusKnown = false;
}

void LstopoReader::addPlace(const LstopoObject &object) {
    Open open = inner();
    open.indent = m_indent;
    open.ownsPlace = false;
    if (object.type == "Core" && m_cores++ == 0)
        m_firstCore = evidence();
    if ((object.type == "Package" || object.type == "Socket") && m_packages++ == 0)
        m_firstPackage = evidence();
    constexpr std::size_t kMostPlaces = 65536;
    if (object.type == "Core" || isCache(object.type) || m_places.size() >= kMostPlaces) {
        m_open.push_back(open);
        return;
    }
    Place place;
    place.parent = open.place;
    place.firstCpu = place.lastCpu = m_cpus.size();
    place.isMachine = object.type == "Machine";
    place.isNuma = object.type == "NUMANode";
    const auto index = static_cast<std::uint32_t>(m_places.size());
    if (place.isNuma && object.osIndex && *object.osIndex < HostLimits::kNumaNodes) {
        place.nodes = {true, false, *object.osIndex, evidence()};
        m_numaNodes.push_back({*object.osIndex, index, evidence()});
        host::NumaNodeFacts *node = m_builder.numaNode(*object.osIndex);
        const auto size = withoutEnding(lstopoAttribute(object.attributes, "local"), "KB");
        const auto kilobytes = size ? parseInteger<std::uint64_t>(*size) : std::nullopt;
        if (node && kilobytes && *kilobytes > 0 && *kilobytes < std::uint64_t{1} << 50)
            setIfUnknown(node->memory, ByteCount{*kilobytes << 10}, evidence());
        addRoundedMemory(m_builder, *object.osIndex, object.attributes, evidence());
    } else if (place.isNuma) {
        m_whole = false; // its number is not the kernel's
    }
    if (place.isMachine || object.type == "Package" || object.type == "Socket")
        addMachine(object);
    m_machine = m_machine || place.isMachine;
    m_places.push_back(place);
    open.place = index;
    open.ownsPlace = true;
    m_open.push_back(open);
}

void LstopoReader::addMachine(const LstopoObject &object) {
    std::string_view rest = object.attributes;
    while (const auto attribute = takeLstopoAttribute(rest))
        for (const HwlocMachineInfo &known : kHwlocMachineInfos)
            if (attribute->name == known.name)
                setTextIfUnknown(m_builder.host.*known.member, attribute->value, evidence(), 256);
}

void LstopoReader::addHostBridge(const LstopoObject &object) {
    Open open = inner();
    open.indent = m_indent;
    open.isHostBridge = true;
    open.ownsPlace = false;
    open.pci.reset();
    open.buses.reset();
    HostBridge bridge;
    bridge.place = open.place;
    if (const auto buses = hwlocBuses(lstopoAttribute(object.attributes, "buses")))
        bridge.root = host::RootBus{buses->domain, buses->secondary};
    if (m_bridges.size() < HostLimits::kFunctions) {
        open.bridge = static_cast<std::uint32_t>(m_bridges.size());
        m_bridges.push_back(bridge);
    }
    m_open.push_back(open);
}

void LstopoReader::addPci(const LstopoObject &object) {
    Open open = inner();
    const bool onRootBus = open.isHostBridge && m_indent == open.indent + kStep;
    if (object.address && onRootBus && open.bridge != kNone && !m_bridges[open.bridge].root)
        m_bridges[open.bridge].root = host::RootBus{object.address->domain, object.address->bus};
    if (object.address)
        for (const Address &address : addressesOf(object))
            addFunction(address, object);
    open.indent = m_indent;
    open.isHostBridge = open.ownsPlace = false;
    open.pci = object.address;
    open.buses = hwlocBuses(lstopoAttribute(object.attributes, "buses"));
    m_open.push_back(open);
}

void LstopoReader::addFunction(const Address &address, const LstopoObject &object) {
    PciFunction *function = m_pci.size() < HostLimits::kFunctions ? m_builder.function(address) : nullptr;
    if (!function)
        return;
    const Open above = inner();
    const bool isBelow = above.pci && above.buses && above.buses->domain == address.domain &&
                         above.buses->secondary <= address.bus && address.bus <= above.buses->subordinate;
    if (isBelow && *above.pci != address && !function->parent && !function->rootBus)
        function->parent = above.pci;
    m_pci.push_back({address, above.place, above.bridge});
    fill(*function, object.attributes);
}

void LstopoReader::fill(PciFunction &function, std::string_view attributes) {
    const EvidenceRef at = evidence();
    if (const auto code = classOf(attributes)) // without -v
        setIfUnknown(function.classCode, *code << 8, at);
    std::string_view vendor, device;
    while (const auto attribute = takeLstopoAttribute(attributes)) {
        const std::string_view value = attribute->value;
        if (attribute->name == "class") {
            if (const auto code = classOf(value))
                setIfUnknown(function.classCode, *code << 8, at);
        } else if (attribute->name == "id" && value.size() == 9 && value[4] == ':') {
            const auto vendorId = hexNumber(value.substr(0, 4)), deviceId = hexNumber(value.substr(5));
            if (vendorId && deviceId && (*vendorId != 0 || *deviceId != 0)) {
                setIfUnknown(function.vendor, static_cast<std::uint16_t>(*vendorId), at);
                setIfUnknown(function.device, static_cast<std::uint16_t>(*deviceId), at);
            }
        } else if (attribute->name == "link") {
            if (const auto rate = bandwidth(value); rate && !function.rare->linkBandwidth)
                function.rare.edit().linkBandwidth = {*rate, at};
        } else if (attribute->name == "buses") {
            if (const auto buses = hwlocBuses(value); buses && !function.rare->secondaryBus) {
                function.rare.edit().secondaryBus = {buses->secondary, at};
                function.rare.edit().subordinateBus = {buses->subordinate, at};
            }
        } else if (attribute->name == "PCISlot") {
            setTextIfUnknown(function.rare.edit().slotLabel, value, at, 64);
        } else if (attribute->name == "PCIVendor") {
            vendor = value;
        } else if (attribute->name == "PCIDevice") {
            device = value;
        }
    }
    fillName(function, vendor, device);
}

/// As lspci names a device: "Vendor Device", or the device alone.
void LstopoReader::fillName(PciFunction &function, std::string_view vendor, std::string_view device) {
    if (device.empty())
        return;
    std::string name(vendor.substr(0, 100));
    name.append(name.empty() ? "" : " ").append(device.substr(0, 100));
    setTextIfUnknown(function.rare.edit().name, name, evidence(), 200);
}

void LstopoReader::addDevice(const LstopoObject &object, std::string_view number) {
    if (m_devicesKnown)
        return;
    const HwlocAttribute name{object.name, m_line}, type{number, m_line};
    m_devices.begin({name, type, {}}, inner().pci, 2, m_source);
    std::string_view rest = object.attributes;
    while (const auto attribute = takeLstopoAttribute(rest)) {
        HwlocAttribute value{attribute->value, m_line};
        if (attribute->name == "XGMIPeers" || attribute->name == "GPUModel")
            value.value = m_kept.emplace_back(attribute->value); // it outlives the line
        m_devices.info(attribute->name, value, m_source);
    }
}

void LstopoReader::finish() {
    close(0);
    finishPlaces();
    finishNumaNodes();
    finishFunctions();
    finishCounts();
    if (m_devicesKnown)
        return;
    m_devices.sort();
    m_devices.deliver(m_source, false);
}

/// In format 1 a NUMA node holds its CPUs; later it is beside them, in what holds both.
void LstopoReader::finishPlaces() {
    m_inNodes = std::any_of(m_places.begin(), m_places.end(),
                            [](const Place &place) { return place.isNuma && place.hasCpus(); });
    for (std::size_t i = m_places.size(); i-- > 0;) {
        const Place &place = m_places[i];
        if (place.parent == kNone)
            continue;
        m_places[place.parent].nodes.add(place.nodes);
        if (place.isNuma && !m_inNodes)
            m_places[place.parent].attached.add(place.nodes);
    }
    for (Place &place : m_places)
        if (place.parent != kNone && !place.isNuma) {
            place.nodes.add(m_places[place.parent].attached);
            place.attached.add(m_places[place.parent].attached);
        }
}

void LstopoReader::finishNumaNodes() {
    for (const NumaLine &line : m_numaNodes) {
        const Place &own = m_places[line.place];
        const Place *place = m_inNodes ? &own : own.parent != kNone ? &m_places[own.parent] : nullptr;
        host::NumaNodeFacts *node = m_builder.numaNode(line.number);
        if (node && place && m_machine && m_whole && m_cpusKnown && place->hasCpus() && !place->nodes.several)
            setIfUnknown(node->cpus, cpusOf(*place), line.evidence);
    }
}

void LstopoReader::finishFunctions() {
    std::vector<std::optional<std::string>> cpus(m_places.size()); // of places with PCI objects
    for (const PciObject &object : m_pci) {
        PciFunction *function = m_builder.knownFunction(object.address);
        const auto root = object.bridge == kNone ? std::nullopt : m_bridges[object.bridge].root;
        if (root && root->first == object.address.domain && !function->rootBus &&
            (function->parent || root->second == object.address.bus))
            function->rootBus = root;
        if (object.place == kNone || !m_machine || !m_whole)
            continue;
        const Place &place = m_places[object.place];
        if (place.nodes.any && !place.nodes.several)
            setIfUnknown(function->numaNode, static_cast<int>(place.nodes.number), place.nodes.evidence);
        if (place.isMachine || !m_cpusKnown || !place.hasCpus())
            continue; // "somewhere on this machine" is no place
        auto &list = cpus[object.place];
        if (!list)
            list = cpusOf(place);
        if (place.nodes.any)
            setTextIfUnknown(function->localCpus, *list, place.nodes.evidence, 65536);
    }
}

void LstopoReader::finishCounts() {
    if (!m_machine || !m_whole)
        return;
    host::Host &host = m_builder.host;
    if (m_packages > 0)
        setIfUnknown(host.cpuPackages, static_cast<int>(m_packages), m_firstPackage);
    if (m_cores > 0)
        setIfUnknown(host.cpuCores, static_cast<int>(m_cores), m_firstCore);
    if (m_threads > 0)
        setIfUnknown(host.cpuThreads, static_cast<int>(m_threads), m_firstThread);
}

} // namespace

bool isLstopo(const FileSample &sample) {
    constexpr std::string_view kWords[] = {"HostBridge", "PCIBridge", "NUMANode", "Package", "Socket"};
    if (std::none_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return sample.head.find(word) != std::string_view::npos; }))
        return false;
    for (PastedLines lines(sample.head); lines.next();) {
        const auto objects = parseLstopoLine(lines.line().text);
        if (!objects.empty() &&
            std::find(std::begin(kWords), std::end(kWords), objects[0].type) != std::end(kWords))
            return true;
    }
    return false;
}

void readLstopo(const SectionText &text, HostBuilder &builder) {
    LstopoReader(text, builder).read();
}

} // namespace fabricscope::formats
