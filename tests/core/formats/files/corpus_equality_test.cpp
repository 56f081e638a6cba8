// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CpuMask.h"
#include "tests/core/formats/files/Corpus.h"
#include "tests/support/Equality.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Equality;
using Values = Equality::Values;

/// The cause of a difference between lstopo and us. One row per cause; an empty text matches anything.
struct Cause {
    std::string_view quantity, key;
    bool (*fits)(const std::string &expected, const std::string &ours);
    const char *text;
};

bool isAbsentInExpected(const std::string &expected, const std::string &) {
    return expected == "absent";
}

constexpr const char *kBuggyNodes = "eight nodes that all claim the CPUs 0-7: lstopo reports an error and "
                                    "keeps one; we keep the kernel's values";

constexpr Cause kCauses[] = {
    {"", "10000:", isAbsentInExpected,
     "lstopo 2.9 omits PCI domains of more than 16 bits (built without --enable-32bits-pci-domain)"},
    {"", "0000:00:11.0", isAbsentInExpected, "a bridge whose buses the firmware never set: lstopo omits it"},
    {"PCI function of a net device", "",
     [](const std::string &expected, const std::string &ours) {
         return expected == "absent" && ours == "none";
     },
     "virtual interfaces: lstopo shows hardware interfaces only"},
    {"memory of a NUMA node", "", isAbsentInExpected, kBuggyNodes},
    {"CPUs of a NUMA node", "", isAbsentInExpected, kBuggyNodes},
    {"CPUs of a NUMA node", "", [](const std::string &, const std::string &ours) { return ours.empty(); },
     "the node has memory only: lstopo shows the nearest CPUs"},
};

std::string causeOf(std::string_view quantity, std::string_view key, const std::string &expected,
                    const std::string &ours) {
    for (const Cause &cause : kCauses)
        if ((cause.quantity.empty() || quantity == cause.quantity) &&
            key.substr(0, cause.key.size()) == cause.key && cause.fits(expected, ours))
            return cause.text;
    return {};
}

/// "0200 [8086:1521] [1028:0000] 01"
std::string identityOf(const host::PciFunction &f) {
    return fmt::format("{:04x} [{:04x}:{:04x}] [{:04x}:{:04x}] {:02x}", f.classCode.valueOr(0) >> 8,
                       f.vendor.valueOr(0), f.device.valueOr(0), f.subsystemVendor.valueOr(0),
                       f.subsystemDevice.valueOr(0), f.revision.valueOr(0));
}

/// The parent of a function, or its root bus: "host:0000:[00-06]" begins at 0000:00.
std::string parentOf(const host::PciFunction &f) {
    if (f.parent)
        return f.parent->toString();
    return f.rootBus ? fmt::format("host:{:04x}:[{:02x}", f.rootBus->first, f.rootBus->second) : "unknown";
}
std::string parentOf(const json &object) {
    const json &parent = object.at("parent");
    const std::string text = parent.is_null() ? "none" : parent.get<std::string>();
    return text.substr(0, 5) == "host:" ? text.substr(0, text.find('-')) : text;
}

std::string linkOf(const host::PciFunction &f) {
    const auto express = f.config ? f.config->express : std::nullopt;
    const auto speed = f.currentSpeed ? std::optional(*f.currentSpeed)
                       : express      ? express->currentSpeed
                                      : std::nullopt;
    const auto width = f.currentWidth ? std::optional(*f.currentWidth)
                       : express      ? express->currentWidth
                                      : std::nullopt;
    return speed && width ? fmt::format("{:.1f}", pci::LinkRate{*speed, *width}.bandwidth().value)
                          : "unknown";
}
std::string linkOf(const json &object) {
    const double link = object.at("link_gbps").get<double>();
    return link > 0 ? fmt::format("{:.1f}", link) : "unknown";
}

class Comparison {
public:
    Comparison(Equality &table, std::string file, const json &expected, const host::Host &host)
        : m_table(table), m_file(std::move(file)), m_expected(expected), m_host(host) {}

