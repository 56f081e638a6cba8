// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// affinity_bench HOSTS: the affinity of this number of hosts with 16 GPUs and 32 NICs. callgrind counts the
// instructions of judgeHardware (distances, best assignment, pairs, verdict) and examineHosts (the same with
// the library's decisions), and the CPU time of the latter is measured. run_affinity.sh prints the table.
#include "core/affinity/Examine.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace fabricscope;
namespace shapes = samples::shapes;
using Hosts = std::vector<std::shared_ptr<const topology::Topology>>;

constexpr unsigned kSwitches = 8, kOfSocket = 4, kGpus = 2, kNics = 4;

/// Two sockets and eight switches, each with two GPUs and four NICs.
host::Host bigHost(unsigned number) {
    samples::SampleHostBuilder builder(fmt::format("host-{:03}", number));
    builder.host.virtualization = samples::text("none");
    builder.host.architecture = samples::text("x86_64");
    builder.host.cpuModel = samples::text("AMD EPYC 9575F 64-Core Processor");
    builder.addNumaNode(0, "0-63", 512);
    builder.addNumaNode(1, "64-127", 512);
    for (unsigned index = 0; index < kSwitches; ++index) {
        builder.numa = index < kOfSocket ? 0 : 1;
        const unsigned bus = index * 32;
        const auto at = [](unsigned b, unsigned device) {
            return fmt::format("0000:{:02x}:{:02x}.0", b, device);
        };
        builder.add(at(bus, 1), shapes::kRootPort);
        builder.add(at(bus + 1, 0), at(bus, 1), shapes::kUpstream);
        for (unsigned port = 0; port < kGpus + kNics; ++port) {
            builder.add(at(bus + 2, port), at(bus + 1, 0), shapes::kDownstream);
            const std::string device = at(bus + 3 + port, 0);
            builder.add(device, at(bus + 2, port), port < kGpus ? shapes::kGpu : shapes::kFabricNic);
            if (port < kGpus) {
                host::GpuFacts gpu;
                gpu.address = samples::address(device);
                gpu.kfdNodes = {static_cast<int>(2 + index * kGpus + port)};
                builder.host.gpus.push_back(std::move(gpu));
            } else {
                const unsigned nic = index * kNics + port - kGpus;
                builder.addNet(device, fmt::format("ens{}", nic),
                               fmt::format("02:00:00:00:{:02x}:{:02x}", number, nic),
                               fmt::format("ionic_{}", nic));
                builder.host.netInterfaces.back().addresses = {
                    fmt::format("10.{}.{}.{}/24", nic, number / 200, 1 + number % 200)};
            }
        }
    }
    return builder.finish();
}

} // namespace

/// callgrind identifies the measured functions by these names.
extern "C" __attribute__((noinline)) std::size_t judgeHardware(const void *all) {
    std::size_t pairs = 0;
    for (const auto &topology : *static_cast<const Hosts *>(all))
        pairs +=
            affinity::judge(affinity::fabricOf(*topology, host::gpuTable(topology->host())), {}).pairs.size();
    return pairs;
}

extern "C" __attribute__((noinline)) std::size_t examineHosts(const void *all) {
    std::size_t pairs = 0;
    for (const auto &topology : *static_cast<const Hosts *>(all))
        pairs += affinity::examine(*topology, {}).judgement.pairs.size();
    return pairs;
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1;
    Hosts hosts;
    for (int i = 0; i < count; ++i)
        hosts.push_back(samples::topologyOf(bigHost(static_cast<unsigned>(i))));
    const std::size_t hardware = judgeHardware(&hosts);
    const std::clock_t start = std::clock();
    const std::size_t whole = examineHosts(&hosts);
    const double milliseconds = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    fmt::print("{} hosts: {} pairs by hardware, {} with the library; {:.2f} ms of CPU a host\n", count,
               hardware, whole, milliseconds / count);
    return hardware > 0 && whole >= hardware ? 0 : 1;
}
