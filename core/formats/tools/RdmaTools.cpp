// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools about RDMA devices: rdma (iproute2), ibv_devinfo, ibstat, ibdev2netdev. None but the last one
// with -v shows addresses. What sysfs said stays.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/NarrowPorts.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::RdmaDevice;
using host::RdmaPort;

/// The tools' words for what sysfs says otherwise.
struct Word {
    std::string_view toolWord, sysfs;
};
constexpr Word kWords[] = {
    {"PORT_ACTIVE", "ACTIVE"}, {"PORT_DOWN", "DOWN"},        {"PORT_INIT", "INIT"},
    {"PORT_ARMED", "ARMED"},   {"Active", "ACTIVE"},         {"Down", "DOWN"},
    {"Initializing", "INIT"},  {"Armed", "ARMED"},           {"LINK_UP", "LinkUp"},
    {"DISABLED", "Disabled"},  {"POLLING", "Polling"},       {"SLEEP", "Sleep"},
    {"ETHERNET", "Ethernet"},  {"INFINIBAND", "InfiniBand"},
};

std::string_view toSysfsWord(std::string_view word) {
    const auto *known =
        std::find_if(std::begin(kWords), std::end(kWords), [&](const Word &w) { return w.toolWord == word; });
    return known == std::end(kWords) ? word : known->sysfs;
}

/// "PORT_ACTIVE (4)": the number says the same.
std::string_view firstWord(std::string_view value) {
    return takeWord(value);
}

template<auto Member> void deviceText(RdmaDevice &device, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(device.*Member, value, evidence, 64);
}

/// "0x9c63c00300d420f0" as sysfs has it: "9c63:c003:00d4:20f0".
template<auto Member> void deviceGuid(RdmaDevice &device, std::string_view value, EvidenceRef evidence) {
    std::string guid(value.substr(0, 64));
    if (guid.size() == 18 && guid.starts_with("0x"))
        guid =
            guid.substr(2, 4) + ':' + guid.substr(6, 4) + ':' + guid.substr(10, 4) + ':' + guid.substr(14, 4);
    setTextIfUnknown(device.*Member, guid, evidence, 64);
}

template<auto Member> void portField(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(port.*Member, toSysfsWord(firstWord(value)), evidence, 64);
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    constexpr double kMost = 1e6;
    return error == std::errc{} && value >= 0 && value < kMost ? std::optional(value) : std::nullopt;
}

/// ibstat's "400"; in Gb/s.
void rate(RdmaPort &port, std::string_view value, EvidenceRef evidence) {
    if (const auto gigabits = number(firstWord(value)))
        setIfUnknown(port.rate, GigabitsPerSecond{*gigabits}, evidence);
}

struct DeviceRow {
    std::string_view key;
    void (*read)(RdmaDevice &device, std::string_view value, EvidenceRef evidence);
};
struct PortRow {
    std::string_view key;
    void (*read)(RdmaPort &port, std::string_view value, EvidenceRef evidence);
};

// ibv_devinfo in small letters, ibstat as sentences, `rdma dev` with blanks. One line adds a fact.
constexpr DeviceRow kDeviceRows[] = {
    {"fw_ver", deviceText<&RdmaDevice::firmware>},
    {"fw", deviceText<&RdmaDevice::firmware>},
    {"node_guid", deviceGuid<&RdmaDevice::nodeGuid>},
    {"sys_image_guid", deviceGuid<&RdmaDevice::sysImageGuid>},
    {"board_id", deviceText<&RdmaDevice::boardId>},
    {"Firmware version", deviceText<&RdmaDevice::firmware>},
    {"Node GUID", deviceGuid<&RdmaDevice::nodeGuid>},
    {"System image GUID", deviceGuid<&RdmaDevice::sysImageGuid>},
    {"CA type", deviceText<&RdmaDevice::hcaType>},
};
constexpr PortRow kPortRows[] = {
    {"state", portField<&RdmaPort::state>},
    {"phys_state", portField<&RdmaPort::physicalState>},
    {"physical_state", portField<&RdmaPort::physicalState>},
    {"link_layer", portField<&RdmaPort::linkLayer>},
    {"netdev", portField<&RdmaPort::netdev>},
    {"State", portField<&RdmaPort::state>},
    {"Physical state", portField<&RdmaPort::physicalState>},
    {"Link layer", portField<&RdmaPort::linkLayer>},
    {"Rate", rate},
};

template<class Rows, class Target>
void readRow(const Rows &rows, Target &target, std::string_view key, std::string_view value,
             EvidenceRef evidence) {
    for (const auto &row : rows)
        if (row.key == key)
            row.read(target, value, evidence);
}

