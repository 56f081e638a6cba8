// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/HwlocPci.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/hwloc/HwlocSets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;

/// Takes a number of at most `most` digits off the front, and `behind` after it.
std::optional<std::uint32_t> takeHex(std::string_view &rest, std::size_t most, std::string_view behind) {
    std::size_t length = 0;
    while (length < rest.size() && length <= most && hexDigit(rest[length]) < 16)
        ++length;
    const auto number = length <= most ? hexNumber(rest.substr(0, length)) : std::nullopt;
    if (!number || rest.substr(length, behind.size()) != behind)
        return std::nullopt;
    rest.remove_prefix(length + behind.size());
    return static_cast<std::uint32_t>(*number);
}

using Ids = HwlocPci::Ids;

/// Eight digits that are in these places of a text; over 32 bits where one of them is none.
template<std::size_t... places> std::uint64_t hexDigitsAt(std::string_view text) {
    static_assert(sizeof...(places) == 8);
    const char digits[] = {text[places]...};
    return hexEight(digits);
}

/// Where all is in its usual place.
std::optional<Ids> usualIds(std::string_view text) {
    constexpr std::string_view kForm = "0604 [8086:2030] [8086:0000] 04";
    constexpr std::size_t kMarks[] = {4, 5, 10, 15, 16, 17, 22, 27, 28};
    if (text.size() != kForm.size())
        return std::nullopt;
    unsigned wrong = 0;
    for (const std::size_t mark : kMarks)
        wrong |= static_cast<unsigned>(text[mark] ^ kForm[mark]);
    const std::uint64_t first = hexDigitsAt<0, 1, 2, 3, 6, 7, 8, 9>(text);
    const std::uint64_t second = hexDigitsAt<11, 12, 13, 14, 18, 19, 20, 21>(text);
    const std::uint64_t third = hexDigitsAt<23, 24, 25, 26, 29, 30, 29, 30>(text); // the last two twice
    if (wrong != 0 || (first | second | third) >> 32 != 0)
        return std::nullopt;
    return Ids{static_cast<std::uint32_t>(first >> 16 << 8), static_cast<std::uint16_t>(first),
               static_cast<std::uint16_t>(second >> 16),     static_cast<std::uint16_t>(second),
               static_cast<std::uint16_t>(third >> 16),      static_cast<std::uint8_t>(third)};
}

std::optional<Ids> parseIds(std::string_view text) {
    if (const auto usual = usualIds(text))
        return usual;
    const auto classId = takeHex(text, 4, " [");
    const auto vendor = classId ? takeHex(text, 4, ":") : std::nullopt;
    const auto device = vendor ? takeHex(text, 4, "] [") : std::nullopt;
    const auto subVendor = device ? takeHex(text, 4, ":") : std::nullopt;
    const auto subDevice = subVendor ? takeHex(text, 4, "] ") : std::nullopt;
    const auto revision = subDevice ? takeHex(text, 2, "") : std::nullopt;
    if (!revision)
        return std::nullopt;
    std::uint32_t interface = 0;
    if (!text.empty()) {
        text.remove_prefix(1);
        interface = takeHex(text, 2, "").value_or(0);
    }
    return Ids{*classId << 8 | interface,
               static_cast<std::uint16_t>(*vendor),
               static_cast<std::uint16_t>(*device),
               static_cast<std::uint16_t>(*subVendor),
               static_cast<std::uint16_t>(*subDevice),
               static_cast<std::uint8_t>(*revision)};
}

/// `count` of eight bytes as eightBytes() gives them, from the byte `from` on, at the place of the byte `to`.
constexpr std::uint64_t moved(std::uint64_t bytes, unsigned from, unsigned count, unsigned to) {
    return (bytes >> 8 * from & ((std::uint64_t{1} << 8 * count) - 1)) << 8 * to;
}

constexpr std::size_t kUsualLength = 12; // of both below

/// "0000:34:00.0" with a domain of four digits.
std::optional<Address> usualBusId(std::string_view text) {
    if (text.size() != kUsualLength || text[4] != ':' || text[7] != ':' || text[10] != '.')
        return std::nullopt;
    const std::uint64_t front = eightBytes(text.data()), back = eightBytes(text.data() + 4);
    const std::uint64_t number =
        hexEight(moved(front, 0, 4, 0) | moved(back, 1, 2, 4) | moved(back, 4, 2, 6));
    const auto device = static_cast<std::uint8_t>(number);
    const unsigned function = hexDigit(text[11]);
    if (number >> 32 != 0 || device > 31 || function > 7)
        return std::nullopt;
    return Address{static_cast<std::uint32_t>(number >> 16), static_cast<std::uint8_t>(number >> 8), device,
                   static_cast<std::uint8_t>(function)};
}

