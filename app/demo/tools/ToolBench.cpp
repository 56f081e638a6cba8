// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/tools/ToolBench.h"

#include "app/demo/data/PcieLinks.h"
#include "app/demo/sysfs/KfdTree.h"
#include "app/demo/sysfs/SysfsPaths.h"
#include "resources/Resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace fabricscope::app::demo {

namespace {

constexpr unsigned kExecutable = 0755;

constexpr const char *kCollectives[] = {"all_reduce_perf", "all_gather_perf", "reduce_scatter_perf",
                                        "alltoall_perf",   "broadcast_perf",  "reduce_perf",
                                        "gather_perf",     "scatter_perf",    "sendrecv_perf"};
constexpr const char *kPerftests[] = {"ib_write_bw",  "ib_read_bw",  "ib_send_bw",
                                      "ib_write_lat", "ib_read_lat", "ib_send_lat"};

/// Published results of eight GPUs over their own links: a ROCm blog on MI300X (310 to 330), logs of MI350X
/// and MI355X (360).
struct FabricRow {
    std::string_view model;
    double gbytes;
    int watts;
};
constexpr FabricRow kFabrics[] = {{"MI300X", 328, 750}, {"MI350X", 360, 1000}, {"MI355X", 360, 1400}};

/// The share of the NICs' rate that a collective reaches: 91.5 of 100 GB/s on 8 x 100 Gb/s, 367 of 400 on 8 x
/// 400.
constexpr double kNetworkShare = 0.916;
/// Assumed, in Gb/s: the rate between a GPU and a NIC that are not below a common switch. The library stages
/// the data in host memory; perftest goes over the host bridge, or from socket to socket.
constexpr int kStaged = 240, kOtherSwitch = 300, kOtherSocket = 180;
constexpr int kNoLimit = 1000000; ///< Gb/s

struct FabricNic {
    const DemoFunction *function = nullptr;
    int gbits = 0;
};

/// "400 Gb/sec (4X NDR)"
int rateOf(const DemoRdma &rdma) {
    int gbits = 0;
    std::from_chars(rdma.rate.data(), rdma.rate.data() + rdma.rate.size(), gbits);
    return gbits;
}

/// The NICs that are up, by address.
std::vector<FabricNic> fabricNics(const DemoHost &host) {
    std::vector<FabricNic> nics;
    for (const auto &[address, function] : host.functions)
        if (function.rdma && function.rdma->state == "4: ACTIVE" && !function.driver.empty() &&
            function.driver != "vfio-pci")
            nics.push_back({&function, std::min(rateOf(*function.rdma),
                                                carriedByLinks(host, function).value_or(kNoLimit))});
    return nics;
}

/// By the numbers of HIP.
std::vector<const DemoFunction *> hipGpus(const DemoHost &host) {
    std::vector<const DemoFunction *> gpus = drivenGpus(host);
    std::sort(gpus.begin(), gpus.end(),
              [](const DemoFunction *a, const DemoFunction *b) { return a->gpu->hip < b->gpu->hip; });
    return gpus;
}

/// The upstream port of the switch above it.
std::optional<Address> switchOf(const DemoHost &host, const DemoFunction &function) {
    if (!function.parent)
        return std::nullopt;
    const auto port = host.functions.find(*function.parent);
    return port == host.functions.end() ? std::nullopt : port->second.parent;
}

int numaOf(const DemoHost &host, const DemoFunction &function) {
    if (function.numa)
        return *function.numa;
    const auto root = host.roots.find({function.address.domain, function.address.bus});
    return root == host.roots.end() ? -1 : root->second.numa;
}

/// On a flat VM, the k-th GPU and the k-th NIC share a switch on its hypervisor; otherwise the tree decides.
bool shareSwitch(const DemoHost &host, const DemoFunction &gpu, std::size_t gpuPlace, const FabricNic &nic,
                 std::size_t nicPlace) {
    const auto a = switchOf(host, gpu), b = switchOf(host, *nic.function);
    return a || b ? a == b : gpuPlace == nicPlace;
}

std::vector<const DemoFunction *> byAddress(std::vector<const DemoFunction *> gpus) {
    std::sort(gpus.begin(), gpus.end(),
              [](const DemoFunction *a, const DemoFunction *b) { return a->address < b->address; });
    return gpus;
}

/// The NIC that the topology file gives a GPU; empty if there is no file.
std::string statedNic(const DemoHost &host, const DemoFunction &gpu) {
    const auto found = std::find_if(host.ncclPairs.begin(), host.ncclPairs.end(),
                                    [&](const DemoPair &pair) { return pair.gpu == gpu.address.toString(); });
    return found == host.ncclPairs.end() ? std::string() : found->nic;
}

/// The rate between a GPU and the NIC that the library uses for it, and why it is lower than that of the NIC.
struct Carried {
    int gbits = 0;
    std::string why; ///< empty: it is not
};
Carried carriedBetween(const DemoHost &host, const DemoFunction &gpu, const FabricNic &nic, bool near) {
    const std::string address = gpu.address.toString();
    const int link = carriedByLinks(host, gpu).value_or(kNoLimit);
    Carried carried{nic.gbits, {}};
    if (!near && kStaged < carried.gbits)
        carried = {
            kStaged,
            fmt::format("{} uses {}, which is below another switch: through host memory, {} Gb/s (assumed)",
                        address, nic.function->rdma->name, kStaged)};
    if (link < carried.gbits)
        carried = {link, fmt::format("the PCIe link of {} carries {} Gb/s", address, link)};
    return carried;
}

/// All NICs are as fast as the slowest one, since a ring uses each.
void computeNetwork(const DemoHost &host, const std::vector<const DemoFunction *> &gpus,
                    const std::vector<FabricNic> &nics, DemoBench &bench) {
    double slowest = 0;
    std::size_t used = 0;
    for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
        const std::string stated = statedNic(host, *gpus[gpu]);
        for (std::size_t nic = 0; nic < nics.size(); ++nic) {
            const bool near = shareSwitch(host, *gpus[gpu], gpu, nics[nic], nic);
            if (stated.empty() ? !near : nics[nic].function->address.toString() != stated)
                continue;
            const Carried carried = carriedBetween(host, *gpus[gpu], nics[nic], near);
            slowest = used == 0 ? carried.gbits / 8.0 : std::min(slowest, carried.gbits / 8.0);
            ++used;
            if (!carried.why.empty())
                bench.sharing += (bench.sharing.empty() ? "" : "; ") + carried.why;
        }
    }
    bench.network = slowest * static_cast<double>(used) * kNetworkShare;
}

