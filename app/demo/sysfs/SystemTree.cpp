// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/SystemTree.h"

#include "app/demo/sysfs/ClassTree.h"
#include "app/demo/sysfs/NetworkTexts.h"
#include "app/demo/sysfs/SettingsTree.h"
#include "app/demo/sysfs/SysfsPaths.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fabricscope::app::demo {

namespace {

void writeEtc(TreeWriter &out, const DemoHost &host) {
    out.line("etc/hostname", host.name);
    out.line("etc/machine-id", host.machineId);
    out.line("etc/fabricscope-simulated", simulatedSentence(host));
    std::string release;
    for (const auto &[key, value] : host.osRelease)
        release += key == "ID" ? key + '=' + value + '\n' : key + "=\"" + value + "\"\n";
    out.file("etc/os-release", release);
    out.file("etc/fabricscope-limits", "core file size              (blocks, -c) 0\n"
                                       "max locked memory           (kbytes, -l) unlimited\n"
                                       "open files                          (-n) 1048576\n"
                                       "stack size                  (kbytes, -s) 8192\n"
                                       "max user processes                  (-u) 4124568\n"
                                       "virtual memory              (kbytes, -v) unlimited\n");
    out.file("etc/fabricscope-device-nodes", deviceFiles(host));
    if (!host.environment.empty()) {
        std::string environment;
        for (const auto &[name, value] : host.environment)
            environment += name + '=' + value + '\n';
        out.file("etc/environment", environment);
    }
}

/// Files that the data lists by path.
void writeNamedFiles(TreeWriter &out, const DemoHost &host, bool below(std::string_view)) {
    const auto write = [&](std::string_view path, const std::string &text) {
        path.remove_prefix(path.starts_with('/') ? 1 : 0);
        if (below(path))
            out.file(path, text);
    };
    if (!host.ncclPath.empty())
        write(host.ncclPath, ncclFile(host));
    for (const auto &[path, text] : host.files)
        write(path, text);
}

/// The folders that a login may write to.
bool isWritable(std::string_view path) {
    return std::any_of(std::begin(kWritableFolders), std::end(kWritableFolders),
                       [&](std::string_view folder) {
                           return path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
                       });
}

void writeCpus(TreeWriter &out, const DemoHost &host) {
    const DemoCpu &cpu = host.cpu;
    std::string text;
    const auto cores = static_cast<unsigned>(cpu.sockets * cpu.coresPerSocket);
    for (unsigned number = 0; number < cpuCount(host); ++number) {
        const unsigned core = number % cores;
        const unsigned package = core / static_cast<unsigned>(cpu.coresPerSocket);
        const unsigned inPackage = core % static_cast<unsigned>(cpu.coresPerSocket);
        text += fmt::format(
            "processor\t: {}\nvendor_id\t: {}\ncpu family\t: {}\nmodel\t\t: {}\nmodel name\t: {}\n"
            "stepping\t: {}\ncpu MHz\t\t: {:.3f}\nphysical id\t: {}\nsiblings\t: {}\ncore id\t\t: {}\n"
            "cpu cores\t: {}\nflags\t\t: {}\naddress sizes\t: 52 bits physical, 57 bits virtual\n\n",
            number, cpu.vendor, cpu.family, cpu.modelNumber, cpu.model, cpu.stepping, cpu.mhz, package,
            cpu.coresPerSocket * cpu.threads, inPackage, cpu.coresPerSocket, cpu.flags);
        const std::string at = fmt::format("sys/devices/system/cpu/cpu{}/topology", number);
        out.line(at + "/physical_package_id", std::to_string(package));
        out.line(at + "/die_id", "0");
        out.line(at + "/core_id", std::to_string(inPackage));
        out.line(at + "/thread_siblings_list",
                 cpu.threads == 1 ? std::to_string(core) : fmt::format("{},{}", core, core + cores));
    }
    out.file("proc/cpuinfo", text);
    for (const char *name : {"online", "present", "possible"})
        out.line(std::string("sys/devices/system/cpu/") + name, allCpus(host));
    out.line("sys/devices/system/cpu/smt/control", cpu.threads > 1                 ? "on"
                                                   : host.virtualization == "none" ? "off"
                                                                                   : "notsupported");
}

void writeMemory(TreeWriter &out, const DemoHost &host) {
    const std::string at = "sys/devices/system/node";
    std::uint64_t total = 0;
    for (const DemoNumaNode &node : host.numaNodes) {
        const std::string folder = fmt::format("{}/node{}", at, node.id);
        std::string distances;
        for (const int distance : node.distances)
            distances += (distances.empty() ? "" : " ") + std::to_string(distance);
        out.line(folder + "/cpulist", node.cpus);
        out.line(folder + "/cpumap", cpuMask(node.cpus, cpuCount(host)));
        out.line(folder + "/distance", distances);
        out.file(folder + "/meminfo",
                 fmt::format("Node {0} MemTotal:       {1} kB\nNode {0} MemFree:        {2} kB\n"
                             "Node {0} MemUsed:        {3} kB\n",
                             node.id, node.memoryKb, node.memoryKb / 16 * 15,
                             node.memoryKb - node.memoryKb / 16 * 15));
        total += node.memoryKb;
    }
    const std::string nodes =
        host.numaNodes.size() > 1 ? fmt::format("0-{}", host.numaNodes.size() - 1) : "0";
    for (const char *name : {"online", "possible", "has_cpu", "has_memory"})
        out.line(at + '/' + name, nodes);
    out.file("proc/meminfo",
             fmt::format("MemTotal:       {} kB\nMemFree:        {} kB\nMemAvailable:   {} kB\n"
                         "HugePages_Total:       0\nHugepagesize:       2048 kB\n",
                         total, total / 16 * 15, total / 16 * 15));
}

/// Truncated like in the kernel.
std::string processName(const std::vector<std::string> &arguments) {
    constexpr std::size_t kLongestName = 15;
    const std::string program = arguments.empty() ? std::string() : arguments[0];
    return program.substr(program.rfind('/') + 1).substr(0, kLongestName);
}

/// proc_pid_stat(5): the start time is field 22, in hundredths of a second since boot.
std::string processStat(unsigned pid, const std::vector<std::string> &arguments, double start) {
    return fmt::format("{0} ({1}) S {3} {0} {0} 0 -1 4194560 41 0 0 0 77 91 0 0 20 0 121 0 {2:.0f} 0 0", pid,
                       processName(arguments), start * 100, pid == 1 ? 0 : 1);
}

void writeProcesses(TreeWriter &out, const DemoHost &host, bool root) {
    for (const auto &[pid, arguments] : host.processes) {
        std::string text;
        for (const std::string &argument : arguments)
            text += argument + '\0';
        out.file(fmt::format("proc/{}/cmdline", pid), text);
        out.line(fmt::format("proc/{}/comm", pid), processName(arguments));
        out.file(
            fmt::format("proc/{}/status", pid), // all of them are root's
            fmt::format("Name:\t{}\nState:\tS (sleeping)\nPid:\t{}\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
                        processName(arguments), pid));
        const auto start = host.processStarts.find(pid);
        if (pid == 1 || start != host.processStarts.end())
            out.line(fmt::format("proc/{}/stat", pid),
                     processStat(pid, arguments, start != host.processStarts.end() ? start->second : 0));
        if (!root || text.find("/sys/bus/pci/devices/") == std::string::npos)
            continue;
        // Only root sees descriptors of other users: one VFIO group per device of the process.
        int descriptor = 10;
        for (const auto &[address, function] : host.functions)
            if (function.iommuGroup && text.find("/devices/" + address.toString() + '/') != std::string::npos)
                out.outsideLink(fmt::format("proc/{}/fd/{}", pid, descriptor++),
                                fmt::format("/dev/vfio/{}", *function.iommuGroup));
    }
}

void writeProc(TreeWriter &out, const DemoHost &host, bool root) {
    out.line("proc/version", host.kernelVersion);
    out.line("proc/cmdline", host.commandLine);
    out.line("proc/uptime", host.uptime);
    out.line("proc/sys/kernel/random/boot_id", host.bootId);
    out.line("proc/sys/kernel/hostname", host.name);
    out.line("proc/sys/kernel/osrelease", host.kernelRelease);
    out.line("proc/sys/kernel/dmesg_restrict", "1");
    out.line("proc/sys/kernel/numa_balancing", host.numaBalancing);
    out.file("proc/net/route", routeTable(host));
    const int uid = root ? 0 : host.user.uid;
    out.file("proc/self/status",
             fmt::format("Name:\tsh\nUmask:\t0022\nState:\tR (running)\nUid:\t{0}\t{0}\t{0}\t{0}\n"
                         "Gid:\t{0}\t{0}\t{0}\t{0}\n",
                         uid));
    std::string modules;
    for (const auto &[name, module] : host.modules) {
        std::string users;
        for (const std::string &user : module.usedBy)
            users += user + ',';
        modules += fmt::format("{} {} {} {} Live 0x0000000000000000\n", name, module.size,
                               module.usedBy.size(), users.empty() ? "-" : users);
        for (const auto &[parameter, value] : module.parameters)
            out.line("sys/module/" + name + "/parameters/" + parameter, value);
        if (!module.version.empty())
            out.line("sys/module/" + name + "/version", module.version);
        out.directory("sys/module/" + name);
    }
    out.file("proc/modules", modules);
    writeProcesses(out, host, root);
}

/// The model as the libraries count it: the extended family shifted onto the base one, so 1Ah is 191.
int libraryFamily(int family) {
    constexpr int kBase = 15;
    return family <= kBase ? family : kBase + ((family - kBase) << 4);
}

} // namespace

