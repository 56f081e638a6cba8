// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every hwloc XML of the corpus, compared with the results of lstopo.
#include "core/formats/files/FileKinds.h"
#include "tests/Places.h"
#include "tests/core/formats/hwloc/HwlocText.h"
#include "tests/support/Equality.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace fabricscope {
namespace {

using Json = nlohmann::json;
using Values = test::Equality::Values;
using test::Equality;

const std::filesystem::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/hwloc";

std::string contentOf(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::filesystem::path> xmlFiles() {
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto &entry : std::filesystem::directory_iterator(kCorpus, none))
        if (entry.path().extension() == ".xml")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string parentOf(const host::PciFunction &function) {
    if (function.parent)
        return function.parent->toString();
    return function.rootBus
               ? fmt::format("root bus {:04x}:{:02x}", function.rootBus->first, function.rootBus->second)
               : "absent";
}

/// "host:0000:[2b-3b]" is a host bridge of hwloc: a root bus.
std::string expectedParent(const std::string &parent) {
    constexpr std::string_view kHost = "host:";
    if (parent.substr(0, kHost.size()) != kHost)
        return parent;
    return "root bus " + parent.substr(kHost.size(), parent.find(':', kHost.size()) - kHost.size()) + ':' +
           parent.substr(parent.find('[') + 1, 2);
}

/// In hwloc's form; what is unknown to us is zero there.
std::string classIds(const host::PciFunction &f) {
    return fmt::format("{:04x} [{:04x}:{:04x}] [{:04x}:{:04x}] {:02x}", f.classCode.valueOr(0) >> 8,
                       f.vendor.valueOr(0), f.device.valueOr(0), f.subsystemVendor.valueOr(0),
                       f.subsystemDevice.valueOr(0), f.revision.valueOr(0));
}

std::string bandwidthText(double gigabytes) {
    return fmt::format("{:.6f}", gigabytes);
}

/// lstopo's type numbers of format 2: hwloc_obj_osdev_type_e.
std::string kindNumber(host::OsDevice::Kind kind) {
    using Kind = host::OsDevice::Kind;
    static const std::map<Kind, std::string> kNumbers = {
        {Kind::Block, "0"}, {Kind::Gpu, "1"},         {Kind::Net, "2"},    {Kind::Rdma, "3"},
        {Kind::Dma, "4"},   {Kind::Coprocessor, "5"}, {Kind::Memory, "6"}, {Kind::Other, "other"}};
    return kNumbers.at(kind);
}

/// The members of a CPU list, for comparison independent of notation.
std::set<unsigned> members(const std::string &list) {
    std::set<unsigned> all;
    std::istringstream ranges(list);
    for (std::string range; std::getline(ranges, range, ',');) {
        const auto dash = range.find('-');
        const unsigned first = static_cast<unsigned>(std::stoul(range));
        const unsigned last =
            dash == std::string::npos ? first : static_cast<unsigned>(std::stoul(range.substr(dash + 1)));
        for (unsigned i = first; i <= last; ++i)
            all.insert(i);
    }
    return all;
}

std::set<unsigned> membersOfSet(const std::string &set) {
    std::vector<std::string> words;
    std::istringstream text(set);
    for (std::string word; std::getline(text, word, ',');)
        words.push_back(word);
    std::set<unsigned> all;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const unsigned long bits = words[i].empty() ? 0 : std::stoul(words[i], nullptr, 16);
        for (unsigned bit = 0; bit < 32; ++bit)
            if ((bits >> bit & 1U) != 0)
                all.insert(static_cast<unsigned>(words.size() - 1 - i) * 32 + bit);
    }
    return all;
}

std::string joined(const std::set<unsigned> &numbers) {
    return fmt::format("{}", fmt::join(numbers, ","));
}

class HwlocCorpus : public ::testing::Test {
protected:
    void SetUp() override {
        if (xmlFiles().empty())
            GTEST_SKIP() << "NO CORPUS at " << kCorpus << ": nothing was compared";
    }
};

void addRows(Equality &table, const std::string &file, const std::string &quantity, const Values &theirs,
             const Values &ours) {
    if (!theirs.empty() || !ours.empty())
        table.rows(file, quantity, theirs, ours);
}

std::size_t occurrences(std::string_view text, std::string_view piece) {
    std::size_t count = 0;
    for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, at + 1))
        ++count;
    return count;
}

constexpr const char *kTwice =
    "the (edited) file has one address twice; the first is used, and a warning reports the second";

/// The number of addresses that occur more than once.
std::size_t repeated(const Json &expected) {
    std::set<std::string> seen;
    std::size_t count = 0;
    for (const char *kind : {"pci", "bridges"})
        for (const Json &object : expected[kind])
            if (object["busid"].is_string() && !seen.insert(object["busid"].get<std::string>()).second)
                ++count;
    return count;
}

