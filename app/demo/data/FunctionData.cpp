// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/FunctionData.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>

namespace fabricscope::app::demo {

namespace {

using pci::PortType;

constexpr std::array<std::pair<std::string_view, PortType>, 6> kPorts{{
    {"endpoint", PortType::Endpoint},
    {"root", PortType::RootPort},
    {"upstream", PortType::UpstreamPort},
    {"downstream", PortType::DownstreamPort},
    {"pci-bridge", PortType::PcieToPci},
    {"integrated", PortType::RootComplexEndpoint},
}};

constexpr std::array<std::pair<std::string_view, std::uint8_t>, 7> kAcsBits{{
    {"SV", 0x01},
    {"TB", 0x02},
    {"RR", 0x04},
    {"CR", 0x08},
    {"UF", 0x10},
    {"EC", 0x20},
    {"DT", 0x40},
}};

constexpr std::array<std::pair<std::string_view, bool DemoFunction::*>, 8> kCapabilities{{
    {"aer", &DemoFunction::hasAer},
    {"ari", &DemoFunction::hasAri},
    {"ats", &DemoFunction::hasAts},
    {"ats-enabled", &DemoFunction::atsEnabled},
    {"pasid", &DemoFunction::hasPasid},
    {"rebar", &DemoFunction::hasRebar},
    {"flr", &DemoFunction::functionLevelReset},
    {"extended-tags", &DemoFunction::extendedTags},
}};

template<class Table> auto lookUp(const Table &table, const Fields &fields, std::string_view word) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto &row) { return row.first == word; });
    if (found == table.end())
        fields.fail("knows no '" + std::string(word) + "'");
    return found->second;
}

DemoLink parseLink(const Fields &fields, const char *key) {
    const std::string content = fields.text(key);
    if (content == "down")
        return {1, 0};
    std::string_view rest = content;
    const auto generation = parseInteger<std::uint8_t>(takeUntil(rest, 'x'));
    const auto width = parseInteger<std::uint8_t>(rest);
    if (!generation || !width || *generation < 1 || *generation > 6 || *width > 32)
        fields.fail(std::string("'") + key + "' is not a link such as 5x16");
    return {*generation, *width};
}

/// "SV+ TB- RR+": the bits with a plus.
std::uint8_t parseAcs(const Fields &fields, const char *key) {
    std::uint8_t bits = 0;
    const std::string content = fields.text(key);
    std::string_view rest = content;
    while (!rest.empty()) {
        const std::string_view word = takeUntil(rest, ' ');
        if (word.empty())
            continue;
        const std::uint8_t bit = lookUp(kAcsBits, fields, word.substr(0, word.size() - 1));
        if (word.back() == '+')
            bits |= bit;
    }
    return bits;
}

/// "512G pref64", "16M", "8K 64".
DemoBar parseBar(const Fields &fields, const std::string &index, const std::string &content) {
    DemoBar bar;
    std::string_view rest = content;
    std::string_view size = takeUntil(rest, ' ');
    const auto number = parseInteger<std::uint8_t>(index);
    std::uint64_t unit = 1;
    if (!size.empty()) {
        const std::string_view units = " KMGT";
        const auto found = units.find(size.back());
        if (found != std::string_view::npos) {
            unit = std::uint64_t{1} << (10 * found);
            size.remove_suffix(1);
        }
    }
    const auto count = parseInteger<std::uint64_t>(size);
    if (!number || *number > 5 || !count || (*count & (*count - 1)) != 0 || *count == 0)
        fields.fail("BAR " + index + " is not a power of two such as 512G");
    bar.index = *number;
    bar.size = *count * unit;
    bar.prefetchable = rest.starts_with("pref");
    bar.wide = rest.ends_with("64");
    return bar;
}

std::vector<DemoBar> parseBars(const Fields &fields, const char *key) {
    std::vector<DemoBar> bars;
    if (!fields.has(key))
        return bars;
    const Fields list = fields.object(key);
    for (const auto &[index, value] : list.json().items())
        bars.push_back(parseBar(list, index, list.text(index.c_str())));
    std::sort(bars.begin(), bars.end(), [](const DemoBar &a, const DemoBar &b) { return a.index < b.index; });
    return bars;
}

std::pair<std::uint16_t, std::uint16_t> parseIds(const Fields &fields, const char *key) {
    const std::string content = fields.text(key);
    std::string_view rest = content;
    const auto vendor = parseInteger<std::uint16_t>(takeUntil(rest, ':'), 16);
    const auto device = parseInteger<std::uint16_t>(rest, 16);
    if (!vendor || !device)
        fields.fail(std::string("'") + key + "' is not vendor:device");
    return {*vendor, *device};
}

void parseIdentity(DemoFunction &function, const Fields &fields) {
    std::tie(function.vendor, function.device) = parseIds(fields, "id");
    std::tie(function.subsystemVendor, function.subsystemDevice) =
        fields.has("subsystem") ? parseIds(fields, "subsystem") : parseIds(fields, "id");
    function.classCode = static_cast<std::uint32_t>(fields.hexadecimal("class"));
    if (fields.has("revision"))
        function.revision = static_cast<std::uint8_t>(fields.hexadecimal("revision"));
    function.driver = fields.text("driver", "");
    function.label = fields.text("label", "");
    function.resetMethod = fields.text("reset_method", "");
    if (fields.has("serial"))
        function.serialNumber = fields.hexadecimal("serial");
}

