// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/host/SoftwareRdma.h"
#include "core/json/Evidence.h"
#include "core/json/NodeJson.h"
#include "core/json/host/HostJson.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <type_traits>

namespace fabricscope::json {

namespace {

using host::PciFunction;
using host::RareFacts;
using topology::Node;
using topology::NodeKind;
using topology::Topology;

/// How the value of a fact is written.
template<class T> Value plain(const T &value) {
    return value;
}
Value plain(const std::string &value) {
    return HostText(value).plain();
}
Value plain(const pci::LinkSpeed &value) {
    return value.gigatransfersPerSecond();
}
Value plain(const IommuGroup &value) {
    return value.value;
}
Value plain(const pci::Address &value) {
    return value.toString();
}
template<int Digits, class T> Value hex(const T &value) {
    return fmt::format("0x{:0{}x}", value, Digits);
}

/// Writes a fact and its evidence, if any.
using Write = void (*)(const PciFunction &, const char *key, Value &device, Value &evidence,
                       Evidence &sources);

template<auto Member, auto Form>
void write(const PciFunction &function, const char *key, Value &device, Value &evidence, Evidence &sources) {
    const auto &fact = host::factOf(function, Member);
    device[key] = fact ? Form(*fact) : Value(nullptr);
    if (fact)
        if (auto source = sources.of(fact.evidence()))
            evidence[key] = std::move(*source);
}

template<auto Member>
void write(const PciFunction &function, const char *key, Value &device, Value &evidence, Evidence &sources) {
    constexpr auto kForm = [](const auto &value) {
        return plain(value);
    };
    write<Member, kForm>(function, key, device, evidence, sources);
}

struct Row {
    const char *key;
    Write write;
};

/// One line per fact of the document.
constexpr std::array kRows = {
    Row{"class", write<&PciFunction::classCode, hex<6, std::uint32_t>>},
    Row{"vendor", write<&PciFunction::vendor, hex<4, std::uint16_t>>},
    Row{"device", write<&PciFunction::device, hex<4, std::uint16_t>>},
    Row{"subsystem_vendor", write<&PciFunction::subsystemVendor, hex<4, std::uint16_t>>},
    Row{"subsystem_device", write<&PciFunction::subsystemDevice, hex<4, std::uint16_t>>},
    Row{"revision", write<&PciFunction::revision, hex<2, std::uint8_t>>},
    Row{"driver", write<&PciFunction::driver>},
    Row{"iommu_group", write<&PciFunction::iommuGroup>},
    Row{"numa_node_of_kernel", write<&PciFunction::numaNode>},
    Row{"local_cpus", write<&PciFunction::localCpus>},
    Row{"current_speed_gt_per_s", write<&PciFunction::currentSpeed>},
    Row{"max_speed_gt_per_s", write<&PciFunction::maxSpeed>},
    Row{"current_width", write<&PciFunction::currentWidth>},
    Row{"max_width", write<&PciFunction::maxWidth>},
    Row{"physfn", write<&PciFunction::physfn>},
    Row{"sriov_numvfs", write<&RareFacts::sriovNumVfs>},
    Row{"sriov_totalvfs", write<&RareFacts::sriovTotalVfs>},
    Row{"power_state", write<&PciFunction::powerState>},
    Row{"reset_method", write<&PciFunction::resetMethod>},
    Row{"slot", write<&RareFacts::slotLabel>},
    Row{"aer_correctable", write<&RareFacts::aerCorrectable>},
    Row{"aer_nonfatal", write<&RareFacts::aerNonFatal>},
    Row{"aer_fatal", write<&RareFacts::aerFatal>},
    Row{"secondary_bus", write<&RareFacts::secondaryBus>},
    Row{"subordinate_bus", write<&RareFacts::subordinateBus>},
};

Value barsValue(const PciFunction &function) {
    Value list = Value::array();
    for (const host::Bar &bar : function.bars)
        list.push_back({{"index", bar.index},
                        {"size_bytes", bar.size.value},
                        {"flags", fmt::format("0x{:x}", bar.flags)}});
    return list;
}

template<class T> Value known(const std::optional<T> &value) {
    return value ? Value(*value) : Value(nullptr);
}

Value expressValue(const pci::Express &express) {
    Value value;
    value["port_type"] = pci::toString(express.portType);
    value["max_payload_bytes"] = known(express.maxPayload);
    value["max_payload_supported_bytes"] = known(express.maxPayloadSupported);
    value["max_read_request_bytes"] = known(express.maxReadRequest);
    value["relaxed_ordering"] = known(express.relaxedOrdering);
    value["extended_tags"] = known(express.extendedTags);
    value["ten_bit_tags"] = known(express.tenBitTags);
    value["no_snoop"] = known(express.noSnoop);
    value["function_level_reset"] = known(express.functionLevelReset);
    value["target_speed_gt_per_s"] =
        express.targetSpeed ? Value(express.targetSpeed->gigatransfersPerSecond()) : Value(nullptr);
    value["ari_forwarding"] = known(express.ariForwarding);
    value["slot_number"] = known(express.slotNumber);
    return value;
}

/// Facts of some kinds of devices are omitted for others.
Value configValue(const pci::ConfigSpace &config) {
    Value value;
    value["bytes_read"] = config.bytesRead;
    if (config.fromText)
        value["from_text"] = true;
    if (config.dead)
        return value;
    value["bus_master"] = known(config.busMaster);
    if (config.express)
        value["express"] = expressValue(*config.express);
    if (config.acs)
        value["acs"] = {{"control", config.acs->toString()},
                        {"active", config.acs->active()},
                        {"redirects_peers", config.acs->redirectsPeers()}};
    if (config.ats)
        value["ats"] = {{"enabled", config.ats->enabled}, {"stu", config.ats->smallestTranslationUnit}};
    if (config.sriov)
        value["sriov"] = {{"vf_enable", config.sriov->vfEnable},
                          {"total_vfs", config.sriov->totalVfs},
                          {"num_vfs", config.sriov->numVfs}};
    if (config.aer)
        value["aer"] = {{"uncorrectable", fmt::format("0x{:08x}", config.aer->uncorrectableStatus)},
                        {"correctable", fmt::format("0x{:08x}", config.aer->correctableStatus)}};
    if (config.pasid)
        value["pasid"] = {{"enabled", config.pasid->enabled}, {"width_bits", config.pasid->maxWidthBits}};
    if (config.serialNumber)
        value["serial_number"] = fmt::format("{:016x}", *config.serialNumber);
    Value &capabilities = value["capabilities"] = Value::array();
    for (const pci::CapabilityRef &capability : config.capabilities)
        capabilities.push_back({{"id", fmt::format("0x{:04x}", capability.id)},
                                {"name", pci::capabilityName(capability.id, capability.extended)},
                                {"offset", capability.offset},
                                {"extended", capability.extended}});
    if (!config.problems.empty())
        value["problems"] = config.problems;
    return value;
}

std::string_view kindOf(const Node &node, const PciFunction &function) {
    if (node.kind != NodeKind::Switch)
        return topology::toString(node.kind);
    return node.bdf == function.address ? "upstream_port" : "downstream_port";
}

Value deviceValue(const Node &node, const PciFunction &function, Evidence &sources) {
    const bool isDownstream = node.kind == NodeKind::Switch && node.bdf != function.address;
    Value device;
    device["bdf"] = function.address.toString();
    device["node"] = node.id;
    device["kind"] = kindOf(node, function);
    device["name"] = node.name;
    if (!isDownstream && !node.model->empty())
        device["model"] = *node.model;
    device["parent"] = function.parent ? Value(function.parent->toString()) : Value(nullptr);
    device["root_bus"] =
        function.rootBus
            ? Value(fmt::format("{:04x}:{:02x}", function.rootBus->first, unsigned{function.rootBus->second}))
            : Value(nullptr);
    device["numa"] = node.numa ? Value(node.numa->value) : Value(nullptr);
    if (node.owner && !isDownstream)
        device["owner"] = *node.owner;
    device["dead"] = function.dead;
    Value evidence = Value::object();
    for (const Row &row : kRows)
        row.write(function, row.key, device, evidence, sources);
    if (Value link = isDownstream ? Value(nullptr) : linkValue(node, function); !link.is_null())
        device["link"] = std::move(link);
    device["virtfns"] = Value::array();
    for (const pci::Address &virtfn : function.virtfns)
        device["virtfns"].push_back(virtfn.toString());
    device["bars"] = barsValue(function);
    device["config"] = function.config ? configValue(*function.config) : Value(nullptr);
    if (auto source = sources.of(function.configEvidence))
        evidence["config"] = std::move(*source);
    if (!node.findings.empty() && !isDownstream)
        device["remarks"] = findingsValue(node.findings);
    device["evidence"] = std::move(evidence);
    return device;
}

Value textFact(const host::Fact<std::string> &fact) {
    return fact ? Value(HostText(*fact).plain()) : Value(nullptr);
}

Value bdfValue(const std::optional<pci::Address> &address) {
    return address ? Value(address->toString()) : Value(nullptr);
}

Value textValue(const std::string &text) {
    return text.empty() ? Value(nullptr) : Value(HostText(text).plain());
}

/// Tables of tools with the tools' own names, as printed by `nvidia-smi topo -m`.
Value matrixValue(const host::DeviceMatrix &matrix, Evidence &sources) {
    Value value;
    value["tool"] = HostText(matrix.tool).plain();
    value["what"] = HostText(matrix.what).plain();
    Value &columns = value["columns"] = Value::array();
    for (const std::string &column : matrix.columns)
        columns.push_back(HostText(column).plain());
    Value &rows = value["rows"] = Value::array();
    for (const host::DeviceMatrix::Row &row : matrix.rows) {
        Value line;
        line["name"] = HostText(row.name).plain();
        line["bdf"] = bdfValue(row.address);
        line["device"] = textValue(row.device);
        line["cpu_affinity"] = textFact(row.cpus);
        line["numa_affinity"] = textFact(row.numaNodes);
        Value &cells = line["cells"] = Value::array();
        for (const std::string &cell : row.cells)
            cells.push_back(textValue(cell));
        if (auto source = sources.of(row.evidence))
            line["evidence"] = std::move(*source);
        rows.push_back(std::move(line));
    }
    return value;
}

Value softwareRdmaValue(const host::SoftwareRdma &software, Evidence &sources) {
    const host::RdmaDevice &device = *software.device;
    Value value;
    value["name"] = HostText(device.name).plain();
    value["kind"] = software.kind;
    value["interface"] = textValue(software.netdev());
    value["bdf"] = bdfValue(software.interface != nullptr ? software.interface->device : std::nullopt);
    value["state"] = device.ports.empty() ? Value(nullptr) : textFact(device.ports.front().state);
    const auto evidence = device.isVirtual ? device.isVirtual.evidence() : device.description.evidence();
    if (auto source = sources.of(evidence))
        value["evidence"] = std::move(*source);
    return value;
}

/// Indexed by KernelMessage::Kind.
constexpr std::array<std::string_view, 11> kKernelLogKinds = {
    "link_limited", "bus_error", "link_change", "iommu",     "acs",           "gpu_fault",
    "device_lost",  "driver",    "reset",       "nic_fault", "hardware_error"};

Value kernelLogEntryValue(const host::KernelMessage &entry, Evidence &sources) {
    const auto kind = static_cast<std::size_t>(entry.kind);
    Value value;
    value["kind"] = kind < kKernelLogKinds.size() ? Value(kKernelLogKinds[kind]) : Value(nullptr);
    value["bdf"] = bdfValue(entry.device);
    value["text"] = HostText(entry.text).plain();
    value["count"] = entry.count;
    if (auto source = sources.of(entry.evidence))
        value["evidence"] = std::move(*source);
    return value;
}

} // namespace

std::string devicesDocument(const Topology &topology, const capture::Capture *capture) {
    Value document = documentHeader("devices", topology);
    Evidence sources(capture);
    Value &devices = document["devices"] = Value::array();
    for (const PciFunction &function : topology.host().functions)
        if (const auto id = topology.find(function.address))
            devices.push_back(deviceValue(topology.node(*id), function, sources));
    // Only if such messages occurred.
    for (const host::SoftwareRdma &software : host::softwareRdma(topology.host()))
        document["software_rdma"].push_back(softwareRdmaValue(software, sources));
    for (const host::DeviceMatrix &matrix : topology.host().deviceMatrices)
        document["device_matrices"].push_back(matrixValue(matrix, sources));
    for (const host::KernelMessage &entry : topology.host().kernelMessages)
        document["kernel_remarks"].push_back(kernelLogEntryValue(entry, sources));
    addUnplaced(topology, document);
    return dump(document);
}

} // namespace fabricscope::json