void computePairs(const DemoHost &host, const std::vector<const DemoFunction *> &gpus,
                  const std::vector<FabricNic> &nics, DemoBench &bench) {
    for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
        const int link = carriedByLinks(host, *gpus[gpu]).value_or(kNoLimit);
        for (std::size_t nic = 0; nic < nics.size(); ++nic)
            if (!shareSwitch(host, *gpus[gpu], gpu, nics[nic], nic)) {
                const bool sameSocket = numaOf(host, *gpus[gpu]) == numaOf(host, *nics[nic].function);
                bench.pairs += fmt::format("{}:{}:{} ", gpus[gpu]->gpu->hip, nics[nic].function->rdma->name,
                                           std::min(link, sameSocket ? kOtherSwitch : kOtherSocket));
            }
        if (std::any_of(nics.begin(), nics.end(), [&](const FabricNic &nic) { return link < nic.gbits; }))
            bench.links += fmt::format("{}:{} ", gpus[gpu]->gpu->hip, link);
    }
}

const FabricRow *fabricRow(const DemoHost &host) {
    if (!host.gpuModel)
        return nullptr;
    const auto *found = std::find_if(std::begin(kFabrics), std::end(kFabrics), [&](const FabricRow &row) {
        return host.gpuModel->marketName.find(row.model) != std::string::npos;
    });
    return found == std::end(kFabrics) ? nullptr : found;
}

bool needsDmaBuf(const DemoHost &host) {
    int major = 0, minor = 0;
    const char *end = host.kernelRelease.data() + host.kernelRelease.size();
    const auto [dot, error] = std::from_chars(host.kernelRelease.data(), end, major);
    if (error == std::errc{} && dot != end)
        std::from_chars(dot + 1, end, minor);
    return std::pair(major, minor) >= std::pair(6, 8); // peer memory is gone
}

