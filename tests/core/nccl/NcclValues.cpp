// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/nccl/NcclValues.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace fabricscope::test {

namespace {

using nccl::Decisions;
using nccl::FileError;
using nccl::GpuGpu;
using nccl::GpuNic;
using nccl::GpuNode;
using nccl::kReportedChannels;
using nccl::NicNode;
using nlohmann::json;
using Values = Equality::Values;

constexpr std::size_t kGcn = 15; ///< letters of a gcn name that the answers have: "gfx90a:sramecc+"

std::string number(double value) {
    return fmt::format("{:.6g}", value);
}

/// "on", "off", "pci" of one program, 1 and 0 of the other.
std::string gdrText(const json &value) {
    return value.is_string() ? value.get<std::string>() : value.get<int>() != 0 ? "on" : "off";
}

std::string gdrText(const nccl::GdrDecision &gdr) {
    return gdr.overPci ? "pci" : gdr.on() ? "on" : "off";
}

Values expectedGpuNet(const json &expected) {
    Values values;
    for (const json &row : expected.value("gpu_net", json::array())) {
        const auto key = fmt::format("{}-{} ", row["rank"].get<int>(), row["net"].get<int>());
        values[key + "type"] = row["type"];
        values[key + "bandwidth"] = number(row["bw"]);
        values[key + "hops"] = number(row["hops"].get<int>());
        values[key + "gdr send"] = gdrText(row["gdr_send"]);
        values[key + "gdr recv"] = gdrText(row["gdr_recv"]);
        values[key + "proxy rank"] = number(row["proxyRank"].get<int>());
    }
    return values;
}

Values ourGpuNet(const Decisions &ours) {
    Values values;
    for (const GpuNic &pair : ours.gpuNic) {
        const GpuNode &gpu = ours.gpus[static_cast<std::size_t>(pair.gpu)];
        const auto key = fmt::format("{}-{} ", gpu.rank, ours.nics[static_cast<std::size_t>(pair.nic)].dev);
        const GpuNode &proxy = ours.gpus[static_cast<std::size_t>(pair.relayGpu.value_or(pair.gpu))];
        values[key + "type"] = ours.library->pathName(pair.type);
        values[key + "bandwidth"] = number(pair.bandwidth);
        values[key + "hops"] = number(pair.hops);
        values[key + "gdr send"] = gdrText(pair.gdrSend);
        values[key + "gdr recv"] = gdrText(pair.gdrRecv);
        values[key + "proxy rank"] = number(proxy.rank);
    }
    return values;
}

Values expectedGpuGpu(const json &expected) {
    Values values;
    for (const json &row : expected.value("gpu_gpu", json::array())) {
        const auto key = fmt::format("{}-{} ", row["from"].get<int>(), row["to"].get<int>());
        values[key + "type"] = row["type"];
        values[key + "bandwidth"] = number(row["bw"]);
        values[key + "hops"] = number(row["hops"].get<int>());
        values[key + "p2p"] = number(row["p2p"].get<int>());
    }
    return values;
}

Values ourGpuGpu(const Decisions &ours) {
    Values values;
    for (const GpuGpu &pair : ours.gpuGpu) {
        const auto key = fmt::format("{}-{} ", ours.gpus[static_cast<std::size_t>(pair.from)].rank,
                                     ours.gpus[static_cast<std::size_t>(pair.to)].rank);
        values[key + "type"] = ours.library->pathName(pair.type);
        values[key + "bandwidth"] = number(pair.bandwidth);
        values[key + "hops"] = number(pair.hops);
        values[key + "p2p"] = pair.type <= pair.level ? "1" : "0";
    }
    return values;
}

Values expectedChannels(const json &expected) {
    Values values;
    for (const json &row : expected.value("local_net_by_channel", json::array()))
        for (std::size_t channel = 0; channel < row["nets"].size(); ++channel)
            values[fmt::format("{} channel {}", row["rank"].get<int>(), channel)] =
                number(row["nets"][channel].get<int>());
    return values;
}

Values ourChannels(const Decisions &ours) {
    Values values;
    for (std::size_t gpu = 0; gpu < ours.gpus.size(); ++gpu)
        for (std::size_t channel = 0; channel < kReportedChannels; ++channel)
            if (const auto nic = ours.localNic(gpu, channel))
                values[fmt::format("{} channel {}", ours.gpus[gpu].rank, channel)] =
                    number(ours.nics[static_cast<std::size_t>(*nic)].dev);
    return values;
}

/// The answers have each byte of a name as a letter; nothing else in them is beyond ASCII.
std::string bytesOf(const std::string &name) {
    std::string bytes;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto first = static_cast<unsigned char>(name[i]);
        const bool isLetter = (first == 0xC2 || first == 0xC3) && i + 1 < name.size();
        bytes += isLetter
                     ? static_cast<char>((first == 0xC3 ? 0x40 : 0) + static_cast<unsigned char>(name[i + 1]))
                     : name[i];
        i += isLetter ? 1 : 0;
    }
    return bytes;
}