/// "0000:[2c-3b]" with a domain of four digits.
std::optional<HwlocBuses> usualBuses(std::string_view text) {
    if (text.size() != kUsualLength || text[4] != ':' || text[5] != '[' || text[8] != '-' || text[11] != ']')
        return std::nullopt;
    const std::uint64_t front = eightBytes(text.data()), back = eightBytes(text.data() + 4);
    const std::uint64_t number =
        hexEight(moved(front, 0, 4, 0) | moved(back, 2, 2, 4) | moved(back, 5, 2, 6));
    if (number >> 32 != 0)
        return std::nullopt;
    return HwlocBuses{static_cast<std::uint32_t>(number >> 16), static_cast<std::uint8_t>(number >> 8),
                      static_cast<std::uint8_t>(number)};
}

/// hwloc writes zeros for what it could not read: no vendor has the number 0, so all of that stays unknown.
void fillIds(PciFunction &function, const Ids &ids, EvidenceRef evidence) {
    if (ids.vendor == 0 && ids.device == 0)
        return;
    function.classCode = {ids.classCode, evidence};
    function.vendor = {ids.vendor, evidence};
    function.device = {ids.device, evidence};
    function.revision = {ids.revision, evidence};
    if (ids.subsystemVendor != 0 || ids.subsystemDevice != 0) {
        function.subsystemVendor = {ids.subsystemVendor, evidence};
        function.subsystemDevice = {ids.subsystemDevice, evidence};
    }
}

/// GB/s of the link as it runs now, coding taken off; 0 is hwloc's unknown.
std::optional<GigabytesPerSecond> bandwidth(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 1e5;
    if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) || value > kMost)
        return std::nullopt;
    return GigabytesPerSecond{value};
}

/// "Vendor Device", either alone, as lspci names a device.
host::Fact<std::string> nameOf(const HwlocPciObject &object, const HwlocSource &source) {
    constexpr std::size_t kMost = 200;
    if (!object.deviceName)
        return object.name && !object.name.value.empty()
                   ? source.textFact(object.name.value, object.name.piece, kMost)
                   : host::Fact<std::string>();
    if (!object.vendorName)
        return source.textFact(object.deviceName.value, object.deviceName.piece, kMost);
    std::string name;
    name.reserve(object.vendorName.value.size() + 1 + object.deviceName.value.size());
    name.append(object.vendorName.value).append(1, ' ').append(object.deviceName.value);
    return source.textFact(name, object.deviceName.piece, kMost);
}

std::optional<int> nodeNumber(std::optional<unsigned> number) {
    return number && *number < HostLimits::kNumaNodes ? std::optional(static_cast<int>(*number))
                                                      : std::nullopt;
}

/// A function's NUMA node only where its place names exactly one.
host::Fact<int> numaNodeOf(const HwlocPlace &place, const HwlocSource &source) {
    const HwlocAttribute &nodes =
        place.nodeset && place.nodeset.value != "0x0" ? place.nodeset : place.completeNodeset;
    if (nodes) {
        const auto node = nodeNumber(onlyMemberOfHwlocSet(nodes.value));
        return node ? host::Fact<int>(*node, source.evidence(nodes.piece)) : host::Fact<int>();
    }
    const auto node = nodeNumber(parseInteger<unsigned>(place.numaNode.value));
    return node ? host::Fact<int>(*node, source.evidence(place.numaNode.piece)) : host::Fact<int>();
}

} // namespace

std::optional<Address> hwlocBusId(std::string_view text) {
    if (const auto usual = usualBusId(text))
        return usual;
    const auto domain = takeHex(text, 8, ":");
    const auto bus = domain ? takeHex(text, 2, ":") : std::nullopt;
    const auto device = bus ? takeHex(text, 2, ".") : std::nullopt;
    const auto function = device ? takeHex(text, 1, "") : std::nullopt;
    if (!function || !text.empty() || *device > 31 || *function > 7)
        return std::nullopt;
    return Address{*domain, static_cast<std::uint8_t>(*bus), static_cast<std::uint8_t>(*device),
                   static_cast<std::uint8_t>(*function)};
}

