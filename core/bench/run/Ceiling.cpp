// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/Ceiling.h"

#include "core/base/Text.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace fabricscope::bench {

namespace {

using affinity::Fabric;

constexpr double kBitsOfByte = 8;

/// Raw one-way bandwidth of all of a GPU's links together, by model: used if the host does not report it.
/// NVIDIA's and AMD's data sheets: NVLink 3, 4 and 5; seven xGMI links.
struct FabricRow {
    std::string_view model;
    double gbytes;
    std::string_view links;
};
constexpr FabricRow kGpuFabrics[] = {
    {"A100", 300, "12 NVLinks of 25 GB/s"},         {"H100", 450, "18 NVLinks of 25 GB/s"},
    {"H200", 450, "18 NVLinks of 25 GB/s"},         {"H800", 200, "8 NVLinks of 25 GB/s"},
    {"B200", 900, "18 NVLinks of 50 GB/s"},         {"MI300X", 448, "7 xGMI links of 64 GB/s"},
    {"MI325X", 448, "7 xGMI links of 64 GB/s"},     {"MI350X", 537.6, "7 xGMI links of 76.8 GB/s"},
    {"MI355X", 537.6, "7 xGMI links of 76.8 GB/s"},
};

/// The one-way bandwidth of a NIC's path, and what limits it.
struct PathLimit {
    std::optional<double> gbytes;
    std::string limit;
    std::string source;
};

/// A screen uses one unit: that of the measured values.
enum class RateUnit : std::uint8_t { Bytes, Bits };

std::string rateText(double gbytes, RateUnit unit) {
    return unit == RateUnit::Bits ? fmt::format("{:.4g} Gb/s", gbytes * kBitsOfByte)
                                  : fmt::format("{:.1f} GB/s", gbytes);
}

void applyLimit(PathLimit &path, double gbytes, std::string limit, std::string source) {
    path.source += (path.source.empty() ? "" : ", ") + source;
    if (path.gbytes && *path.gbytes <= gbytes)
        return;
    path.gbytes = gbytes;
    path.limit = std::move(limit);
}

PathLimit pathLimitOf(const Fabric &fabric, std::size_t index, std::optional<std::size_t> gpu,
                      RateUnit unit) {
    const affinity::Nic &nic = fabric.nics[index];
    PathLimit path;
    if (nic.rate)
        applyLimit(path, nic.rate->value / kBitsOfByte, fmt::format("the rate of {}", nic.name),
                   "port " + rateText(nic.rate->value / kBitsOfByte, unit));
    if (nic.link)
        applyLimit(path, nic.link->bandwidth().value,
                   fmt::format("the PCIe link of {}, {}", nic.name, nic.link->toString()),
                   nic.link->toString() + " " + rateText(nic.link->bandwidth().value, unit));
    if (!nic.rate) { // a link alone does not determine the port's rate
        path.gbytes.reset();
        return path;
    }
    if (!gpu)
        return path;
    const topology::Reach &reach = fabric.reach(*gpu, index);
    if (reach.bandwidth && path.gbytes && reach.bandwidth->value < *path.gbytes)
        applyLimit(
            path, reach.bandwidth->value,
            fmt::format("the path from {} to {}", fabric.gpus[*gpu].name, nic.name),
            fmt::format("path to {} {}", fabric.gpus[*gpu].name, rateText(reach.bandwidth->value, unit)));
    return path;
}

/// The NICs that the run uses, each with its GPU.
std::map<std::size_t, std::optional<std::size_t>> nicsInUse(const RunFacts &facts) {
    const affinity::Judgement &judgement = facts.examination->judgement;
    std::map<std::size_t, std::optional<std::size_t>> used;
    for (const std::size_t nic : facts.nics)
        used.emplace(nic, std::nullopt);
    if (!used.empty())
        return used;
    const auto isInUse = [&](std::size_t gpu) {
        return facts.gpus.empty() || std::find(facts.gpus.begin(), facts.gpus.end(), gpu) != facts.gpus.end();
    };
    for (const affinity::Pair &pair : judgement.pairs)
        if (pair.nic && judgement.isLeading(pair) && isInUse(pair.gpu))
            used.emplace(*pair.nic, pair.gpu);
    return used;
}

Ceiling overNics(const RunFacts &facts, std::string why) {
    Ceiling ceiling;
    ceiling.carrier = Carrier::Nics;
    ceiling.carrierWhy = std::move(why);
    const Fabric &fabric = facts.examination->judgement.fabric;
    double sum = 0;
    std::map<std::string, std::size_t> kinds;
    std::string limit;
    const auto used = nicsInUse(facts);
    for (const auto &[nic, gpu] : used) {
        const PathLimit path = pathLimitOf(fabric, nic, gpu, RateUnit::Bytes);
        if (!path.gbytes) {
            ceiling.source = fmt::format("the rate of {} is unknown", fabric.nics[nic].name);
            return ceiling;
        }
        sum += *path.gbytes;
        ++kinds[path.source];
        if (limit.empty() || path.limit.find("rate") == std::string::npos)
            limit = path.limit;
    }
    if (used.empty()) {
        ceiling.source = "the NICs in use are unknown";
        return ceiling;
    }
    for (const auto &[source, count] : kinds)
        ceiling.source += fmt::format("{}{} NIC{}: minimum of {}{}", ceiling.source.empty() ? "" : "; ",
                                      count, count == 1 ? "" : "s", source, count == 1 ? "" : ", each");
    ceiling.limit = limit;
    ceiling.most = GigabytesPerSecond{sum};
    return ceiling;
}

std::size_t gpusInUse(const RunFacts &facts) {
    return facts.gpus.empty() ? facts.examination->judgement.fabric.gpus.size() : facts.gpus.size();
}

/// The least of all GPUs' links together: XGMI has a link to each peer, NVLink all its links to the switch.
std::optional<double> linkedBandwidth(const RunFacts &facts, std::string &source) {
    const host::Host &host = facts.topology->host();
    struct Sum {
        double xgmi = 0, nvlink = 0;
        int peers = 0;
    };
    std::map<pci::Address, Sum> byGpu;
    for (const host::GpuLink &link : host.gpuLinks) {
        if (!link.bandwidth)
            return std::nullopt;
        for (const pci::Address &end : {link.from, link.to}) {
            Sum &sum = byGpu[end];
            ++sum.peers;
            if (link.kind == host::GpuLink::Kind::Xgmi)
                sum.xgmi += link.bandwidth->value;
            else
                sum.nvlink = std::max(sum.nvlink, link.bandwidth->value);
        }
    }
    if (byGpu.size() < gpusInUse(facts))
        return std::nullopt;
    const auto least = std::min_element(byGpu.begin(), byGpu.end(), [](const auto &a, const auto &b) {
        return a.second.xgmi + a.second.nvlink < b.second.xgmi + b.second.nvlink;
    });
    const Sum &sum = least->second;
    // A ring of fewer GPUs than the host has uses fewer of the links.
    const auto others = static_cast<double>(gpusInUse(facts) - 1);
    const double xgmi = sum.peers > 0 ? sum.xgmi * std::min(1.0, others / sum.peers) : 0;
    source = sum.xgmi > 0 ? fmt::format("{:g} xGMI links of {:.1f} GB/s per GPU",
                                        std::min<double>(others, sum.peers), sum.xgmi / sum.peers)
                          : fmt::format("{:.0f} GB/s of NVLink per GPU", sum.nvlink);
    return xgmi + sum.nvlink;
}

std::string modelOf(const RunFacts &facts) {
    for (const host::GpuFacts &gpu : facts.topology->host().gpus)
        if (gpu.model.known())
            return *gpu.model;
    for (const topology::Node &node : facts.topology->nodes())
        if (node.kind == topology::NodeKind::Gpu && node.model)
            return *node.model;
    return {};
}

bool sumsInSwitches(const RunFacts &facts, std::string_view model) {
    constexpr std::string_view kModels[] = {"H100", "H200", "H800", "B200"};
    return facts.variable("NCCL_NVLS_ENABLE") != "0" &&
           std::any_of(std::begin(kModels), std::end(kModels),
                       [&](std::string_view one) { return model.find(one) != std::string_view::npos; });
}

Ceiling overGpuFabric(const RunFacts &facts, std::string why) {
    Ceiling ceiling;
    ceiling.carrier = Carrier::GpuFabric;
    ceiling.carrierWhy = std::move(why);
    ceiling.limit = "the links between GPUs";
    const std::string model = modelOf(facts);
    ceiling.mayBeExceeded = sumsInSwitches(facts, model);
    if (const auto linked = linkedBandwidth(facts, ceiling.source)) {
        ceiling.most = GigabytesPerSecond{*linked};
        return ceiling;
    }
    const auto *row = std::find_if(std::begin(kGpuFabrics), std::end(kGpuFabrics), [&](const FabricRow &one) {
        return model.find(one.model) != std::string::npos;
    });
    if (row == std::end(kGpuFabrics)) {
        ceiling.source = "the links between the GPUs are unknown";
        return ceiling;
    }
    ceiling.most = GigabytesPerSecond{row->gbytes};
    ceiling.source = fmt::format("{} per GPU, by model", row->links);
    return ceiling;
}

/// Peer to peer or over host memory: no GPU sends more than its own link carries.
Ceiling overPcie(const RunFacts &facts) {
    Ceiling ceiling;
    ceiling.carrier = Carrier::Pcie;
    ceiling.carrierWhy = "no NVLink or XGMI link was found between the GPUs";
    for (const affinity::Gpu &gpu : facts.examination->judgement.fabric.gpus) {
        if (!gpu.link) {
            ceiling.source = fmt::format("the link of {} is unknown", gpu.name);
            ceiling.most.reset();
            return ceiling;
        }
        const GigabytesPerSecond own = gpu.link->bandwidth();
        if (ceiling.most && *ceiling.most <= own)
            continue;
        ceiling.most = own;
        ceiling.limit = fmt::format("{}'s link {}", gpu.name, gpu.link->toString());
        ceiling.source = fmt::format("{} {:.1f} GB/s", gpu.link->toString(), own.value);
    }
    return ceiling;
}

/// A table of all pairs names no NIC: if all NICs of the fabric are alike, one represents them.
std::optional<std::size_t> anyOfEqual(const Fabric &fabric) {
    std::optional<std::size_t> first;
    for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic) {
        if (!fabric.nics[nic].isCandidate() || !fabric.nics[nic].rdma)
            continue;
        if (first && pathLimitOf(fabric, nic, {}, RateUnit::Bits).gbytes !=
                         pathLimitOf(fabric, *first, {}, RateUnit::Bits).gbytes)
            return std::nullopt;
        first = first.value_or(nic);
    }
    return first;
}

} // namespace

