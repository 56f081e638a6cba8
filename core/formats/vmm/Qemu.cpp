// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vmm/Qemu.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/vmm/OptionList.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMaxId = 128;

using Slot = host::GuestPlace::Slot;

/// Root bus 0 by its names: q35's and virt's, the old PC's, and what both answer to.
bool isRootBus(std::string_view bus) {
    return bus == "pcie.0" || bus == "pci.0" || bus == "pcie" || bus == "pci";
}

bool isExpander(std::string_view driver) {
    return driver.starts_with("pxb");
}

/// A port has one slot only, which needs no addr=.
bool isPort(std::string_view driver) {
    return driver.find("root-port") != std::string_view::npos ||
           driver.find("downstream") != std::string_view::npos || driver == "ioh3420";
}

std::optional<std::uint8_t> number(std::string_view text) {
    if (text.starts_with('#'))
        text.remove_prefix(1);
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    return parseInteger<std::uint8_t>(text, isHex ? 16 : 10);
}

} // namespace

std::optional<Slot> qemuSlot(std::string_view text) {
    constexpr std::uint8_t kMaxDevices = 31, kMaxFunctions = 7;
    if (text.starts_with('#')) {
        const auto both = parseInteger<std::uint8_t>(text.substr(1));
        return both ? std::optional<Slot>({static_cast<std::uint8_t>(*both >> 3),
                                           static_cast<std::uint8_t>(*both & kMaxFunctions)})
                    : std::nullopt;
    }
    const auto device = parseInteger<std::uint8_t>(takeUntil(text, '.'), 16);
    const auto function =
        text.empty() ? std::optional<std::uint8_t>(0) : parseInteger<std::uint8_t>(text, 16);
    if (!device || !function || *device > kMaxDevices || *function > kMaxFunctions)
        return std::nullopt;
    return Slot{*device, *function};
}

void QemuDevices::add(std::string_view argument, host::EvidenceRef evidence) {
    if (m_entries.size() >= kMaxEntries)
        return;
    argument = trimmed(argument);
    const bool isJson = argument.starts_with('{');
    const OptionList options =
        isJson ? OptionList::fromJson(argument) : OptionList(argument, Quoting::DoubledComma);
    Entry entry;
    entry.driver = isJson || options.first().empty() ? options.find("driver") : options.first();
    entry.id = options.find("id");
    entry.bus = options.find("bus");
    entry.mac = macOf(options.find("mac"));
    entry.slot = qemuSlot(options.find("addr"));
    entry.busNumber = isExpander(entry.driver) ? number(options.find("bus_nr")) : std::nullopt;
    entry.node = isExpander(entry.driver) ? number(options.find("numa_node")) : std::nullopt;
    entry.evidence = evidence;
    if (entry.driver.starts_with("vfio-pci")) {
        entry.onHost = Address::parse(options.find("host"));
        if (!entry.onHost)
            entry.onHost = lowestFunction(options.find("sysfsdev"));
    }
    m_entries.push_back(std::move(entry));
}

void QemuDevices::addNic(std::string_view argument, host::EvidenceRef evidence) {
    Entry entry;
    entry.mac = macOf(OptionList(argument, Quoting::DoubledComma).find("mac"));
    entry.evidence = evidence;
    if (!entry.mac.empty() && m_entries.size() < kMaxEntries)
        m_entries.push_back(std::move(entry));
}

const QemuDevices::Entry *QemuDevices::withId(std::string_view id) const {
    const auto at = id.empty() ? m_entries.end()
                               : std::find_if(m_entries.begin(), m_entries.end(),
                                              [&](const Entry &entry) { return entry.id == id; });
    return at == m_entries.end() ? nullptr : &*at;
}

/// The bridge or expander that it is below; nullptr: the root bus, or unknown.
const QemuDevices::Entry *QemuDevices::above(const Entry &entry) const {
    const std::string_view bus = entry.bus;
    if (bus.empty() || isRootBus(bus))
        return nullptr;
    const Entry *at = withId(bus);
    if (!at && bus.ends_with(".0")) // a bridge's only bus may be called so, too
        at = withId(bus.substr(0, bus.size() - 2));
    return at;
}

void QemuDevices::setPort(const Entry &entry, host::VmDevice &device) const {
    const Entry *at = above(entry);
    if (at == nullptr)
        return;
    device.port = shown(at->id.empty() ? at->driver : at->driver + ' ' + at->id, kMaxId);
    for (std::size_t depth = 0; depth < kDeepest && at != nullptr; ++depth, at = above(*at))
        if (at->node)
            device.guestNode = NumaNode{*at->node};
}

std::optional<host::GuestPlace> QemuDevices::placeOf(const Entry &entry) const {
    host::GuestPlace place;
    const Entry *at = &entry;
    for (std::size_t depth = 0; depth < kDeepest; ++depth) {
        std::string_view bus = at->bus;
        // Without a bus QEMU takes the first that fits, from the root on: the root bus (qbus_find_recursive).
        const bool isRoot = bus.empty() || isRootBus(bus);
        const Entry *above = this->above(*at);
        if (!isRoot && !above)
            return std::nullopt;
        std::optional<Slot> slot = at->slot;
        if (!slot && above && isPort(above->driver))
            slot = Slot{};
        if (!slot)
            return std::nullopt;
        place.slots.insert(place.slots.begin(), *slot);
        if (isRoot)
            return place;
        if (isExpander(above->driver)) {
            place.rootBus = above->busNumber.value_or(0);
            return above->busNumber ? std::optional(place) : std::nullopt;
        }
        at = above;
    }
    return std::nullopt; // buses that are below each other in a circle
}

void QemuDevices::addTo(host::VmProcess &vm) const {
    for (const Entry &entry : m_entries) {
        if (!entry.onHost && entry.mac.empty())
            continue;
        host::VmDevice device{host::VmDevice::By::CommandLine,
                              entry.onHost,
                              placeOf(entry),
                              shown(entry.id, kMaxId),
                              entry.mac,
                              {},
                              entry.evidence};
        setPort(entry, device);
        addVmDeviceInfo(vm, std::move(device));
    }
}

} // namespace fabricscope::formats