Values expectedNets(const json &expected) {
    Values values;
    for (const json &row : expected.value("nets", json::array())) {
        const auto key = fmt::format("{} ", row["dev"].get<int>());
        values[key + "name"] = bytesOf(row["name"]);
        values[key + "busid"] = row["busid"];
        values[key + "bandwidth"] = number(row["bw"]);
        values[key + "port"] = number(row["port"].get<int>());
        values[key + "gdr"] = number(row["gdr"].get<int>() != 0 ? 1 : 0);
        values[key + "coll"] = number(row["coll"].get<int>());
        values[key + "rail"] = number(row.value("rail", -1));
        values[key + "local GPU"] = number(row["localGpuRank"].get<int>());
        values["order of NICs"] += key;
    }
    return values;
}

Values ourNets(const Decisions &ours) {
    Values values;
    for (const NicNode &nic : ours.nics) {
        const auto key = fmt::format("{} ", nic.dev);
        values[key + "name"] = nic.name;
        values[key + "busid"] = nic.busIdText;
        values[key + "bandwidth"] = number(nic.bandwidth);
        values[key + "port"] = number(nic.port);
        values[key + "gdr"] = nic.gdr ? "1" : "0";
        values[key + "coll"] = nic.coll ? "1" : "0";
        values[key + "rail"] = number(nic.rail);
        values[key + "local GPU"] = number(nic.localGpuRank.value_or(-1));
        values["order of NICs"] += key;
    }
    return values;
}

Values expectedSystem(const json &expected) {
    Values values;
    for (const json &gpu : expected.value("gpus", json::array())) {
        const auto key = fmt::format("GPU {} ", gpu["rank"].get<int>());
        values[key + "dev"] = number(gpu["dev"].get<int>());
        values[key + "busid"] = gpu["busid"];
        values[key + "gdr"] = number(gpu["gdr"].get<int>());
        values[key + "NUMA"] = number(std::max(gpu["local_numa"].get<int>(), -1)); // -2 is none, too
        values[key + "kind"] = gpu.contains("gcn") ? gpu["gcn"].get<std::string>().substr(0, kGcn)
                                                   : number(gpu["sm"].get<int>());
    }
    if (!expected.contains("gpus"))
        return values;
    for (const json &gpu : expected["gpus"])
        values["order of GPUs"] += fmt::format("{} ", gpu["rank"].get<int>());
    if (!expected.contains("maxBw")) // of a file that was cut down, only what matters is stated
        return values;
    values["maxBw"] = number(expected["maxBw"]);
    values["totalBw"] = number(expected["totalBw"]);
    return values;
}