void addNuma(Equality &table, const std::string &file, const Json &expected, const host::Host &host) {
    Values theirs, ours, theirMemory, ourMemory;
    for (const Json &node : expected["numa"]) {
        const std::string number = std::to_string(node["os_index"].get<int>());
        theirs[number] = joined(membersOfSet(node["cpuset"]));
        theirMemory[number] = std::to_string(node["local_memory"].get<std::uint64_t>());
    }
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        ours[std::to_string(node.node.value)] = joined(members(node.cpus.valueOr({})));
        ourMemory[std::to_string(node.node.value)] =
            node.memory ? std::to_string(node.memory->value) : std::string("0");
    }
    const auto cause = [&](const std::string &, const std::string &theirValue, const std::string &) {
        return theirValue == "absent"
                   ? "lstopo omits nodes that its process may not use (their memory is not in "
                     "allowed_nodeset); the file lists them with CPUs, and so does the host"
                   : "";
    };
    table.rows(file, "NUMA node: CPUs", theirs, ours, cause);
    table.rows(file, "NUMA node: memory", theirMemory, ourMemory, cause);
}

void addFunctions(Equality &table, const std::string &file, const Json &expected, const host::Host &host,
                  std::string_view text) {
    Values theirIds, theirLinks, theirParents, theirBuses, ids, links, parents, buses;
    std::size_t names = 0;
    for (const char *kind : {"pci", "bridges"})
        for (const Json &object : expected[kind]) {
            if (object["busid"].is_null())
                continue; // host bridges
            const std::string bdf = object["busid"];
            theirIds.emplace(bdf, object["class_ids"]); // of a repeated address, the first
            theirLinks.emplace(bdf, bandwidthText(object["link_gbps"].get<double>()));
            theirParents.emplace(bdf, expectedParent(object["parent"]));
            if (object.contains("secondary"))
                theirBuses.emplace(bdf, object["secondary"]);
        }
    for (const host::PciFunction &f : host.functions) {
        const std::string bdf = f.address.toString();
        ids[bdf] = classIds(f);
        links[bdf] = bandwidthText(f.rare->linkBandwidth ? f.rare->linkBandwidth->value : 0);
        parents[bdf] = parentOf(f);
        if (f.rare->secondaryBus)
            buses[bdf] = fmt::format("{:04x}:[{:02x}-{:02x}]", f.address.domain, *f.rare->secondaryBus,
                                     *f.rare->subordinateBus);
        names += f.rare->name ? 1 : 0;
    }
    addRows(table, file, "PCI function: class and ids", theirIds, ids);
    addRows(table, file, "PCI function: link, GB/s", theirLinks, links);
    addRows(table, file, "PCI function: parent", theirParents, parents);
    addRows(table, file, "bridge: buses", theirBuses, buses);
    // lstopo's names come from its own pci.ids, so the names in the text are counted.
    if (const std::size_t named = occurrences(text, "<info name=\"PCIDevice\""); named + names > 0)
        table.row(file, "PCI functions with a name", named, names, repeated(expected) == 0 ? "" : kTwice);
}

void addOsDevices(Equality &table, const std::string &file, const Json &expected, const host::Host &host) {
    Values theirs, ours;
    for (const Json &device : expected["osdevs"]) {
        const Json &parent = device["parent"];
        const std::string above =
            parent.is_string() && parent.get<std::string>().find(':') != std::string::npos
                ? parent.get<std::string>()
                : "none";
        theirs[device["name"].get<std::string>() + " of " + above] =
            device["osdev_type"].is_string() ? device["osdev_type"].get<std::string>()
                                             : device["osdev_type"].dump();
    }
    for (const host::OsDevice &device : host.osDevices)
        ours[device.name + " of " + (device.device ? device.device->toString() : "none")] =
            kindNumber(device.kind);
    addRows(table, file, "OS device: type", theirs, ours);
}

void addCounts(Equality &table, const std::string &file, const Json &expected, const host::Host &host) {
    const Json &counts = expected["counts"];
    const auto number = [&](const char *name) {
        return counts[name].get<std::size_t>();
    };
    const auto count = [](const host::Fact<int> &fact) {
        return static_cast<std::size_t>(fact.valueOr(0));
    };
    std::set<std::pair<std::uint32_t, std::uint8_t>> rootBuses;
    std::size_t bridges = 0;
    for (const host::PciFunction &f : host.functions) {
        bridges += f.rare->secondaryBus ? 1 : 0;
        if (f.rootBus)
            rootBuses.insert(*f.rootBus);
    }
    table.row(file, "packages", number("packages"), count(host.cpuPackages));
    table.row(file, "cores", number("cores"), count(host.cpuCores));
    table.row(file, "PUs", number("pus"), count(host.cpuThreads));
    table.row(file, "host bridges (root buses)", number("host_bridges"), rootBuses.size());
    table.row(file, "PCI bridges", number("pci_bridges"), bridges);
    table.row(file, "PCI devices", number("pci_devices"), host.functions.size() - bridges,
              repeated(expected) == 0 ? "" : kTwice);
    table.row(file, "OS devices", number("os_devices"), host.osDevices.size());
}