    void run() {
        count("packages", "packages", m_host.cpuPackages);
        count("cores", "cores", m_host.cpuCores);
        count("hardware threads", "pus", m_host.cpuThreads);
        numa();
        functions();
        osDevices();
    }

private:
    void count(const std::string &quantity, const char *key, const host::Fact<int> &ours) {
        m_table.row(m_file, quantity, std::to_string(m_expected.at("counts").at(key).get<int>()),
                    ours ? std::to_string(*ours) : "unknown");
    }

    void rows(const std::string &quantity, const Values &expected, const Values &ours) {
        if (expected.empty() && ours.empty())
            return;
        m_table.rows(m_file, quantity, expected, ours,
                     [&](const std::string &key, const std::string &theirs, const std::string &own) {
                         return causeOf(quantity, key, theirs, own);
                     });
    }

    void numa() {
        Values memory, cpus, ourMemory, ourCpus;
        for (const json &node : m_expected.at("numa")) {
            const std::string key = std::to_string(node.at("os_index").get<int>());
            memory[key] = std::to_string(node.at("local_memory").get<std::uint64_t>());
            cpus[key] = formats::cpuListOfMask(node.at("cpuset").get<std::string>()).value_or("?");
        }
        for (const host::NumaNodeFacts &node : m_host.numaNodes) {
            const std::string key = std::to_string(node.node.value);
            ourMemory[key] = node.memory ? std::to_string(node.memory->value) : "unknown";
            ourCpus[key] = node.cpus ? *node.cpus : "unknown";
        }
        rows("memory of a NUMA node", memory, ourMemory);
        rows("CPUs of a NUMA node", cpus, ourCpus);
    }

    void functions() {
        Values ids, parents, links, buses, ourIds, ourParents, ourLinks, ourBuses;
        for (const char *list : {"pci", "bridges"})
            for (const json &object : m_expected.at(list)) {
                const std::string key = object.at("busid");
                ids[key] = object.at("class_ids");
                parents[key] = parentOf(object);
                links[key] = linkOf(object);
                if (object.contains("secondary"))
                    buses[key] = object.at("secondary");
            }
        for (const host::PciFunction &f : m_host.functions) {
            const std::string key = f.address.toString();
            ourIds[key] = identityOf(f);
            ourParents[key] = parentOf(f);
            ourLinks[key] = linkOf(f);
            if (f.classCode && *f.classCode >> 8 == 0x0604 && f.config)
                ourBuses[key] =
                    fmt::format("{:04x}:[{:02x}-{:02x}]", f.address.domain,
                                f.config->secondaryBus.value_or(0), f.config->subordinateBus.value_or(0));
        }
        rows("class, ids and revision of a PCI function", ids, ourIds);
        rows("parent of a PCI function", parents, ourParents);
        rows("link of a PCI function in GB/s", links, ourLinks);
        rows("buses behind a bridge", buses, ourBuses);
    }

    /// hwloc's OS device types: 2 network, 3 OpenFabrics; the host facts have no others.
    void osDevices() {
        Values nets, rdmas, ourNets, ourRdmas;
        std::map<std::string, std::size_t> others;
        static const std::map<std::string, std::string> kOthers = {
            {"0", "block devices"}, {"1", "display devices"}, {"4", "DMA channels"}, {"5", "co-processors"}};
        for (const json &object : m_expected.at("osdevs")) {
            const std::string type = object.at("osdev_type");
            if (type == "2" || type == "3")
                (type == "2" ? nets : rdmas)[object.at("name")] = parentOf(object);
            else
                ++others[kOthers.at(type)];
        }
        for (const host::NetInterface &net : m_host.netInterfaces)
            ourNets[net.name] = net.device ? net.device->toString() : "none";
        for (const host::RdmaDevice &rdma : m_host.rdmaDevices)
            ourRdmas[rdma.name] = rdma.device ? rdma.device->toString() : "none";
        rows("PCI function of a net device", nets, ourNets);
        rows("PCI function of an RDMA device", rdmas, ourRdmas);
        for (const auto &[what, count] : others)
            m_table.row(m_file, what, std::to_string(count), "not kept",
                        "not shown by this program; their PCI functions are present");
    }