std::string ncclFile(const DemoHost &host) {
    std::string text = "<system version=\"2\">\n  <!-- simulated -->\n";
    for (const DemoNumaNode &node : host.numaNodes) {
        text +=
            fmt::format("  <cpu numaid=\"{}\" affinity=\"{}\" arch=\"x86_64\" vendor=\"{}\" familyid=\"{}\" "
                        "modelid=\"{}\">\n",
                        node.id, cpuMask(node.cpus, cpuCount(host)), host.cpu.vendor,
                        libraryFamily(host.cpu.family), host.cpu.modelNumber);
        unsigned index = 0;
        for (const DemoPair &pair : host.ncclPairs) {
            ++index;
            const auto gpu = Address::parse(pair.gpu), nic = Address::parse(pair.nic);
            if (pair.numa != node.id || !gpu || !nic || !host.functions.contains(*gpu) ||
                !host.functions.contains(*nic))
                continue;
            const DemoFunction &accelerator = host.functions.at(*gpu);
            const DemoFunction &network = host.functions.at(*nic);
            text += fmt::format("    <pci busid=\"ffff:ff:{:02x}.0\" class=\"0x060400\" vendor=\"0xffff\" "
                                "device=\"0xffff\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n",
                                index);
            text += fmt::format("      <pci busid=\"ffff:ff:{:02x}.0\" class=\"0x060400\" vendor=\"0xffff\" "
                                "device=\"0xffff\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n",
                                0xF + index);
            text += fmt::format(
                "        <pci busid=\"{}\" class=\"0x120000\" vendor=\"0x{:04x}\" device=\"0x{:04x}\" "
                "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n      </pci>\n",
                pair.gpu, accelerator.vendor, accelerator.device);
            text += fmt::format(
                "      <pci busid=\"{}\" class=\"0x020000\" vendor=\"0x{:04x}\" device=\"0x{:04x}\" "
                "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n        <nic>\n",
                pair.nic, network.vendor, network.device);
            if (network.rdma && network.net) {
                std::string guid = "0x";
                for (const char c : guidOf(network.net->mac))
                    if (c != ':')
                        guid += c;
                text += fmt::format(
                    "          <net name=\"{}\" dev=\"{}\" speed=\"{}\" port=\"1\" guid=\"{}\" "
                    "maxconn=\"2048\" gdr=\"1\"/>\n",
                    network.rdma->name, network.rdma->name.substr(network.rdma->name.rfind('_') + 1),
                    network.net->speedMbits, guid);
            }
            text += "        </nic>\n      </pci>\n    </pci>\n";
        }
        text += "  </cpu>\n";
    }
    return text + "</system>\n";
}

void writeSystemTree(TreeWriter &out, const DemoHost &host, bool root) {
    writeNamedFiles(out, host, [](std::string_view path) { return !isWritable(path); });
    writeProc(out, host, root);
    writeSettings(out, host);
    for (const auto &[name, value] : host.dmi)
        out.line("sys/class/dmi/id/" + name, value);
    if (root)
        for (const auto &[name, value] : host.dmiRoot)
            out.line("sys/class/dmi/id/" + name, value);
}

void writeProcessors(TreeWriter &out, const DemoHost &host) {
    writeCpus(out, host);
    writeCpuSettings(out, host);
    writeMemory(out, host);
}

void writeWritableFolders(TreeWriter &out, const DemoHost &host) {
    for (const char *folder : kWritableFolders)
        out.directory(folder);
    out.directory("var/tmp");
    writeEtc(out, host);
    writeNamedFiles(out, host, isWritable);
}

} // namespace fabricscope::app::demo
