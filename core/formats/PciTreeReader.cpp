// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;

/// What stands above a function in /sys/devices. Siblings share their path, so the last one is kept.
struct Place {
    std::optional<Address> parent;
    std::optional<std::pair<std::uint32_t, std::uint8_t>> rootBus;
    std::optional<Address> belowRoot; ///< the function that the root bus itself hangs below (VMD)
};

// "pci0000:00", with up to eight digits of domain.
std::optional<std::pair<std::uint32_t, std::uint8_t>> parseRootBus(std::string_view component) {
    constexpr std::string_view kPrefix = "pci";
    if (component.substr(0, kPrefix.size()) != kPrefix)
        return std::nullopt;
    component.remove_prefix(kPrefix.size());
    const auto colon = component.find(':');
    if (colon == std::string_view::npos || colon < 4 || colon > 8 || component.size() != colon + 3)
        return std::nullopt;
    const auto domain = hexNumber(component.substr(0, colon));
    const auto bus = hexNumber(component.substr(colon + 1));
    if (!domain || !bus)
        return std::nullopt;
    return std::pair{static_cast<std::uint32_t>(*domain), static_cast<std::uint8_t>(*bus)};
}

Place placeOf(std::string_view folder) {
    Place place;
    for (; !folder.empty(); folder = withoutLastComponent(folder)) {
        const std::string_view component = lastComponent(folder);
        if (!place.rootBus) {
            if ((place.rootBus = parseRootBus(component)))
                continue;
            if (!place.parent)
                place.parent = Address::parse(component);
        } else if ((place.belowRoot = Address::parse(component))) {
            break;
        }
    }
    return place;
}

bool readDriver(PciFunction &function, std::string_view target, EvidenceRef evidence, HostBuilder &) {
    function.driver = textFact(lastComponent(target), evidence, 64);
    return true;
}

bool readGroup(PciFunction &function, std::string_view target, EvidenceRef evidence, HostBuilder &builder) {
    const auto number = parseInteger<std::uint32_t>(lastComponent(target));
    if (!number)
        return false;
    function.iommuGroup = {IommuGroup{*number}, evidence};
    builder.iommuGroup(*number);
    return true;
}

bool readPhysicalFunction(PciFunction &function, std::string_view target, EvidenceRef evidence,
                          HostBuilder &) {
    const auto physical = Address::parse(lastComponent(target));
    if (!physical || *physical == function.address)
        return false;
    function.physfn = {*physical, evidence};
    return true;
}

struct LinkField {
    std::string_view name;
    bool (*read)(PciFunction &, std::string_view target, EvidenceRef, HostBuilder &);
};

constexpr LinkField kLinks[] = {
    {"driver", readDriver},
    {"iommu_group", readGroup},
    {"physfn", readPhysicalFunction},
};

bool readLink(PciFunction &function, std::string_view name, std::string_view target, EvidenceRef evidence,
              HostBuilder &builder) {
    for (const LinkField &field : kLinks)
        if (field.name == name)
            return field.read(function, target, evidence, builder);
    if (const auto index = numberAfter(name, "virtfn", 65535)) {
        const auto address = Address::parse(lastComponent(target));
        if (!address || *address == function.address)
            return false;
        builder.virtualFunction(function.address, *index, *address);
    }
    return true;
}

} // namespace

void readPciDevices(const SectionText &text, HostBuilder &builder) {
    constexpr std::size_t kShortestLine = 56; // "l 0000:00:00.0 -> /sys/devices/pci0000:00/0000:00:00.0"
    builder.reserveFunctions(text.bytes.size() / kShortestLine + 1); // what is too much is never touched
    std::string_view folder;
    Place place;
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        if (!link)
            continue; // "total 0"
        PciFunction *function = builder.functionNamed(lastComponent(link->path));
        if (!function) {
            builder.warn(text, lines.line(), "not the link of a PCI function");
            continue;
        }
        const std::string_view above = withoutLastComponent(link->target);
        if (above.size() != folder.size() || !startsWith(above, folder)) {
            folder = above;
            place = placeOf(folder);
            if (place.rootBus && place.belowRoot)
                builder.nestedRoot({place.rootBus->first, place.rootBus->second, *place.belowRoot});
        }
        function->parent = place.parent == function->address ? std::nullopt : place.parent;
        function->rootBus = place.rootBus;
    }
}

void readPciLinks(const SectionText &text, HostBuilder &builder) {
    PciFunction *function = nullptr;
    std::string_view folder; // "0000:41:00.0/"
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        if (!link)
            continue;
        if (folder.empty() || !startsWith(link->path, folder)) {
            const auto slash = link->path.find('/');
            function = slash == std::string_view::npos ? nullptr
                                                       : builder.functionNamed(link->path.substr(0, slash));
            folder = function ? link->path.substr(0, slash + 1) : std::string_view{};
        }
        const std::string_view name = link->path.substr(folder.size());
        if (!function || !readLink(*function, name, link->target, text.evidence(lines.line()), builder))
            builder.warn(text, lines.line(), "not a link of a PCI function");
    }
}

// "SLOT/address:0000:41:00": the slot of all functions of that device. A label of the firmware is better.
void readPciSlots(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts || parts->file != "address")
            continue;
        const auto first = Address::parse(std::string(trimmed(parts->value)) + ".0");
        if (!first)
            continue; // "0000:41" names a whole bus
        for (std::uint8_t number = 0; number < 8; ++number) {
            PciFunction *function = builder.knownFunction({first->domain, first->bus, first->device, number});
            if (function && !function->slotLabel)
                function->slotLabel = textFact(parts->name, text.evidence(lines.line()), 64);
        }
    }
}

} // namespace fabricscope::formats