Values ourSystem(const Decisions &ours) {
    Values values;
    for (const GpuNode &gpu : ours.gpus) {
        const auto key = fmt::format("GPU {} ", gpu.rank);
        values[key + "dev"] = number(gpu.dev);
        values[key + "busid"] = gpu.busIdText;
        values[key + "gdr"] = gpu.gdr ? "1" : "0";
        values[key + "NUMA"] = number(gpu.numa.value_or(-1));
        values[key + "kind"] = gpu.gcn.empty() ? number(gpu.sm) : gpu.gcn.substr(0, kGcn);
    }
    if (ours.error)
        return values;
    for (const GpuNode &gpu : ours.gpus)
        values["order of GPUs"] += fmt::format("{} ", gpu.rank);
    values["maxBw"] = number(ours.maxBandwidth);
    values["totalBw"] = number(ours.totalBandwidth);
    return values;
}

Values expectedError(const json &expected) {
    if (expected["error"].is_null())
        return {{"call", "none"}, {"code", "0"}};
    auto call = expected["error"].get<std::string>();
    call = call.substr(0, call.find('('));
    const int code = expected["code"];
    if (code < 0) // a signal; nobody knows in which call
        return {{"code", number(static_cast<int>(nccl::ResultCode::Crash))}};
    if (call == "load") // how whoever asked the library calls it
        call = "ncclTopoGetXmlFromFile";
    return {{"call", call}, {"code", number(code)}};
}

Values ourError(const std::optional<FileError> &error) {
    if (!error)
        return {{"call", "none"}, {"code", "0"}};
    return {{"call", error->call}, {"code", number(static_cast<int>(error->code))}};
}

} // namespace

nccl::Options optionsOf(const json &expected, const nccl::Version *version) {
    nccl::Options options;
    options.version = version;
    const json params = expected.value("params", json::object()); // absent if the library crashed
    options.defaultSm = params.value("default_sm", options.defaultSm);
    options.defaultNetName = "mlx5_"; // for a NIC without a name in the file
    options.defaultNetSpeed = params.value("default_net_speed_mbps", options.defaultNetSpeed);
    const json environment = params.value("env", json::object());
    for (const auto &[name, value] : environment.items()) {
        const auto text = value.get<std::string>();
        if (name == "ORACLE_NVSWITCH_LINKS")
            options.nvswitchLinks = std::stoi(text);
        else if (name == "ORACLE_NRANKS") // of the whole job
            options.nodes = std::stoi(text) / std::max(1, static_cast<int>(expected["gpus"].size()));
        else if (name == "ORACLE_BIOS_VERSION")
            options.biosVersion = text;
        else
            options.environment.set(name, text);
    }
    return options;
}

NcclValues expectedValues(const json &expected) {
    return {expectedError(expected),  expectedSystem(expected), expectedNets(expected),
            expectedGpuNet(expected), expectedGpuGpu(expected), expectedChannels(expected)};
}

NcclValues ourValues(const Decisions &ours) {
    return {ourError(ours.error), ourSystem(ours), ourNets(ours),
            ourGpuNet(ours),      ourGpuGpu(ours), ourChannels(ours)};
}

void NcclComparison::compare(const std::string &file, const NcclValues &expected, const NcclValues &ours) {
    compare(file, "error", expected.error, ours.error);
    compare(file, "gpus, maxBw, totalBw", expected.system, ours.system);
    compare(file, "nets", expected.nets, ours.nets);
    compare(file, "gpu_net", expected.gpuNet, ours.gpuNet);
    compare(file, "gpu_gpu", expected.gpuGpu, ours.gpuGpu);
    compare(file, "local_net_by_channel", expected.channels, ours.channels);
}

void NcclComparison::compare(const std::string &file, const std::string &quantity, const Values &expected,
                             const Values &ours) {
    m_table.rows(file, quantity, expected, ours);
    for (const auto &[key, value] : expected) {
        const auto found = ours.find(key);
        const bool equal = found != ours.end() && found->second == value;
        for (Count *count : {&m_all, &m_byQuantity[quantity]}) {
            ++count->fields;
            count->equal += equal ? 1 : 0;
        }
    }
}

void NcclComparison::finish() {
    for (const auto &[quantity, count] : m_byQuantity)
        m_table.row("all files", quantity + ": fields", count.fields, count.equal);
    m_table.row("all files", "fields", m_all.fields, m_all.equal);
}

std::string textOfFile(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace fabricscope::test
