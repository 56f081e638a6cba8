// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/FileFields.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::NetInterface;

// Mbit/s; -1 means unknown, and 4294967295 the same in old drivers.
bool readSpeed(NetInterface &interface, std::string_view value, EvidenceRef evidence) {
    const auto speed = parseInteger<std::int64_t>(value);
    constexpr std::int64_t kOldUnknown = 0xFFFFFFFF;
    if (speed && *speed > 0 && *speed < kOldUnknown)
        interface.speedMbits = {*speed, evidence};
    return speed.has_value();
}

bool readCarrier(NetInterface &interface, std::string_view value, EvidenceRef evidence) {
    if (value != "0" && value != "1")
        return false;
    interface.carrier = {value == "1", evidence};
    return true;
}

template<auto Member, class Integer>
constexpr auto numberRow = &NumberField<Member, Integer>::template read<NetInterface>;
template<auto Member> constexpr auto textRow = &TextField<Member>::template read<NetInterface>;

constexpr FileField<NetInterface> kFields[] = {
    {"address", textRow<&NetInterface::mac>},
    {"mtu", numberRow<&NetInterface::mtu, std::int64_t>},
    {"type", numberRow<&NetInterface::type, int>},
    {"operstate", textRow<&NetInterface::operstate>},
    {"dev_port", numberRow<&NetInterface::devPort, int>},
    {"ifindex", numberRow<&NetInterface::index, int>},
    {"phys_port_name", textRow<&NetInterface::physPortName>},
    {"speed", readSpeed},
    {"carrier", readCarrier},
};

} // namespace

void readNet(const SectionText &text, HostBuilder &builder) {
    FileFields<NetInterface> fields(kFields);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts) {
            builder.warn(text, lines.line(), "not a file of a network interface");
            continue;
        }
        const auto *field = fields.find(parts->file);
        NetInterface *interface = field ? builder.netInterface(parts->name) : nullptr;
        if (interface && !field->read(*interface, parts->value, text.evidence(lines.line())))
            builder.warnOfValue(text, lines.line());
    }
}

// "eth0 -> .../0000:41:00.0/net/eth0", "eth0/device -> .../0000:41:00.0", "eth0/master -> .../net/bond0"
void readNetLinks(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        if (!link)
            continue;
        std::string_view file = link->path;
        NetInterface *interface = builder.netInterface(takeUntil(file, '/'));
        if (!interface)
            continue;
        if (file.empty() || file == "device") {
            if (const auto device = lowestFunction(link->target))
                interface->device = device;
        } else if (file == "master" || file == "bridge") {
            interface->master = textFact(lastComponent(link->target), text.evidence(lines.line()), 64);
        }
    }
}

} // namespace fabricscope::formats