/// "GID[  0]:  fe80:0000:...:20f0, RoCE v1"; `value` without "GID[".
void readGid(RdmaPort &port, std::string_view rest) {
    const auto index = parseInteger<std::uint16_t>(trimmed(takeUntil(rest, ']')));
    (void)takeUntil(rest, ':');
    rest = trimmed(rest);
    const std::string_view gid = trimmed(takeUntil(rest, ','));
    const std::string_view type = trimmed(rest);
    if (!index || gid.empty() || gid.find_first_not_of("0:") == std::string_view::npos ||
        port.gids.size() >= HostLimits::kGids)
        return;
    const auto at = std::lower_bound(port.gids.begin(), port.gids.end(), int{*index},
                                     [](const RdmaPort::Gid &known, int i) { return known.index < i; });
    if (at == port.gids.end() || at->index != *index)
        port.gids.insert(at,
                         {*index, shown(gid, 64), type == "RoCE v1" ? "IB/RoCE v1" : shown(type, 64), {}});
}

/// What is shown of a port beside: 4096 of "4096 (5)".
struct OtherFact {
    std::string_view key, name;
};
constexpr OtherFact kOtherFacts[] = {
    {"active_mtu", "Active MTU"}, {"max_mtu", "Largest MTU"}, {"port_lid", "LID"},
    {"sm_lid", "SM LID"},         {"Base lid", "LID"},        {"SM lid", "SM LID"},
};

/// The LIDs of ports: a subnet manager gives each port of its subnet another one.
class PortLids {
public:
    struct Lid {
        unsigned lid = 0, manager = 0;
        EvidenceRef evidence;
    };
    /// Virtual functions have the LID of their port: "CA type: MT4126", "vendor_part_id: 4126".
    void device(const std::string &device, const KeyValue &line) {
        // pci.ids: the virtual functions of ConnectX-3 to ConnectX-6, and of all later adapters
        static constexpr std::string_view kVirtual[] = {"4100", "4114", "4116", "4118",
                                                        "4120", "4122", "4124", "4126"};
        std::string_view type = firstWord(line.value);
        if (line.key == "CA type" && type.starts_with("MT"))
            type.remove_prefix(2);
        else if (line.key != "vendor_part_id")
            return;
        if (std::find(std::begin(kVirtual), std::end(kVirtual), type) != std::end(kVirtual) &&
            m_virtual.size() < HostLimits::kRdmaDevices)
            m_virtual.insert(device);
    }

    /// "Base lid: 17", "SM lid: 1", "port_lid: 17"
    void add(const std::string &device, int port, const KeyValue &line, EvidenceRef evidence) {
        const bool isManager = line.key == "SM lid" || line.key == "sm_lid";
        if (!isManager && line.key != "Base lid" && line.key != "port_lid")
            return;
        const auto lid = parseInteger<unsigned>(firstWord(line.value));
        if (!lid || (m_lids.size() >= HostLimits::kRdmaDevices && !m_lids.contains({device, port})))
            return;
        Lid &known = m_lids[{device, port}];
        (isManager ? known.manager : known.lid) = *lid;
        if (!isManager)
            known.evidence = evidence;
    }

    /// Only of InfiniBand, and of active ports: others have a LID from before, or none.
    void report(HostBuilder &builder) const {
        constexpr unsigned kMostUnicast = 0xBFFF;
        std::map<std::pair<unsigned, unsigned>, std::string> first; // by LID and subnet manager
        std::uint64_t count = 0;
        std::string text;
        EvidenceRef evidence;
        for (const auto &[where, lid] : m_lids) {
            RdmaDevice *device = builder.rdmaDevice(where.first);
            const RdmaPort *port = device ? builder.rdmaPort(*device, where.second) : nullptr;
            if (!port || isVirtual(builder, *device) || port->state.valueOr("") != "ACTIVE" ||
                port->linkLayer.valueOr("") != "InfiniBand" || lid.lid == 0 || lid.lid > kMostUnicast)
                continue;
            const std::string name = where.first + "/" + std::to_string(where.second);
            const auto [other, isFirst] = first.try_emplace({lid.lid, lid.manager}, name);
            if (isFirst)
                continue;
            if (count++ == 0)
                evidence = lid.evidence;
            constexpr std::size_t kLongest = 90;
            if (text.size() < kLongest)
                text += (text.empty() ? "" : ", ") + name + " and " + other->second + " have LID " +
                        std::to_string(lid.lid);
            else if (!text.ends_with("..."))
                text += ", ...";
        }
        if (count > 0)
            addToolFault(builder, {"lid_shared", {}, {}, count, text, evidence});
    }

private:
    [[nodiscard]] bool isVirtual(HostBuilder &builder, const RdmaDevice &device) const {
        const host::PciFunction *function = device.device ? builder.knownFunction(*device.device) : nullptr;
        return m_virtual.contains(device.name) || (function != nullptr && function->physfn);
    }

