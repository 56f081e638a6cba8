// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Text.h"
#include "core/checks/Areas.h"
#include "core/checks/Context.h"
#include "core/checks/areas/SettingJudges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::checks::areas {

namespace {

using findings::Finding;

std::size_t nodesWithCpus(const host::Host &host) {
    return static_cast<std::size_t>(
        std::count_if(host.numaNodes.begin(), host.numaNodes.end(), [](const host::NumaNodeFacts &node) {
            return node.cpus && !trimmed(*node.cpus).empty();
        }));
}

std::string_view withoutNodes(const Context &context) {
    if (context.ownGpus().empty())
        return context.gpus.empty() ? withoutGpus(context) : "the GPUs are held for VMs";
    const bool isOne = nodesWithCpus(context.host) == 1 || context.host.numaNodes.size() == 1;
    return isOne ? "one NUMA node" : ""; // none: not read
}

/// With one node, the kernel names none for many devices.
Answer numa(const Context &context) {
    std::size_t without = 0;
    for (const topology::Node &node : context.topology.nodes())
        for (const Finding &finding : node.findings)
            without += finding.rule == "numa.unknown" || finding.rule == "numa.not_told" ? 1 : 0;
    const std::size_t nodes = nodesWithCpus(context.host);
    if (without == 0 || nodes < 2)
        return passed(plural(nodes, "NUMA node with CPUs", "NUMA nodes with CPUs"));
    return unknown("the NUMA node of some devices is not known",
                   context.machine == Machine::Guest ? "a capture of the hypervisor"
                                                     : "numa_node of each device in /sys/bus/pci/devices");
}

/// 2 is memory tiering: pages move between kinds of memory, not after the threads.
Answer numaBalancing(const Context &context) {
    const host::Fact<std::string> &value = context.host.numaBalancing;
    const auto number = parseInteger<int>(trimmed(*value));
    if (!number)
        return unknown("the value of kernel.numa_balancing was not understood",
                       "sysctl kernel.numa_balancing");
    constexpr int kNormal = 1;
    if ((*number & kNormal) == 0)
        return passed(fmt::format("kernel.numa_balancing is {}", *number));
    Finding finding("system.numa_balancing");
    finding.set("actual", std::to_string(*number)).set("expected", "0");
    finding.evidence.push_back(
        context.quotes.of(value.evidence(), "/proc/sys/kernel/numa_balancing", *value));
    finding.commands = {"echo kernel.numa_balancing=0 | sudo tee /etc/sysctl.d/90-numa-balancing.conf",
                        "sudo sysctl --system && sysctl kernel.numa_balancing"};
    return found({std::move(finding)});
}

Answer numaOff(const Context &context) {
    const auto numa = context.argument("numa");
    const int sockets = context.host.cpuPackages.valueOr(0);
    if (numa != "off")
        return passed("the kernel's command line does not turn NUMA off");
    if (!context.host.cpuPackages)
        return unknown("numa=off is on the kernel's command line, and the number of sockets is not known",
                       "lscpu");
    if (sockets < 2)
        return passed("numa=off, on one socket");
    Finding finding("system.numa_off");
    finding.set("actual", "numa=off")
        .set("expected", "numa=on")
        .set("sockets", static_cast<std::size_t>(sockets));
    finding.evidence.push_back(context.commandLine());
    return found({std::move(finding)});
}

Answer isolatedCpus(const Context &context) {
    std::vector<Finding> findings;
    for (const std::string_view name : {"isolcpus", "nohz_full"}) {
        const auto value = context.argument(name);
        if (!value || value->empty())
            continue;
        Finding finding("system.isolated_cpus");
        finding.set("actual", fmt::format("{}={}", name, HostText(*value).line(128)));
        finding.evidence.push_back(context.commandLine());
        findings.push_back(std::move(finding));
        break;
    }
    std::string seen = "no CPUs are isolated";
    if (context.host.smt)
        seen += "; SMT is " + HostText(*context.host.smt).line(32);
    return found(std::move(findings), seen);
}

/// The fact whose name has one of these words: shells print them differently.
struct Limit {
    const std::string *name = nullptr;
    const host::Fact<std::string> *value = nullptr;
};
Limit limitOf(const Context &context, std::span<const std::string_view> words) {
    for (const auto &[name, value] : context.host.limits)
        if (value && std::any_of(words.begin(), words.end(),
                                 [&](std::string_view word) { return name.find(word) != std::string::npos; }))
            return {&name, &value};
    return {};
}

/// bash and busybox, dash, zsh; of kilobytes.
constexpr std::array<std::string_view, 2> kLockedWords = {"locked memory", "locked-in-memory"};
constexpr std::array<std::string_view, 4> kFilesWords = {"open files", "nofiles", "file descriptors",
                                                         "open file descriptors"};

/// A capability of root: its registrations are not limited (ib_umem_get(): CAP_IPC_LOCK). In a container it
/// may be absent.
bool mayLock(const Context &context) {
    return context.host.uid && *context.host.uid == 0 && context.machine != Machine::Container;
}

Answer memlock(const Context &context) {
    const Limit limit = limitOf(context, kLockedWords);
    if (limit.value == nullptr)
        return unknown("the shell's limits have no line for locked memory", "ulimit -l");
    const std::string value = HostText(**limit.value).line(64);
    if (value == "unlimited")
        return passed("the user may lock unlimited memory");
    const auto kilobytes = parseInteger<std::uint64_t>(value);
    if (!kilobytes)
        return unknown("the limit of locked memory was not understood", "ulimit -l");
    if (mayLock(context))
        return unknown(fmt::format("root collected, whom the limit of {} KiB does not bind", *kilobytes),
                       "collect as the user who starts jobs");
    // A limit beyond the memory of the host limits nothing.
    if (context.host.memory && *kilobytes >= context.host.memory->value / 1024)
        return passed(fmt::format("the user may lock {} KiB, all of the memory", *kilobytes));
    Finding finding("system.memlock");
    finding.set("actual", fmt::format("{} KiB", *kilobytes)).set("expected", "unlimited");
    finding.evidence.push_back(context.quotes.of(limit.value->evidence(), "ulimit -a",
                                                 fmt::format("{} {}", *limit.name, **limit.value)));
    finding.commands = {"printf '* soft memlock unlimited\\n* hard memlock unlimited\\n' | sudo tee "
                        "/etc/security/limits.d/90-memlock.conf",
                        "ulimit -l  # after a new login"};
    return found({std::move(finding)});
}

Answer openFiles(const Context &context) {
    constexpr std::uint64_t kRecommended = 65536;
    const Limit limit = limitOf(context, kFilesWords);
    if (limit.value == nullptr)
        return unknown("the shell's limits have no line for open files", "ulimit -n");
    const std::string value = HostText(**limit.value).line(64);
    const auto files = parseInteger<std::uint64_t>(value);
    if (value == "unlimited" || (files && *files >= kRecommended))
        return passed(fmt::format("the user may open {} files", value));
    if (!files)
        return unknown("the limit of open files was not understood", "ulimit -n");
    Finding finding("system.open_files");
    finding.set("actual", std::to_string(*files)).set("expected", std::to_string(kRecommended));
    finding.evidence.push_back(context.quotes.of(limit.value->evidence(), "ulimit -a",
                                                 fmt::format("{} {}", *limit.name, **limit.value)));
    return found({std::move(finding)});
}

std::string_view withoutAmdCpu(const Context &context) {
    if (context.host.cpuVendor && *context.host.cpuVendor != "AuthenticAMD")
        return "no AMD CPU";
    return withoutGpus(context);
}

constexpr Check kChecks[] = {
    {.id = "system.hardware",
     .title = "Memory and processors of the host",
     .group = Group::System,
     .needs = {Need::Log},
     .claims = "kernel.memory kernel.machine_check device.fault/memory_below_rating",
     .seen = "the kernel log has no error of memory or processors"},
    {.id = "system.kernel",
     .title = "Faults of the kernel",
     .group = Group::System,
     .needs = {Need::Log},
     .claims = "kernel.system",
     .seen = "the kernel log has no panic, lockup or lack of memory"},
    {.id = "system.nvme",
     .title = "Faults of NVMe drives",
     .group = Group::System,
     .needs = {Need::Log},
     .claims = "kernel.nvme",
     .seen = "the kernel log has no fault of an NVMe drive"},
    {.id = "system.numa",
     .title = "NUMA nodes",
     .group = Group::System,
     .needs = {Need::NumaNodes},
     .claims = "numa.*",
     .judge = numa},
    {.id = "system.numa_off",
     .title = "NUMA in the kernel",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::CommandLine},
     .judge = numaOff},
    {.id = "system.numa_balancing",
     .title = "Automatic NUMA balancing",
     .group = Group::System,
     .scope = {.unless = withoutNodes},
     .needs = {Need::NumaNodes, Need::NumaBalancing},
     .judge = numaBalancing},
    {.id = "system.nodes_per_socket",
     .title = "NUMA nodes per socket (NPS)",
     .group = Group::System,
     .scope = {.machines = kHosts, .unless = withoutAmdCpu},
     .needs = {Need::Elsewhere},
     .decides =
         "the maker's guide for this model of server: NPS1 for most GPU servers; numactl -H has the nodes"},
    {.id = "system.isolated_cpus",
     .title = "CPUs for jobs",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::CommandLine},
     .judge = isolatedCpus},
    {.id = "system.memlock",
     .title = "Limit of locked memory",
     .group = Group::System,
     .scope = {.unless = withoutRdma},
     .needs = {Need::Limits},
     .judge = memlock},
    {.id = "system.open_files",
     .title = "Limit of open files",
     .group = Group::System,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Limits},
     .judge = openFiles},
    {.id = "system.shared_memory",
     .title = "Size of /dev/shm",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .judge = settings::sharedMemory},
    {.id = "system.huge_pages",
     .title = "Transparent huge pages",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .judge = settings::hugePages},
    {.id = "system.governor",
     .title = "CPU frequency and idle states",
     .group = Group::System,
     .scope = {.machines = kHosts, .unless = withoutGpus},
     .judge = settings::governor},
    {.id = "system.memory_online",
     .title = "Memory online and swap",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "lsmem and free, against the host's expected size"},
    {.id = "system.interrupts",
     .title = "Interrupts of NICs",
     .group = Group::System,
     .scope = {.unless = withoutGpuRdma},
     .needs = {Need::Elsewhere},
     .decides = "/proc/interrupts and smp_affinity_list: CPUs near the NIC"},
    {.id = "system.firewall",
     .title = "Firewall between hosts",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "nft list ruleset on each host, or a connection between them on a free port"},
    {.id = "system.ssh_mesh",
     .title = "Logins between hosts",
     .group = Group::System,
     .scope = {.machines = kNoContainers, .unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "ssh -o BatchMode=yes from each host to each other"},
    {.id = "system.clock",
     .title = "Clocks of hosts",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .judge = settings::clock},
    {.id = "system.names",
     .title = "Names of hosts and of their interfaces",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides =
         "hostname, getent hosts and ip -br link on all hosts of a job: unique names, the same interfaces"},
    {.id = "system.versions",
     .title = "Versions of kernel, driver, BIOS and firmware on all hosts",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "fabricscope check of several hosts of one kind at once"},
    {.id = "system.tools",
     .title = "Versions of tools",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .needs = {Need::Elsewhere},
     .decides = "--version of the benchmarks and launchers on each host"},
    {.id = "system.disks",
     .title = "Disks and free space",
     .group = Group::System,
     .scope = {.unless = withoutGpus},
     .judge = settings::freeSpace},
};

} // namespace

std::span<const Check> system() {
    return kChecks;
}

} // namespace fabricscope::checks::areas