std::string_view RunFacts::variable(std::string_view name) const {
    const auto found = std::find_if(environment.rbegin(), environment.rend(),
                                    [&](const EnvironmentValue &value) { return value.name == name; });
    return found == environment.rend() ? std::string_view() : std::string_view(found->value);
}

Ceiling collectiveCeiling(const RunFacts &facts) {
    if (facts.examination == nullptr || facts.topology == nullptr) {
        Ceiling unknown;
        unknown.source = "the host is unknown";
        return unknown;
    }
    if (facts.nodes > 1)
        return overNics(facts, fmt::format("{} hosts: NICs carry the traffic between them", facts.nodes));
    if (facts.overNetwork == true)
        return overNics(facts, "NCCL's log shows connections over the network");
    if (facts.variable("RCCL_ENABLE_INTRANET") == "1" && facts.overNetwork != false)
        return overNics(facts, "RCCL_ENABLE_INTRANET=1: NICs also carry traffic inside one host");
    if (!facts.topology->host().gpuLinks.empty())
        return overGpuFabric(facts, "one host with linked GPUs");
    const std::string model = modelOf(facts);
    const bool linked =
        std::any_of(std::begin(kGpuFabrics), std::end(kGpuFabrics),
                    [&](const FabricRow &row) { return model.find(row.model) != std::string::npos; });
    return linked ? overGpuFabric(facts, "one host with linked GPUs, by model") : overPcie(facts);
}

