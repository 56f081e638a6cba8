// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ls -l` of /sys/class/infiniband and /sys/class/net: each link names the device's whole place in the PCI
// tree, "mlx5_0 -> ../../devices/pci0000:20/0000:20:01.0/0000:21:00.0/infiniband/mlx5_0".
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"

namespace fabricscope::formats {

namespace {

constexpr std::string_view kArrow = " -> ";
constexpr std::string_view kDevices = "devices/";

struct ClassLink {
    std::string_view name;
    std::string_view target; ///< behind "devices/"
    bool rdma = false;       ///< else a network interface
};

std::optional<ClassLink> classLink(std::string_view line) {
    const auto arrow = line.find(kArrow);
    if (arrow == std::string_view::npos)
        return std::nullopt;
    const std::string_view target = trimmed(line.substr(arrow + kArrow.size()));
    const std::string_view front = line.substr(0, arrow);
    const auto devices = target.find(kDevices);
    if (devices == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = lastComponent(front.substr(front.find_last_of(" \t") + 1));
    const std::string_view kind = lastComponent(withoutLastComponent(target));
    if (name.empty() || lastComponent(target) != name || (kind != "infiniband" && kind != "net"))
        return std::nullopt;
    return ClassLink{name, target.substr(devices + kDevices.size()), kind == "infiniband"};
}

/// "pci0000:20" -> 0000:20.
std::optional<host::RootBus> rootBusIn(std::string_view component) {
    constexpr std::string_view kPrefix = "pci";
    if (!component.starts_with(kPrefix))
        return std::nullopt;
    const auto first = Address::parse(std::string(component.substr(kPrefix.size())) + ":00.0");
    return first ? std::optional(host::RootBus{first->domain, first->bus}) : std::nullopt;
}

/// Adds the functions of the path, each below the one before it; returns the last one.
std::optional<Address> addPath(HostBuilder &builder, std::string_view path) {
    constexpr std::size_t kMost = 128; // steps; real paths have about a dozen
    std::optional<host::RootBus> root;
    std::optional<Address> above;
    for (std::size_t step = 0; !path.empty() && step < kMost; ++step) {
        const std::string_view component = takeUntil(path, '/');
        if (const auto bus = rootBusIn(component)) {
            if (above) // VMD
                builder.nestedRoot({bus->first, bus->second, *above});
            root = bus;
            above.reset();
            continue;
        }
        const auto address = root ? Address::parse(component) : std::nullopt;
        host::PciFunction *function = address ? builder.function(*address) : nullptr;
        if (!function)
            continue;
        if (!function->parent && !function->rootBus) { // what has its place keeps it
            function->parent = above;
            function->rootBus = root;
        }
        above = address;
    }
    return above;
}

} // namespace

bool isClassLinks(const FileSample &sample) {
    if (sample.head.find(kArrow) == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (classLink(lines.line().text))
            return true;
    return false;
}

void readClassLinks(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text, PastedLines::Widths::Ignored); lines.next();) {
        const auto link = classLink(lines.line().text);
        if (!link)
            continue;
        const std::optional<Address> address = addPath(builder, link->target);
        if (link->rdma) {
            host::RdmaDevice *device = builder.rdmaDevice(link->name);
            if (device && !device->device)
                device->device = address;
            if (device && !device->isVirtual && link->target.starts_with("virtual/"))
                device->isVirtual = {true, text.evidence(lines.line().source)};
        } else {
            host::NetInterface *interface = builder.netInterface(link->name);
            if (interface && !interface->device)
                interface->device = address;
        }
    }
}

} // namespace fabricscope::formats