    std::set<std::string> m_virtual; ///< devices
    std::map<std::pair<std::string, int>, Lid> m_lids;
};

/// The MTU of RDMA at one port: RoCE takes the largest that fits into its interface's.
struct PortMtu {
    unsigned active = 0, largest = 0;
    bool isActive = false, isEthernet = false;
    EvidenceRef evidence;

    void add(const KeyValue &line, EvidenceRef where) {
        const auto bytes = parseInteger<unsigned>(firstWord(line.value));
        if (line.key == "active_mtu") {
            active = bytes.value_or(0);
            evidence = where;
        }
        largest = line.key == "max_mtu" ? bytes.value_or(0) : largest;
        isActive = isActive || (line.key == "state" && line.value.starts_with("PORT_ACTIVE"));
        isEthernet = isEthernet || (line.key == "link_layer" && line.value == "Ethernet");
    }
    void report(HostBuilder &builder, const std::string &port) const {
        if (isActive && isEthernet && active > 0 && active < largest)
            addToolFault(builder, {"mtu_small",
                                   port,
                                   {},
                                   0,
                                   "at most " + std::to_string(active) + " of " + std::to_string(largest),
                                   evidence});
    }
};

/// The two that are blocks of "key: value": a device, then its ports.
struct Block {
    std::string_view tool;
    NarrowPorts &narrow;
    PortLids &lids;
    std::string device = {};
    std::optional<int> port = {};
    double lanes = 0; ///< of ibv_devinfo -v: the rate is lanes times speed
    PortMtu mtu = {};

    void endPort(HostBuilder &builder) {
        if (port)
            mtu.report(builder, device + "/" + std::to_string(*port));
        mtu = {};
    }
    void begin(std::string_view name) {
        device = name;
        port.reset();
        lanes = 0;
    }
};

void readBlockLine(HostBuilder &builder, Block &block, const KeyValue &parts, EvidenceRef evidence) {
    RdmaDevice *device = builder.rdmaDevice(block.device);
    if (!device)
        return;
    constexpr std::string_view kPort = "Port ";
    const bool isHeading = parts.key.starts_with(kPort) && parts.value.empty(); // ibstat
    if (isHeading || parts.key == "port") {
        block.endPort(builder);
        block.port = parseInteger<std::uint8_t>(isHeading ? parts.key.substr(kPort.size()) : parts.value);
        block.lanes = 0;
        if (block.port) {
            (void)builder.rdmaPort(*device, *block.port);
            block.narrow.begin(block.device, *block.port);
        }
        return;
    }
    if (!block.port)
        block.lids.device(block.device, parts);
    if (!block.port)
        return readRow(kDeviceRows, *device, parts.key, parts.value, evidence);
    RdmaPort *port = builder.rdmaPort(*device, *block.port);
    if (!port)
        return;
    if (parts.key == "active_width") { // "4X (2)"
        block.lanes = number(parts.value).value_or(0);
        if (firstWord(parts.value) == "1X")
            block.narrow.isOneLane(evidence);
    } else if (parts.key == "active_speed") { // "100.0 Gbps (128)"
        if (const auto speed = number(parts.value); speed && block.lanes > 0 && *speed > 0)
            setIfUnknown(port->rate, GigabitsPerSecond{block.lanes * *speed}, evidence);
    } else {
        readRow(kPortRows, *port, parts.key, parts.value, evidence);
        block.mtu.add(parts, evidence);
        block.lids.add(block.device, *block.port, parts, evidence);
        if (parts.key == "link_layer" && parts.value == "InfiniBand")
            block.narrow.isInfiniBand();
        if (parts.key == "phys_state" && parts.value.starts_with("LINK_UP"))
            block.narrow.isUp();
        for (const OtherFact &other : kOtherFacts)
            if (other.key == parts.key)
                addToolFact(builder, block.tool, block.device + "/" + std::to_string(*block.port), other.name,
                            firstWord(parts.value), evidence);
    }
}