Ceiling perftestCeiling(const RunFacts &facts, std::size_t nic, bool bidirectional) {
    Ceiling ceiling;
    ceiling.carrier = Carrier::Nics;
    ceiling.carrierWhy = "perftest uses the NIC, even on one host";
    if (facts.examination == nullptr || nic >= facts.examination->judgement.fabric.nics.size()) {
        ceiling.source = "the NIC is unknown";
        return ceiling;
    }
    std::optional<std::size_t> gpu;
    if (facts.gpus.size() == 1)
        gpu = facts.gpus.front();
    const PathLimit path = pathLimitOf(facts.examination->judgement.fabric, nic, gpu, RateUnit::Bits);
    ceiling.limit = path.limit;
    ceiling.source = path.gbytes ? "minimum of " + path.source + (bidirectional ? ", both ways" : "")
                                 : std::string("the NIC's rate is unknown");
    if (path.gbytes)
        ceiling.most = GigabytesPerSecond{*path.gbytes * (bidirectional ? 2 : 1)};
    return ceiling;
}

Ceiling ceilingOf(const Results &results, const RunFacts &facts) {
    if (!results.tool.starts_with("perftest"))
        return collectiveCeiling(facts);
    std::optional<std::size_t> nic;
    if (facts.examination != nullptr) {
        const Fabric &fabric = facts.examination->judgement.fabric;
        for (const ContextFact &fact : results.context)
            if (fact.key == "device")
                nic = fabric.nicNamed(fact.value);
        if (!nic && !facts.nics.empty())
            nic = facts.nics.front();
        if (!nic && results.tool == "perftest-mesh")
            nic = anyOfEqual(fabric);
    }
    const bool bidirectional = results.test.find("Bidirectional") != std::string::npos;
    return perftestCeiling(facts, nic.value_or(SIZE_MAX), bidirectional);
}

