// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/FileFields.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <charconv>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::RdmaDevice;
using host::RdmaPort;

// "4: ACTIVE", "5: LinkUp", "1: CA": the number says the same.
template<auto Member, class Target>
bool readNumbered(Target &target, std::string_view value, EvidenceRef evidence) {
    const auto colon = value.find(": ");
    const std::string_view word = trimmed(colon == std::string_view::npos ? value : value.substr(colon + 2));
    if (!word.empty())
        target.*Member = textFact(word, evidence, 64);
    return true;
}

// "400 Gb/sec (4X NDR)", "2.5 Gb/sec (1X SDR)"
bool readRate(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    value = trimmed(value);
    double rate = 0;
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), rate, std::chars_format::fixed);
    const std::string_view unit = value.substr(static_cast<std::size_t>(end - value.data()));
    constexpr double kMost = 1e6;
    if (error != std::errc{} || unit.substr(0, 7) != " Gb/sec" || !(rate >= 0 && rate < kMost))
        return false;
    port.rate = {GigabitsPerSecond{rate}, evidence};
    return true;
}

template<auto Member> constexpr auto deviceText = &TextField<Member>::template read<RdmaDevice>;
template<auto Member> constexpr auto portText = &TextField<Member>::template read<RdmaPort>;

constexpr FileField<RdmaDevice> kDeviceFields[] = {
    {"node_guid", deviceText<&RdmaDevice::nodeGuid>},
    {"sys_image_guid", deviceText<&RdmaDevice::sysImageGuid>},
    {"fw_ver", deviceText<&RdmaDevice::firmware>},
    {"hca_type", deviceText<&RdmaDevice::hcaType>},
    {"board_id", deviceText<&RdmaDevice::boardId>},
    {"node_type", readNumbered<&RdmaDevice::nodeType, RdmaDevice>},
    {"node_desc", deviceText<&RdmaDevice::description>},
};

constexpr FileField<RdmaPort> kPortFields[] = {
    {"state", readNumbered<&RdmaPort::state, RdmaPort>},
    {"phys_state", readNumbered<&RdmaPort::physicalState, RdmaPort>},
    {"rate", readRate},
    {"link_layer", portText<&RdmaPort::linkLayer>},
};

bool isZeroGid(std::string_view gid) {
    return gid.find_first_not_of("0:") == std::string_view::npos;
}

// "gids/3", "gid_attrs/types/3", "gid_attrs/ndevs/3". False where it is none of these.
bool readGidFile(RdmaPort &port, std::string_view file, std::string_view value, EvidenceRef evidence) {
    struct GidFile {
        std::string_view folder;
        std::string RdmaPort::Gid::*member;
    };
    static constexpr GidFile kFiles[] = {
        {"gids/", &RdmaPort::Gid::gid},
        {"gid_attrs/types/", &RdmaPort::Gid::type},
        {"gid_attrs/ndevs/", &RdmaPort::Gid::netdev},
    };
    for (const GidFile &known : kFiles) {
        const auto index = numberAfter(file, known.folder, 65535);
        if (!index)
            continue;
        value = trimmed(value);
        const int gidIndex = static_cast<int>(*index);
        auto at = std::lower_bound(port.gids.begin(), port.gids.end(), gidIndex,
                                   [](const RdmaPort::Gid &gid, int i) { return gid.index < i; });
        if (at == port.gids.end() || at->index != gidIndex) {
            if (port.gids.size() >= HostLimits::kGids)
                return true;
            at = port.gids.insert(at, RdmaPort::Gid{gidIndex, {}, {}, {}});
        }
        (*at).*known.member = shown(value, 64);
        if (known.member == &RdmaPort::Gid::netdev && !value.empty() && !port.netdev)
            port.netdev = textFact(value, evidence, 64);
        return true;
    }
    return false;
}

} // namespace

void readRdma(const SectionText &text, HostBuilder &builder) {
    FileFields<RdmaDevice> deviceFields(kDeviceFields);
    FileFields<RdmaPort> portFields(kPortFields);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        RdmaDevice *device = parts ? builder.rdmaDevice(parts->name) : nullptr;
        if (!device) {
            if (!parts)
                builder.warn(text, lines.line(), "not a file of an RDMA device");
            continue;
        }
        const EvidenceRef evidence = text.evidence(lines.line());
        constexpr std::string_view kPorts = "ports/";
        if (parts->file.substr(0, kPorts.size()) != kPorts) {
            if (const auto *field = deviceFields.find(parts->file))
                field->read(*device, parts->value, evidence);
            continue;
        }
        std::string_view file = parts->file.substr(kPorts.size());
        const auto number = parseInteger<std::uint8_t>(takeUntil(file, '/'));
        RdmaPort *port = number ? builder.rdmaPort(*device, *number) : nullptr;
        if (!port) {
            builder.warn(text, lines.line(), "not a port number");
            continue;
        }
        const auto *field = portFields.find(file);
        if (field ? !field->read(*port, parts->value, evidence)
                  : file.substr(0, 3) == "gid" && !readGidFile(*port, file, parts->value, evidence))
            builder.warnOfValue(text, lines.line());
    }
    for (RdmaDevice &device : builder.rdmaDevices())
        for (RdmaPort &port : device.ports)
            std::erase_if(port.gids, [](const RdmaPort::Gid &gid) { return isZeroGid(gid.gid); });
}

// "mlx5_0/device -> .../0000:41:00.0"; one in software has none: "rxe0 ->
// /sys/devices/virtual/infiniband/rxe0".
void readRdmaLinks(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        const auto address = link ? lowestFunction(link->target) : std::nullopt;
        const bool isVirtual = link && link->target.find("devices/virtual/") != std::string_view::npos;
        if (!address && !isVirtual)
            continue;
        std::string_view name = link->path;
        RdmaDevice *device = builder.rdmaDevice(takeUntil(name, '/'));
        if (device && address)
            device->device = address;
        else if (device)
            device->isVirtual = {true, text.evidence(lines.line())};
    }
}

} // namespace fabricscope::formats