void readBlocks(std::string_view tool, const SectionText &text, HostBuilder &builder) {
    NarrowPorts narrow(builder);
    PortLids lids;
    Block block{tool, narrow, lids};
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        constexpr std::string_view kCa = "CA '"; // ibstat
        constexpr std::string_view kHca = "hca_id:";
        constexpr std::string_view kGid = "GID[";
        if (line.starts_with(kCa)) {
            line.remove_prefix(kCa.size());
            block.endPort(builder);
            block.begin(takeUntil(line, '\''));
            (void)builder.rdmaDevice(block.device);
        } else if (line.starts_with(kHca)) {
            block.endPort(builder);
            block.begin(trimmed(line.substr(kHca.size())));
            (void)builder.rdmaDevice(block.device);
        } else if (block.device.empty()) {
            continue;
        } else if (line.starts_with(kGid)) {
            RdmaDevice *device = block.port ? builder.rdmaDevice(block.device) : nullptr;
            if (RdmaPort *port = device ? builder.rdmaPort(*device, *block.port) : nullptr)
                readGid(*port, line.substr(kGid.size()));
        } else if (const auto parts = splitKeyValue(line)) {
            readBlockLine(builder, block, *parts, text.evidence(lines.line().source));
        }
    }
    block.endPort(builder);
    narrow.finish();
    lids.report(builder);
}

} // namespace

// "hca_id: mlx5_0", indented "key: value", "port: 1" and what is about it; -v has width, speed and GIDs too.
void readIbvDevinfo(const SectionText &text, HostBuilder &builder) {
    readBlocks("ibv_devinfo", text, builder);
}

// "CA 'mlx5_0'", indented "Key: value", "Port 1:" and what is about it.
void readIbstat(const SectionText &text, HostBuilder &builder) {
    readBlocks("ibstat", text, builder);
}

namespace {

/// Words after each other: "state ACTIVE physical_state LINK_UP netdev ens1f0np0"; with -d also lists in
/// angle brackets that are no values.
void readRdmaLink(HostBuilder &builder, std::string_view rest, EvidenceRef evidence) {
    std::string_view where = takeWord(rest);
    RdmaDevice *device = builder.rdmaDevice(takeUntil(where, '/'));
    const auto number = parseInteger<std::uint8_t>(where);
    RdmaPort *port = device && number ? builder.rdmaPort(*device, *number) : nullptr;
    while (port) {
        const std::string_view key = takeWord(rest);
        if (key.empty())
            return;
        const bool known = std::any_of(std::begin(kPortRows), std::end(kPortRows),
                                       [&](const PortRow &row) { return row.key == key; });
        if (known)
            readRow(kPortRows, *port, key, takeWord(rest), evidence);
    }
}

/// "0: mlx5_0: node_type ca fw 28.41.1000 node_guid 9c63:... sys_image_guid 9c63:..."
void readRdmaDev(HostBuilder &builder, std::string_view name, std::string_view rest, EvidenceRef evidence) {
    RdmaDevice *device = builder.rdmaDevice(name);
    while (device) {
        const std::string_view key = takeWord(rest);
        if (key.empty())
            return;
        const bool known = std::any_of(std::begin(kDeviceRows), std::end(kDeviceRows),
                                       [&](const DeviceRow &row) { return row.key == key; });
        if (known)
            readRow(kDeviceRows, *device, key, takeWord(rest), evidence);
    }
}

/// `rdma -j link`: [{"ifname": "mlx5_0", "port": 1, "state": "ACTIVE", ...}]; `rdma -j dev` has the device's
/// words and no port.
class RdmaJson {
public:
    RdmaJson(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read(std::string_view json) {
        using Event = JsonWalk::Event;
        constexpr std::size_t kMaxWords = 256; // of a device
        JsonWalk walk(json);
        for (Event event = walk.next(); event != Event::End; event = walk.next()) {
            if (event == Event::CloseObject && walk.path().size() == 1)
                deliver();
            else if (event == Event::Value && walk.path().size() == 2 && m_fields.size() < kMaxWords)
                m_fields.push_back({walk.key(), walk.value(), m_text.evidence(walk.source())});
        }
        deliver(); // one that the text ends within
    }

private:
    struct Field {
        std::string key, value;
        EvidenceRef evidence;
    };

    [[nodiscard]] std::string_view field(std::string_view key) const {
        const auto at = std::find_if(m_fields.begin(), m_fields.end(),
                                     [&](const Field &each) { return each.key == key; });
        return at == m_fields.end() ? std::string_view{} : std::string_view(at->value);
    }

    void deliver() {
        std::string_view rest = field("ifname");
        const std::string_view name = takeUntil(rest, '/');
        const auto number = parseInteger<std::uint8_t>(rest.empty() ? field("port") : rest);
        RdmaDevice *device = name.empty() ? nullptr : m_builder.rdmaDevice(name);
        RdmaPort *port = device && number ? m_builder.rdmaPort(*device, *number) : nullptr;
        for (const Field &each : m_fields) {
            if (port)
                readRow(kPortRows, *port, each.key, each.value, each.evidence);
            else if (device)
                readRow(kDeviceRows, *device, each.key, each.value, each.evidence);
        }
        m_fields.clear();
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::vector<Field> m_fields;
};

} // namespace

// `rdma link`: "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0"; older releases number
// it, "1/1: mlx5_0/1: ...". `rdma dev` next to it is read too.
void readRdmaTool(const SectionText &text, HostBuilder &builder) {
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"ifname\"") != json.npos)
        return RdmaJson(text, builder).read(json);
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view rest = lines.line().text;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        const std::string_view first = takeWord(rest);
        if (first == "link") {
            readRdmaLink(builder, rest, evidence);
            continue;
        }
        if (first.empty() || first.back() != ':' || first.front() < '0' || first.front() > '9')
            continue;
        const std::string_view before = rest;
        std::string_view name = takeWord(rest);
        if (name.size() < 2 || name.back() != ':')
            continue;
        name.remove_suffix(1);
        if (name.find('/') != std::string_view::npos)
            readRdmaLink(builder, std::string(name) + std::string(rest), evidence);
        else if (before.find(" node_type ") != std::string_view::npos)
            readRdmaDev(builder, name, rest, evidence);
    }
}

