// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ibv_devices (rdma-core) and ibstatus (infiniband-diags): short lists of RDMA devices. What sysfs said
// stays.
#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/NarrowPorts.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::RdmaDevice;
using host::RdmaPort;

/// "    device          	   node GUID", the heading of ibv_devices.
bool isDevicesHeading(std::string_view line) {
    return takeWord(line) == "device" && takeWord(line) == "node" && takeWord(line) == "GUID" &&
           takeWord(line).empty();
}

/// "9c63c00300d420f0" as sysfs has it, "9c63:c003:00d4:20f0"; empty where it is none, or unknown: zeros.
std::string guidOf(std::string_view digits) {
    constexpr std::size_t kDigits = 16;
    if (digits.size() != kDigits ||
        std::any_of(digits.begin(), digits.end(), [](char c) { return hexDigit(c) > 15; }) ||
        digits.find_first_not_of('0') == std::string_view::npos)
        return {};
    std::string guid;
    for (std::size_t at = 0; at < kDigits; at += 4)
        guid.append(guid.empty() ? "" : ":").append(digits.substr(at, 4));
    return guid;
}

bool isGuidOfZeros(std::string_view digits) {
    return digits.size() == 16 && digits.find_first_not_of('0') == std::string_view::npos;
}

struct PortHeading {
    std::string_view device;
    std::uint8_t port = 0;
};

/// "Infiniband device 'mlx5_0' port 1 status:"
std::optional<PortHeading> portHeading(std::string_view line) {
    constexpr std::string_view kBegin = "Infiniband device '";
    if (!line.starts_with(kBegin))
        return std::nullopt;
    line.remove_prefix(kBegin.size());
    const std::string_view device = takeUntil(line, '\'');
    const bool named = takeWord(line) == "port";
    const auto port = parseInteger<std::uint8_t>(takeWord(line));
    if (!named || !port || device.empty() || takeWord(line) != "status:")
        return std::nullopt;
    return PortHeading{device, *port};
}

/// "4: ACTIVE" is ACTIVE.
template<auto Member> void numberedWord(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    if (const auto colon = value.find(':'); colon != std::string_view::npos)
        setTextIfUnknown(port.*Member, trimmed(value.substr(colon + 1)), evidence, 64);
}

/// "400 Gb/sec (4X NDR)", "2.5 Gb/sec (1X SDR)".
void rate(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    double gigabits = 0;
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), gigabits, std::chars_format::fixed);
    constexpr double kMost = 1e6;
    value.remove_prefix(static_cast<std::size_t>(end - value.data()));
    if (error == std::errc{} && gigabits > 0 && gigabits < kMost && takeWord(value) == "Gb/sec")
        setIfUnknown(port.rate, GigabitsPerSecond{gigabits}, evidence);
}

void linkLayer(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(port.linkLayer, value, evidence, 64);
}

/// The port's GID 0.
void defaultGid(RdmaPort &port, std::string_view value, EvidenceRef) {
    if (value.find_first_not_of("0:") == std::string_view::npos ||
        (!port.gids.empty() && port.gids.front().index == 0) || port.gids.size() >= HostLimits::kGids)
        return;
    port.gids.insert(port.gids.begin(), {0, shown(value, 64), {}, {}});
}

struct PortRow {
    std::string_view key;
    void (*read)(RdmaPort &port, std::string_view value, EvidenceRef evidence);
};
// One line adds a fact.
constexpr PortRow kPortRows[] = {
    {"state", numberedWord<&RdmaPort::state>},
    {"phys state", numberedWord<&RdmaPort::physicalState>},
    {"rate", rate},
    {"link_layer", linkLayer},
    {"default gid", defaultGid},
};

} // namespace

bool isIbvDevices(const FileSample &sample) {
    if (sample.head.find("node GUID") == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (isDevicesHeading(lines.line().text))
            return true;
    return false;
}

// "    mlx5_0          	9c63c00300d420f0" below the heading and a line of dashes.
void readIbvDevices(const SectionText &text, HostBuilder &builder) {
    bool inTable = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        if (isDevicesHeading(line)) {
            inTable = true;
            continue;
        }
        const std::string_view name = takeWord(line);
        const std::string_view digits = takeWord(line);
        if (!inTable || name.empty() || !trimmed(line).empty())
            continue;
        const std::string guid = guidOf(digits);
        RdmaDevice *device = guid.empty() && !isGuidOfZeros(digits) ? nullptr : builder.rdmaDevice(name);
        if (device)
            setTextIfUnknown(device->nodeGuid, guid, text.evidence(lines.line().source), 64);
    }
}

bool isIbstatus(const FileSample &sample) {
    if (sample.head.find("Infiniband device '") == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (portHeading(lines.line().text))
            return true;
    return false;
}

namespace {

/// "(1X NDR)" of "100 Gb/sec (1X NDR)".
bool isOneLane(std::string_view rate) {
    return rate.find("(1X ") != std::string_view::npos;
}

} // namespace

// A heading for each port, and indented "key: value" lines below it.
void readIbstatus(const SectionText &text, HostBuilder &builder) {
    RdmaPort *port = nullptr;
    NarrowPorts narrow(builder);
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        if (const auto heading = portHeading(line)) {
            RdmaDevice *device = builder.rdmaDevice(heading->device);
            port = device ? builder.rdmaPort(*device, heading->port) : nullptr;
            narrow.begin(heading->device, heading->port);
            continue;
        }
        const auto parts = port ? splitKeyValue(line) : std::nullopt;
        for (const PortRow &row : kPortRows)
            if (parts && row.key == parts->key)
                row.read(*port, parts->value, text.evidence(lines.line().source));
        if (parts && parts->key == "rate" && isOneLane(parts->value))
            narrow.isOneLane(text.evidence(lines.line().source));
        else if (parts && parts->key == "link_layer" && parts->value == "InfiniBand")
            narrow.isInfiniBand();
        else if (parts && parts->key == "phys state" && parts->value.ends_with("LinkUp"))
            narrow.isUp();
    }
    narrow.finish();
}

} // namespace fabricscope::formats
