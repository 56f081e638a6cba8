// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoData.h"

#include "app/demo/data/FunctionData.h"
#include "app/demo/data/JsonFields.h"
#include "app/demo/data/PcieLinks.h"
#include "app/demo/data/Windows.h"
#include "core/base/Text.h"
#include "resources/Resources.h"

#include <set>

namespace fabricscope::app::demo {

namespace {

constexpr int kBaseDepth = 4;

Json parseText(std::string_view text, const std::string &where) {
    Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded())
        throw DataError(where + ": not JSON");
    return document;
}

Json readResource(const std::string &name) {
    const std::string path = "demo/" + name + ".json";
    const std::string_view text = resources::find(path);
    if (text.empty())
        throw DataError("resources/" + path + ": no such file");
    return parseText(text, path);
}

/// Merges the document into its base document (RFC 7386).
Json withBase(Json document, int depth = 0) {
    if (!document.contains("based_on"))
        return document;
    if (depth >= kBaseDepth || !document["based_on"].is_string())
        throw DataError("based_on: not a name, or too deep");
    Json base = withBase(readResource(document["based_on"].get<std::string>()), depth + 1);
    document.erase("based_on");
    base.merge_patch(document);
    return base;
}

Parameters parametersOf(const Json &object) {
    Parameters parameters;
    for (const auto &[key, value] : object.items())
        parameters[key] = value.is_string() ? value.get<std::string>() : value.dump();
    return parameters;
}

/// Joins the functions of all blocks in one list, and applies the host's own entries.
Json collectFunctions(const Fields &host, const Parameters &variables) {
    Json functions = Json::object();
    const Json blocks = readResource("blocks");
    if (host.has("blocks"))
        for (const auto &[name, raw] : host.at("blocks").items()) {
            const Json use = substituted(raw, variables, host.where() + ".blocks." + name);
            const Fields entry(use, host.where() + ".blocks." + name);
            const Json &block = Fields(blocks, "demo/blocks.json").at(entry.text("use").c_str());
            Parameters parameters = variables;
            if (block.contains("defaults"))
                parameters.merge(parametersOf(block["defaults"]));
            for (auto &[key, value] : parametersOf(use))
                parameters[key] = value;
            functions.merge_patch(substituted(Fields(block, "demo/blocks.json").at("functions"), parameters,
                                              "demo/blocks.json." + entry.text("use")));
        }
    if (host.has("functions"))
        functions.merge_patch(substituted(host.at("functions"), variables, host.where() + ".functions"));
    return functions;
}

void parseFunctions(DemoHost &host, const Fields &fields, const Parameters &variables) {
    const Json devices = readResource("devices");
    const Json functions = collectFunctions(fields, variables);
    for (const auto &[key, entry] : functions.items()) {
        const std::string where = fields.where() + ".functions." + key;
        const auto address = Address::parse(key);
        if (!address)
            throw DataError(where + ": not a BDF");
        Json merged = entry;
        if (entry.contains("is")) {
            merged = Fields(devices, "demo/devices.json").at(Fields(entry, where).text("is").c_str());
            merged.merge_patch(entry);
        }
        host.functions.emplace(*address, parseFunction(*address, Fields(merged, where)));
    }
}

void parseRoots(DemoHost &host, const Fields &fields) {
    for (const auto &[key, value] : fields.at("roots").items()) {
        const Fields root(value, fields.where() + ".roots." + key);
        const auto address = Address::parse(key + ":00.0");
        if (!address)
            root.fail("not domain:bus");
        host.roots[{address->domain, address->bus}] = {address->domain, address->bus,
                                                       root.integer("numa", -1)};
    }
}

void parseSystem(DemoHost &host, const Fields &fields) {
    const Fields system = fields.object("system");
    host.machineId = system.text("machine_id");
    host.bootId = system.text("boot_id");
    host.kernelRelease = system.text("kernel");
    host.kernelVersion = system.text("kernel_version");
    host.commandLine = system.text("command_line");
    host.uptime = system.text("uptime");
    host.virtualization = system.text("virtualization", "none");
    host.iommuType = system.text("iommu", "");
    host.numaBalancing = system.text("numa_balancing", "0");
    const std::pair<const char *, std::vector<std::pair<std::string, std::string>> *> lists[] = {
        {"os_release", &host.osRelease}, {"dmi", &host.dmi}, {"dmi_root", &host.dmiRoot}};
    for (const auto &[key, list] : lists) {
        if (!system.has(key))
            continue;
        const Fields entries = system.object(key);
        for (const auto &[name, value] : entries.json().items())
            list->emplace_back(name, entries.text(name.c_str()));
    }
    const Fields user = fields.object("user");
    host.user.name = user.text("name");
    host.user.uid = user.integer("uid", 1000);
    const std::string sudo = user.text("sudo", "none");
    host.user.sudo = sudo == "none"       ? DemoSudo::None
                     : sudo == "password" ? DemoSudo::Password
                                          : DemoSudo::NoPassword;
    host.user.sudoPassword = user.text("sudo_password", "");
}

void parseProcessors(DemoHost &host, const Fields &fields) {
    const Fields cpu = fields.object("cpu");
    host.cpu = {cpu.text("vendor"),
                cpu.text("model"),
                cpu.integer("family", 0),
                cpu.integer("model_number", 0),
                cpu.integer("stepping", 0),
                cpu.integer("sockets", 1),
                cpu.integer("cores_per_socket", 1),
                cpu.integer("threads", 1),
                cpu.real("mhz", 0),
                cpu.text("flags", "")};
    for (const auto &[key, value] : fields.at("numa").items()) {
        const Fields node(value, fields.where() + ".numa." + key);
        DemoNumaNode parsed;
        parsed.id = parseInteger<int>(key).value_or(0);
        parsed.cpus = node.text("cpus");
        parsed.memoryKb = node.number("memory_kb");
        for (const Json &distance : node.at("distances"))
            parsed.distances.push_back(distance.get<int>());
        host.numaNodes.push_back(std::move(parsed));
    }
}

void parseModules(DemoHost &host, const Fields &fields) {
    if (!fields.has("modules"))
        return;
    for (const auto &[name, value] : fields.at("modules").items()) {
        const Fields entry(value, fields.where() + ".modules." + name);
        DemoModule &module = host.modules[name];
        module.size = entry.number("size", module.size);
        module.version = entry.text("version", "");
        module.usedBy = entry.texts("used_by");
        if (entry.has("parameters"))
            module.parameters = parametersOf(entry.at("parameters"));
    }
}

void parseGpuModel(DemoHost &host, const Fields &fields) {
    if (!fields.has("gpu_model"))
        return;
    const Fields gpu = fields.object("gpu_model");
    DemoGpuModel model;
    model.marketName = gpu.text("market_name");
    model.partNumber = gpu.text("part_number");
    model.vbios = gpu.text("vbios");
    model.gfx = gpu.text("gfx");
    model.gfxTarget = static_cast<std::uint32_t>(gpu.number("gfx_target"));
    model.computeUnits = static_cast<std::uint32_t>(gpu.number("compute_units"));
    model.xcc = static_cast<std::uint32_t>(gpu.number("xcc"));
    model.engineClockMhz = static_cast<std::uint32_t>(gpu.number("engine_clock_mhz"));
    model.vramBytes = gpu.number("vram_mib") << 20;
    model.xgmiMbytes = static_cast<std::uint32_t>(gpu.number("xgmi_mbytes_per_s"));
    model.pcieMbytes = static_cast<std::uint32_t>(gpu.number("pcie_mbytes_per_s"));
    model.hive = gpu.hexadecimal("hive");
    model.driverVersion = gpu.text("driver_version");
    model.rocmVersion = gpu.text("rocm_version");
    model.toolVersion = gpu.text("tool_version");
    host.gpuModel = std::move(model);
}

void parseRest(DemoHost &host, const Fields &fields) {
    if (fields.has("virtual_nets"))
        for (const auto &[name, value] : fields.at("virtual_nets").items())
            host.virtualNets.push_back(parseNet(Fields(value, fields.where() + ".virtual_nets." + name)));
    if (fields.has("processes"))
        for (const auto &[pid, value] : fields.at("processes").items())
            host.processes.emplace_back(parseInteger<unsigned>(pid).value_or(1),
                                        value.get<std::vector<std::string>>());
    if (fields.has("process_starts"))
        for (const auto &[pid, seconds] : fields.at("process_starts").items())
            host.processStarts[parseInteger<unsigned>(pid).value_or(1)] = seconds.get<double>();
    if (fields.has("environment"))
        host.environment = parametersOf(fields.at("environment"));
    host.dmesg = fields.texts("dmesg");
    if (fields.has("files"))
        for (const auto &[path, lines] : fields.at("files").items())
            for (const auto &line : lines.get<std::vector<std::string>>())
                host.files[path] += line + '\n';
    if (!fields.has("nccl_file"))
        return;
    const Fields nccl = fields.object("nccl_file");
    host.ncclPath = nccl.text("path");
    for (const auto &[name, value] : nccl.at("pairs").items()) {
        const Fields pair(value, nccl.where() + "." + name);
        host.ncclPairs.push_back({pair.text("gpu"), pair.text("nic"), pair.integer("numa", 0)});
    }
}

/// Whether the kernel gives devices below this bridge their own group (drivers/iommu/iommu.c, REQ_ACS_FLAGS:
/// SV, RR, CR and UF on the port above; upstream ports never share).
bool isolates(const DemoFunction &bridge) {
    constexpr std::uint8_t kRequired = 0x1D;
    return bridge.port == pci::PortType::UpstreamPort || (bridge.acsEnabled & kRequired) == kRequired;
}

/// Derives from the tree: VFs of a PF, NUMA nodes, IOMMU groups, addresses.
void complete(DemoHost &host, const std::string &where) {
    std::set<unsigned> taken;
    for (auto &[address, function] : host.functions) {
        if (function.parent && !host.functions.contains(*function.parent))
            throw DataError(where + ": " + address.toString() + " is below a function that does not exist");
        if (!function.parent && !host.roots.contains({address.domain, address.bus}))
            throw DataError(where + ": " + address.toString() + " is not on a root bus");
        if (function.parent && host.functions.at(*function.parent).secondary != address.bus)
            throw DataError(where + ": " + address.toString() + " is not on its parent's secondary bus");
        if (function.physfn) {
            if (!host.functions.contains(*function.physfn))
                throw DataError(where + ": " + address.toString() + " has no PF");
            host.functions.at(*function.physfn).virtfns.push_back(address);
        }
        if (function.iommuGroup && !taken.insert(*function.iommuGroup).second)
            throw DataError(where + ": IOMMU group " + std::to_string(*function.iommuGroup) +
                            " is given twice");
    }
    unsigned next = 0;
    for (auto &[address, function] : host.functions) {
        const DemoFunction *top = &function;
        while (top->parent)
            top = &host.functions.at(*top->parent);
        if (!function.numa)
            function.numa = host.roots.at({top->address.domain, top->address.bus}).numa;
        constexpr std::uint32_t kIommuClass = 0x080600;
        if (host.iommuType.empty() || function.iommuGroup || function.classCode == kIommuClass)
            continue;
        if (function.parent && !isolates(host.functions.at(*function.parent))) {
            function.iommuGroup = host.functions.at(*function.parent).iommuGroup;
            continue;
        }
        while (taken.contains(next))
            ++next;
        taken.insert(next);
        function.iommuGroup = next;
    }
    assignWindows(host);
}

DemoHost build(const std::string &name, Json document) {
    document = withBase(std::move(document));
    const std::string where = "demo/" + name + ".json";
    Parameters variables{{"host", name}};
    if (document.contains("variables"))
        for (auto &[key, value] : parametersOf(document["variables"]))
            variables[key] = value;
    for (const char *key :
         {"system", "virtual_nets", "processes", "dmesg", "environment", "files", "gpu_model"})
        if (document.contains(key))
            document[key] = substituted(document[key], variables, where + "." + key);
    const Fields fields(document, where);
    DemoHost host;
    host.name = name;
    host.description = fields.text("description");
    host.hypervisor = fields.text("hypervisor", "");
    parseSystem(host, fields);
    parseProcessors(host, fields);
    parseRoots(host, fields);
    parseFunctions(host, fields, variables);
    parseModules(host, fields);
    parseGpuModel(host, fields);
    parseRest(host, fields);
    complete(host, where);
    return host;
}

template<class Function> auto guarded(Function function) -> Result<decltype(function())> {
    try {
        return function();
    } catch (const std::exception &error) { // nlohmann's own as well
        return failure(error.what(), "demo data");
    }
}

} // namespace

std::string simulatedSentence(const DemoHost &host) {
    return host.name + " is a simulated demo host of fabricscope: nothing on it was measured";
}

Result<std::vector<std::string>> demoHostNames() {
    return guarded([] { return Fields(readResource("fleet"), "demo/fleet.json").texts("hosts"); });
}

Result<DemoHost> loadDemoHost(const std::string &name) {
    return guarded([&] {
        DemoHost host = build(name, readResource(name));
        if (!host.hypervisor.empty())
            assignLinks(host, build(host.hypervisor, readResource(host.hypervisor)));
        return host;
    });
}

Result<std::vector<DemoHost>> loadDemoHosts() {
    const auto names = demoHostNames();
    if (!names)
        return tl::unexpected(names.error());
    std::vector<DemoHost> hosts;
    for (const std::string &name : *names) {
        auto host = loadDemoHost(name);
        if (!host)
            return tl::unexpected(host.error());
        hosts.push_back(std::move(*host));
    }
    return hosts;
}

Result<DemoHost> parseDemoHost(const std::string &name, std::string_view json) {
    return guarded([&] { return build(name, parseText(json, name)); });
}

} // namespace fabricscope::app::demo