namespace {

/// "(MT4129 - MCX75310AAS) ConnectX-7 VPI adapter card fw 28.41.1000 port 1 (ACTIVE)": the type of the chip,
/// the part number, and what the card is called.
void readModel(HostBuilder &builder, RdmaDevice &device, std::string_view rest, EvidenceRef evidence) {
    if (!rest.starts_with('('))
        return;
    rest.remove_prefix(1);
    std::string_view part = takeUntil(rest, ')');
    const std::string_view type = takeWord(part);
    setTextIfUnknown(device.hcaType, type, evidence, 64);
    part = trimmed(part);
    part = trimmed(part.starts_with('-') ? part.substr(1) : part);
    std::string_view name = rest.substr(0, rest.find(" port "));
    name = trimmed(name.substr(0, name.find(" fw ")));
    if (name.starts_with("fw "))
        name = {};
    addToolFact(builder, "ibdev2netdev", device.name, "Part number", part, evidence);
    addToolFact(builder, "ibdev2netdev", device.name, "Model", name, evidence);
}

} // namespace

// "mlx5_0 port 1 ==> ens1f0np0 (Up)"; with -v the address, the model and the firmware are in front:
// "0000:41:00.0 mlx5_0 (MT4129 - NAME) ... fw 28.41.1000 port 1 (ACTIVE) ==> ens1f0np0 (Up)".
void readIbdev2netdev(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        constexpr std::string_view kArrow = " ==> ";
        const auto arrow = line.find(kArrow);
        if (arrow == std::string_view::npos)
            continue;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        std::string_view front = line.substr(0, arrow);
        std::string_view back = line.substr(arrow + kArrow.size());
        const auto portAt = front.rfind(" port ");
        std::string_view portText = portAt == std::string_view::npos ? "" : front.substr(portAt + 6);
        const auto number = parseInteger<std::uint8_t>(takeWord(portText));
        std::string_view name = takeWord(front);
        const auto address = Address::parse(name);
        if (address)
            name = takeWord(front);
        RdmaDevice *device = number && !name.empty() ? builder.rdmaDevice(name) : nullptr;
        RdmaPort *port = device ? builder.rdmaPort(*device, *number) : nullptr;
        if (!port)
            continue;
        if (address && !device->device)
            device->device = address;
        if (const auto firmware = line.find(" fw "); firmware != std::string_view::npos) {
            std::string_view rest = line.substr(firmware + 4);
            setTextIfUnknown(device->firmware, takeWord(rest), evidence, 64);
        }
        readModel(builder, *device, trimmed(front), evidence);
        if (const std::string_view state = trimmed(portText); state.starts_with('(') && state.ends_with(')'))
            readRow(kPortRows, *port, "state", trimmed(state.substr(1, state.size() - 2)), evidence);
        const std::string_view netdev = takeWord(back);
        setTextIfUnknown(port->netdev, netdev, evidence, 64);
        host::NetInterface *interface = netdev.empty() ? nullptr : builder.netInterface(netdev);
        if (!interface)
            continue;
        if (!interface->device)
            interface->device = device->device;
        const std::string_view state = trimmed(back);
        if (state == "(Up)" || state == "(Down)")
            setTextIfUnknown(interface->operstate, state == "(Up)" ? "up" : "down", evidence);
    }
}

} // namespace fabricscope::formats