void addMatrices(Equality &table, const std::string &file, const Json &expected, const host::Host &host) {
    const auto names = expected["counts"]["distance_matrices"].get<std::vector<std::string>>();
    const auto has = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const bool latency = !host.numaNodes.empty() && host.numaNodes.front().distances.known();
    table.row(file, "NUMA latencies", std::size_t{has("NUMALatency") || has("NUMANode")},
              std::size_t{latency},
              latency && names.empty() ? "the matrix covers all four nodes; lstopo omits two of them" : "");
    const auto links = [&](host::GpuLink::Kind kind) {
        return std::any_of(host.gpuLinks.begin(), host.gpuLinks.end(),
                           [&](const host::GpuLink &link) { return link.kind == kind; });
    };
    const bool nvlink = links(host::GpuLink::Kind::NvLink);
    table.row(file, "XGMI matrices", std::size_t{has("XGMIHops")},
              std::size_t{links(host::GpuLink::Kind::Xgmi)},
              links(host::GpuLink::Kind::Xgmi) && !has("XGMIHops")
                  ? "from the GPUs' XGMIPeers, which lstopo does not "
                    "make a matrix of"
                  : "");
    table.row(file, "NVLink matrices", std::size_t{has("NVLinkBandwidth")}, std::size_t{nvlink},
              has("NVLinkBandwidth") && !nvlink ? "all its links lead to NVSwitches, none from GPU to GPU"
                                                : "");
}

TEST_F(HwlocCorpus, MatchesLstopo) {
    Equality table("hwloc XML");
    for (const auto &path : xmlFiles()) {
        const std::string file = path.filename().string();
        const Json expected = Json::parse(contentOf(kCorpus / "expected" / (file + ".json")));
        const std::string text = contentOf(path);
        const host::Host host = test::readXml(text);
        EXPECT_EQ(host.warnings.size(), repeated(expected))
            << file << ": " << ::testing::PrintToString(host.warnings);
        addCounts(table, file, expected, host);
        addNuma(table, file, expected, host);
        addFunctions(table, file, expected, host, text);
        addOsDevices(table, file, expected, host);
        addMatrices(table, file, expected, host);
    }
    test::expectEquality(table);
}

TEST_F(HwlocCorpus, MakesATreeWithEachFunctionOnce) {
    for (const auto &path : xmlFiles()) {
        SCOPED_TRACE(path.filename().string());
        const auto topology = test::topologyOfXml(contentOf(path));
        std::map<std::string, int> seen;
        for (const topology::Node &node : topology->nodes()) {
            if (node.bdf && node.kind != topology::NodeKind::Switch)
                ++seen[node.bdf->toString()];
            for (const topology::Port &port : node.ports)
                ++seen[port.bdf.toString()];
        }
        EXPECT_EQ(seen.size(), topology->host().functions.size());
        for (const auto &[bdf, count] : seen)
            EXPECT_EQ(count, 1) << bdf;
        for (const host::PciFunction &function : topology->host().functions) {
            const auto id = topology->find(function.address);
            ASSERT_TRUE(id) << function.address.toString();
            if (!function.parent)
                continue;
            // Its node is that of the parent function, or directly below it.
            const auto above = topology->find(*function.parent);
            ASSERT_TRUE(above);
            EXPECT_TRUE(*id == *above || topology->node(*id).parent == above) << function.address.toString();
        }
    }
}

TEST_F(HwlocCorpus, IsRecognised) {
    for (const auto &path : xmlFiles()) {
        const std::string text = contentOf(path);
        const auto *kind =
            formats::recogniseFile({"x", std::string_view(text).substr(0, formats::FileSample::kHead)});
        ASSERT_NE(kind, nullptr) << path;
        EXPECT_EQ(kind->section, "hwloc-xml") << path;
    }
    const std::filesystem::path nccl = kCorpus.parent_path() / "nccl-topo";
    std::size_t files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(nccl)) {
        if (entry.path().extension() != ".xml")
            continue;
        const std::string text = contentOf(entry.path());
        const auto *kind =
            formats::recogniseFile({"x", std::string_view(text).substr(0, formats::FileSample::kHead)});
        const bool isGraph = entry.path().filename().string().find("-graph") != std::string::npos;
        EXPECT_EQ(kind ? kind->section : "none", isGraph ? "none" : "nccl-topo") << entry.path();
        ++files;
    }
    EXPECT_GT(files, 0U);
}

} // namespace
} // namespace fabricscope