std::optional<HwlocBuses> hwlocBuses(std::string_view text) {
    if (const auto usual = usualBuses(text))
        return usual;
    const auto domain = takeHex(text, 8, ":[");
    const auto secondary = domain ? takeHex(text, 2, "-") : std::nullopt;
    const auto subordinate = secondary ? takeHex(text, 2, "]") : std::nullopt;
    if (!subordinate || !text.empty())
        return std::nullopt;
    return HwlocBuses{*domain, static_cast<std::uint8_t>(*secondary),
                      static_cast<std::uint8_t>(*subordinate)};
}

HwlocPciObject *HwlocPci::add() {
    m_cut = m_objects.size() >= kMaxObjects;
    return m_cut ? nullptr : &m_objects.emplace_back();
}

std::uint32_t HwlocPci::addPlace(const HwlocPlace &place) {
    m_places.push_back(place);
    return static_cast<std::uint32_t>(m_places.size() - 1);
}

void HwlocPci::fill(const HwlocPciObject &object, const HwlocSource &source) {
    PciFunction *function = source.builder.function(object.address);
    if (!function)
        return;
    if (object.parent != HwlocPciObject::kNone && m_objects[object.parent].address != object.address)
        function->parent = m_objects[object.parent].address;
    const HwlocPlace &place = m_places[object.place];
    function->rootBus = place.rootBus;
    const Locality &locality = m_localities[object.place];
    if (locality.numaNode)
        function->numaNode = locality.numaNode;
    if (locality.cpus)
        function->localCpus = locality.cpus;
    if (!isName(object.type.value, m_lastType)) {
        m_lastType = object.type.value;
        m_lastIds = parseIds(m_lastType);
    }
    if (m_lastIds)
        fillIds(*function, *m_lastIds, source.evidence(object.type.piece));
    else if (object.type)
        source.warn(object.type.piece, "not class and ids of a PCI device");
    if (!isName(object.linkSpeed.value, m_lastSpeed)) {
        m_lastSpeed = object.linkSpeed.value;
        m_lastBandwidth = bandwidth(m_lastSpeed);
    }
    const auto buses = object.bridge ? hwlocBuses(object.bridge.value) : std::nullopt;
    if (object.bridge && !buses)
        source.warn(object.bridge.piece, "not a bus range of a bridge");
    auto name = nameOf(object, source);
    const bool hasSlot = !object.slot.value.empty();
    if (!m_lastBandwidth && !buses && !name && !hasSlot)
        return;
    host::RareFacts &rare = function->rare.edit();
    if (m_lastBandwidth)
        rare.linkBandwidth = {*m_lastBandwidth, source.evidence(object.linkSpeed.piece)};
    if (buses) {
        const EvidenceRef evidence = source.evidence(object.bridge.piece);
        rare.secondaryBus = {buses->secondary, evidence};
        rare.subordinateBus = {buses->subordinate, evidence};
    }
    if (name)
        rare.name = std::move(name);
    if (hasSlot)
        rare.slotLabel = source.textFact(object.slot.value, object.slot.piece, 64);
}

void HwlocPci::deliver(const HwlocSource &source) {
    m_localities.reserve(m_places.size());
    for (const HwlocPlace &place : m_places) {
        Locality &locality = m_localities.emplace_back();
        locality.numaNode = numaNodeOf(place, source);
        if (place.isMachine || !place.cpuset)
            continue; // "somewhere on this machine" is no place
        if (const auto list = hwlocSetAsList(place.cpuset.value); list && !list->empty())
            locality.cpus = textFact(*list, source.evidence(place.cpuset.piece), 65536);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order; // key, index
    order.reserve(m_objects.size());
    for (std::uint32_t index = 0; index < m_objects.size(); ++index)
        order.emplace_back(m_objects[index].address.key(), index);
    std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) { // without <=>'s detours
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    source.builder.reserveFunctions(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const HwlocPciObject &object = m_objects[order[i].second];
        if (i == 0 || order[i - 1].first != order[i].first)
            fill(object, source);
        else
            source.warn(object.busId.piece, "duplicate address");
    }
    if (m_cut)
        source.builder.warn(fmt::format("hwloc-xml: only the first {} PCI objects were read", kMaxObjects));
}

} // namespace fabricscope::formats