    Equality &m_table;
    std::string m_file;
    const json &m_expected;
    const host::Host &m_host;
};

TEST(CorpusEquality, TreesOfHwlocGatherTopologyGiveWhatLstopoGetsOutOfThem) {
    const fs::path folder = test::kCorpus / "hwloc";
    if (!fs::is_directory(folder))
        GTEST_SKIP() << "THE CORPUS IS NOT HERE: " << folder;
    Equality table("hwloc-gather-topology archives against lstopo 2.9.0");
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".bz2")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    ASSERT_FALSE(files.empty());
    for (const fs::path &file : files) {
        const std::string name = file.filename().string();
        std::ifstream stream(folder / "expected" / (name + ".json"));
        const json expected = json::parse(stream);
        Comparison(table, name, expected, test::hostOf(file)).run();
    }
    test::expectEquality(table);
}

/// Archives without expected/*.json are unpacked by tar and examined independently of our reader.
class Unpacked {
public:
    explicit Unpacked(const fs::path &archive) {
        test::run({"tar", "xzf", archive.string(), "-C", m_folder.path().string()});
    }

    [[nodiscard]] fs::path path(const std::string &below) const { return m_folder.path() / below; }

    /// All folders below this one that match.
    template<class Predicate>
    [[nodiscard]] std::vector<fs::path> folders(const std::string &below, Predicate matches) const {
        std::vector<fs::path> found;
        if (fs::is_directory(path(below)))
            for (const auto &entry : fs::recursive_directory_iterator(path(below)))
                if (entry.is_directory() && !entry.is_symlink() && matches(entry.path()))
                    found.push_back(entry.path());
        return found;
    }

    static std::string word(const fs::path &file) {
        std::ifstream stream(file);
        std::string word;
        stream >> word;
        return word;
    }

    /// The value of a line "key value".
    static std::string property(const fs::path &file, const std::string &matches) {
        std::ifstream stream(file);
        for (std::string key, value; stream >> key >> value;)
            if (key == matches)
                return value;
        return {};
    }

private:
    test::TemporaryFolder m_folder;
};