namespace {

struct UnitRow {
    std::string_view unit;
    double bytes; ///< a second
};
constexpr double kMebibyte = 1048576;
constexpr UnitRow kUnits[] = {
    {"GB/s", 1e9},
    {"GB/sec", 1e9},
    {"GBps", 1e9},
    {"Gb/sec", 1e9 / kBitsOfByte},
    {"Gb/s", 1e9 / kBitsOfByte},
    {"Gbps", 1e9 / kBitsOfByte},
    {"MB/sec", kMebibyte},
    {"MiB/sec", kMebibyte},
    {"MiB/s", kMebibyte},
    {"MB/s", 1e6},
    {"GiB/s", kMebibyte * 1024},
};

const UnitRow *unitRow(std::string_view unit) {
    const auto *found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                     [unit](const UnitRow &row) { return row.unit == unit; });
    return found == std::end(kUnits) ? nullptr : found;
}

} // namespace

std::optional<double> inUnit(GigabytesPerSecond bandwidth, std::string_view unit) {
    const UnitRow *row = unitRow(unit);
    return row == nullptr ? std::nullopt : std::optional(bandwidth.value * 1e9 / row->bytes);
}

std::optional<GigabytesPerSecond> fromUnit(double value, std::string_view unit) {
    const UnitRow *row = unitRow(unit);
    return row == nullptr ? std::nullopt : std::optional(GigabytesPerSecond{value * row->bytes / 1e9});
}

} // namespace fabricscope::bench