void parsePlace(DemoFunction &function, const Fields &fields) {
    if (fields.has("under"))
        function.parent = fields.address("under");
    if (fields.has("group"))
        function.iommuGroup = static_cast<unsigned>(fields.number("group"));
    if (fields.has("numa"))
        function.numa = fields.integer("numa", -1);
    if (fields.has("secondary"))
        function.secondary = static_cast<std::uint8_t>(fields.hexadecimal("secondary"));
    if (fields.has("subordinate"))
        function.subordinate = static_cast<std::uint8_t>(fields.hexadecimal("subordinate"));
    if (fields.has("slot"))
        function.slot = static_cast<unsigned>(fields.number("slot"));
    if (fields.has("physfn"))
        function.physfn = fields.address("physfn");
    function.vfMac = fields.text("vf_mac", "");
}

void parseExpress(DemoFunction &function, const Fields &fields) {
    if (!fields.has("port"))
        return;
    function.port = lookUp(kPorts, fields, fields.text("port"));
    if (fields.has("max_link"))
        function.maxLink = parseLink(fields, "max_link");
    function.link = fields.has("link") ? parseLink(fields, "link") : function.maxLink;
    if (fields.has("acs")) {
        function.acsEnabled = parseAcs(fields, "acs");
        function.acsSupported = fields.has("acs_supported") ? parseAcs(fields, "acs_supported") : 0x5F;
    }
    for (const std::string &word : fields.texts("capabilities"))
        function.*lookUp(kCapabilities, fields, word) = true;
    function.relaxedOrdering = fields.flag("relaxed_ordering", true);
    function.maxPayloadSupported = static_cast<std::uint16_t>(fields.number("max_payload_supported", 512));
    function.maxPayload = static_cast<std::uint16_t>(fields.number("max_payload", 256));
    function.readRequest = static_cast<std::uint16_t>(fields.number("read_request", 512));
    function.correctableErrors = static_cast<std::uint32_t>(fields.number("correctable_errors", 0));
    function.totalVfs = static_cast<std::uint16_t>(fields.number("total_vfs", 0));
    if (fields.has("vf_device"))
        function.vfDevice = static_cast<std::uint16_t>(fields.hexadecimal("vf_device"));
}

DemoRdma parseRdma(const Fields &fields) {
    DemoRdma rdma;
    rdma.name = fields.text("name");
    rdma.firmware = fields.text("firmware", "");
    rdma.hcaType = fields.text("hca_type", "");
    rdma.boardId = fields.text("board_id", "");
    rdma.state = fields.text("state", rdma.state);
    rdma.physState = fields.text("phys_state", rdma.physState);
    rdma.rate = fields.text("rate", rdma.rate);
    return rdma;
}

} // namespace

DemoNet parseNet(const Fields &fields) {
    DemoNet net;
    net.name = fields.text("name");
    net.mac = fields.text("mac");
    net.operstate = fields.text("operstate", net.operstate);
    net.master = fields.text("master", "");
    net.physPortName = fields.text("phys_port_name", "");
    net.via = fields.text("via", "");
    net.mtu = static_cast<std::uint32_t>(fields.number("mtu", net.mtu));
    net.speedMbits = fields.integer("speed", -1);
    net.devPort = fields.integer("dev_port", 0);
    net.carrier = fields.flag("carrier", net.operstate == "up");
    net.bridge = fields.flag("bridge", false);
    net.type = fields.integer("type", 1);
    net.addresses = fields.texts("addresses");
    net.gateway = fields.text("gateway", "");
    net.switchName = fields.text("switch", "");
    net.switchMac = fields.text("switch_mac", "");
    net.switchPort = fields.text("switch_port", "");
    return net;
}

DemoFunction parseFunction(const Address &address, const Fields &fields) {
    DemoFunction function;
    function.address = address;
    parseIdentity(function, fields);
    parsePlace(function, fields);
    parseExpress(function, fields);
    function.bars = parseBars(fields, "bars");
    function.vfBars = parseBars(fields, "vf_bars");
    if (fields.has("net"))
        function.net = parseNet(fields.object("net"));
    if (fields.has("rdma")) {
        function.rdma = parseRdma(fields.object("rdma"));
        if (function.net)
            function.rdma->netdev = function.net->name;
    }
    if (fields.has("nvme")) {
        const Fields nvme = fields.object("nvme");
        function.nvme =
            DemoNvme{nvme.text("name"), nvme.text("model"), nvme.text("serial"), nvme.text("firmware")};
    }
    if (fields.has("gpu")) {
        const Fields gpu = fields.object("gpu");
        function.gpu = DemoGpu{gpu.integer("card", 0), gpu.integer("hip", 0), gpu.integer("oam", 0),
                               gpu.hexadecimal("unique_id")};
    }
    return function;
}

} // namespace fabricscope::app::demo