TEST(CorpusEquality, SnapshotsOfSysGiveWhatLiesInThem) {
    const fs::path folder = test::kCorpus / "captures/sysfs";
    if (!fs::is_directory(folder))
        GTEST_SKIP() << "THE CORPUS IS NOT HERE: " << folder;
    Equality table("ghw snapshots of /sys against their own files");
    std::set<fs::path> files(fs::directory_iterator(folder), fs::directory_iterator{});
    ASSERT_FALSE(files.empty());
    for (const fs::path &file : files) {
        const std::string name = file.filename().string();
        const host::Host host = test::hostOf(file);
        const Unpacked tree(file);
        static const std::regex bdf("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
        Values ids, parents, groups, nodes, drivers, ourIds, ourParents, ourGroups, ourNodes, ourDrivers;
        const auto linked = [](const fs::path &link) {
            return fs::is_symlink(link) ? fs::read_symlink(link).filename().string() : std::string("unknown");
        };
        for (const fs::path &f : tree.folders("sys/devices", [](const fs::path &path) {
                 return std::regex_match(path.filename().string(), bdf);
             })) {
            const std::string key = f.filename().string();
            ids[key] =
                Unpacked::word(f / "class") + Unpacked::word(f / "vendor") + Unpacked::word(f / "device");
            const std::string above = f.parent_path().filename().string();
            parents[key] = above.substr(0, 3) == "pci" ? "root " + above.substr(3) : above;
            groups[key] = linked(f / "iommu_group");
            drivers[key] = linked(f / "driver");
            nodes[key] = Unpacked::word(f / "numa_node");
        }
        for (const host::PciFunction &f : host.functions) {
            const std::string key = f.address.toString();
            ourIds[key] = fmt::format("0x{:06x}0x{:04x}0x{:04x}", f.classCode.valueOr(0), f.vendor.valueOr(0),
                                      f.device.valueOr(0));
            ourParents[key] = f.parent ? f.parent->toString()
                              : f.rootBus
                                  ? fmt::format("root {:04x}:{:02x}", f.rootBus->first, f.rootBus->second)
                                  : "unknown";
            ourGroups[key] = f.iommuGroup ? std::to_string(f.iommuGroup->value) : "unknown";
            ourDrivers[key] = f.driver.valueOr("unknown");
            ourNodes[key] = std::to_string(f.numaNode.valueOr(-2));
        }
        EXPECT_FALSE(ids.empty()) << name;
        table.rows(name, "class, vendor and device of a PCI function", ids, ourIds);
        table.rows(name, "parent of a PCI function", parents, ourParents);
        table.rows(name, "IOMMU group of a PCI function", groups, ourGroups);
        table.rows(name, "driver of a PCI function", drivers, ourDrivers);
        table.rows(name, "NUMA node of a PCI function", nodes, ourNodes);
        table.row(name, "NUMA nodes",
                  tree.folders("sys/devices/system/node",
                               [](const fs::path &path) {
                                   return std::regex_match(path.filename().string(),
                                                           std::regex("node[0-9]+")) &&
                                          path.parent_path().filename() == "node";
                               })
                      .size(),
                  host.numaNodes.size());
    }
    test::expectEquality(table);
}

TEST(CorpusEquality, TopologiesOfKfdGiveTheirGpusAndTheirLinks) {
    const fs::path folder = test::kCorpus / "captures/kfd";
    if (!fs::is_directory(folder))
        GTEST_SKIP() << "THE CORPUS IS NOT HERE: " << folder;
    Equality table("KFD topologies against their own files");
    std::set<fs::path> files(fs::directory_iterator(folder), fs::directory_iterator{});
    ASSERT_FALSE(files.empty());
    for (const fs::path &file : files) {
        const std::string name = file.filename().string();
        const host::Host host = test::hostOf(file);
        const Unpacked tree(file);
        Values gpus, pairs, ourGpus, ourPairs;
        // Nodes with SIMDs are GPUs, and links of type 11 between two of them are XGMI.
        const auto gpuAt = [](const fs::path &node) -> std::optional<std::string> {
            const std::string simds = Unpacked::property(node / "properties", "simd_count");
            if (simds.empty() || simds == "0")
                return std::nullopt;
            const auto location = std::stoul(Unpacked::property(node / "properties", "location_id"));
            const std::string domain = Unpacked::property(node / "properties", "domain");
            return fmt::format("{:04x}:{:02x}:{:02x}.{}", domain.empty() ? 0 : std::stoul(domain),
                               location >> 8 & 0xFF, location >> 3 & 0x1F, location & 7);
        };
        const auto pairOf = [](const std::string &one, const std::string &other) {
            return std::min(one, other) + ' ' + std::max(one, other);
        };
        for (const fs::path &node : tree.folders(".", [](const fs::path &path) {
                 return path.parent_path().filename() == "nodes" && fs::exists(path / "properties");
             })) {
            const auto gpu = gpuAt(node);
            if (!gpu)
                continue;
            gpus[*gpu] = "there";
            if (!fs::is_directory(node / "io_links"))
                continue;
            for (const auto &link : fs::directory_iterator(node / "io_links")) {
                const fs::path properties = link.path() / "properties";
                const auto peer = gpuAt(node.parent_path() / Unpacked::property(properties, "node_to"));
                if (peer && Unpacked::property(properties, "type") == "11")
                    pairs[pairOf(*gpu, *peer)] = "there";
            }
        }
        EXPECT_FALSE(gpus.empty()) << name;
        for (const host::GpuFacts &gpu : host.gpus)
            ourGpus[gpu.address.toString()] = "there";
        for (const host::GpuLink &link : host.gpuLinks)
            ourPairs[pairOf(link.from.toString(), link.to.toString())] = "there";
        table.rows(name, "GPU", gpus, ourGpus);
        table.rows(name, "pair of GPUs with XGMI between them", pairs, ourPairs);
    }
    test::expectEquality(table);
}

} // namespace

} // namespace fabricscope