std::string configText(const DemoHost &host) {
    const DemoBench bench = benchOf(host);
    const FabricRow *row = fabricRow(host);
    std::string gpus, nics;
    for (const DemoFunction *gpu : hipGpus(host))
        gpus += gpu->address.toString() + ' ';
    for (const FabricNic &nic : fabricNics(host))
        nics += fmt::format("{}:{} ", nic.function->rdma->name, nic.gbits);
    return fmt::format("# Parameters of the simulated benchmarks of this "
                       "host.\nhost='{}'\nmodel='{}'\ngpus='{}'\nnics='{}'\npairs='{}'\nlinks='{}'\nfabric={:"
                       ".1f}\nnetwork={:.1f}\nsharing='{}'\ntdp={}\nneeds_dmabuf={}\n",
                       host.name, host.gpuModel ? host.gpuModel->marketName : "", gpus, nics, bench.pairs,
                       bench.links, bench.fabric, bench.network, bench.sharing,
                       row != nullptr ? row->watts : 0, needsDmaBuf(host) ? "1" : "");
}

/// The address by which a client finds the host.
std::string addressText(const DemoHost &host) {
    std::string text = host.name;
    const auto add = [&](const DemoNet &net) {
        for (const std::string &address : net.addresses)
            if (net.name != "lo")
                text += ' ' + address.substr(0, address.find('/'));
    };
    for (const DemoNet &net : host.virtualNets)
        add(net);
    for (const auto &[address, function] : host.functions)
        if (function.net)
            add(*function.net);
    return text + '\n';
}

/// A GPU's limits as reported by amdgpu, in its units; the current power is left to the simulated tools.
void writeSensors(TreeWriter &out, const DemoHost &host) {
    const FabricRow *row = fabricRow(host);
    if (row == nullptr)
        return;
    constexpr int kMicro = 1000000, kHottest = 105;
    int number = 0;
    for (const DemoFunction *gpu : drivenGpus(host)) {
        const std::string at = fmt::format("{}/hwmon/hwmon{}", functionPath(host, *gpu), number++);
        out.line(at + "/name", "amdgpu");
        out.line(at + "/power1_cap", std::to_string(std::int64_t{row->watts} * kMicro));
        out.line(at + "/temp2_crit", std::to_string(kHottest * 1000));
    }
}

void writeProgram(TreeWriter &out, const std::string &name, const char *script) {
    out.file("bin/" + name,
             fmt::format("#!/bin/sh\n# Replaces {0} on a simulated host.\nexec /bin/sh "
                         "\"${{0%/*}}/../{1}/{2}\" {0} \"$@\"\n",
                         name, kSimulatedFolder, script),
             kExecutable);
}

} // namespace

DemoBench benchOf(const DemoHost &host) {
    DemoBench bench;
    const auto gpus = byAddress(drivenGpus(host));
    const auto nics = fabricNics(host);
    if (const FabricRow *row = fabricRow(host); row != nullptr && !gpus.empty())
        bench.fabric = row->gbytes;
    computeNetwork(host, gpus, nics, bench);
    computePairs(host, gpus, nics, bench);
    return bench;
}

void writeBenchTools(TreeWriter &out, const DemoHost &host) {
    const bool hasGpus = !drivenGpus(host).empty() && host.gpuModel;
    const bool hasNics = !fabricNics(host).empty();
    if (!hasGpus && !hasNics)
        return;
    for (const char *script :
         {"collective.sh", "perftest.sh", "perftest-options.sh", "counters.sh", "telemetry.sh", "ss.sh"})
        out.file(fmt::format("{}/{}", kSimulatedFolder, script),
                 resources::find(fmt::format("demo/tools/{}", script)));
    writeSensors(out, host);
    out.file(fmt::format("{}/bench.conf", kSimulatedFolder), configText(host));
    out.file(fmt::format("{}/addresses", kSimulatedFolder), addressText(host));
    for (const char *name : kCollectives)
        if (hasGpus)
            writeProgram(out, name, "collective.sh");
    for (const char *name : kPerftests)
        if (hasNics)
            writeProgram(out, name, "perftest.sh");
    writeProgram(out, "ss", "ss.sh");
}

std::string benchPrelude(std::string_view tool) {
    if (tool == "numactl") // which CPUs and memory nothing of this is of
        return "case ${1-} in -N) shift 4; exec \"$@\" ;; esac\n";
    if (tool == "rocm-smi")
        return "case $* in -b) exec /bin/sh \"$texts/telemetry.sh\" rocm-smi ;; esac\n";
    if (tool == "amd-smi")
        return "case ${1-} in monitor) shift; exec /bin/sh \"$texts/telemetry.sh\" amd-smi \"$@\" ;; esac\n";
    return {};
}

} // namespace fabricscope::app::demo
