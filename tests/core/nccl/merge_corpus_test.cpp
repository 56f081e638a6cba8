// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sample machines with and without a topology file, and the result of NCCL's real detection for each:
// corpus/nccl-topo/sysfs-scenarios.
#include "core/nccl/machine/Merge.h"
#include "tests/Places.h"
#include "tests/core/nccl/NcclValues.h"
#include "tests/support/Equality.h"

#include <filesystem>

using namespace fabricscope;
using namespace fabricscope::nccl;
using nlohmann::json;

namespace {

const std::string kScenarios = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/nccl-topo/sysfs-scenarios";

/// The machine of the scenario. If no file defines the CPU, it is that of the machine that recorded the
/// results: Intel family 6, model 0x55 (README of the corpus).
Machine machineOfScenario(const json &scenario, const json &params) {
    Machine machine;
    for (const json &device : scenario["pci"]) {
        MachineFunction function;
        function.busId = device["bdf"];
        function.classCode = device["class"];
        function.vendor = device["vendor"];
        function.device = device["device"];
        function.numaNode = device["numa_node"];
        function.maxLinkSpeed = device["max_link_speed"];
        function.maxLinkWidth = device["max_link_width"];
        machine.functions.push_back(function);
    }
    for (const json &busId : scenario["gpus"]) {
        MachineGpu gpu;
        gpu.busId = busId;
        gpu.dev = static_cast<int>(machine.gpus.size());
        gpu.sm = params["sm"].get<int>();
        machine.gpus.push_back(gpu);
    }
    for (const auto &[name, busId] : scenario["nics"].items()) {
        MachineNet net;
        net.name = name;
        net.busId = busId;
        net.speedMbits = params["net_speed_mbps"].get<std::int64_t>();
        machine.nets.push_back(net);
    }
    for (const auto &[node, map] : scenario["numa"].items())
        machine.cpuMaps.emplace(node, map);
    machine.arch = "x86_64";
    machine.cpuVendor = "GenuineIntel";
    machine.cpuFamily = 6;
    machine.cpuModel = 0x55;
    machine.peerMemory = {true, "as the scenario has it"};
    machine.index();
    return machine;
}

Decisions decideScenario(const json &scenario, const json &params, Merged &merged) {
    Options options;
    options.version = findVersion("nccl-2.30");
    options.nvswitchLinks = params["nvswitch_links"].get<int>();
    for (const auto &[name, value] : params["env"].items())
        options.environment.set(name, value);
    std::optional<XmlTree> file;
    if (scenario["topo_file"].is_string()) {
        const std::string text =
            test::textOfFile(kScenarios + "/" + scenario["topo_file"].get<std::string>());
        auto read = readXml(text, *options.version);
        EXPECT_TRUE(read);
        if (read)
            file = std::move(*read);
    }
    merged = merge(file, machineOfScenario(scenario, params), options);
    if (!merged.error)
        return decide(merged.tree, options);
    Decisions failed;
    failed.library = options.version;
    failed.error = merged.error;
    return failed;
}

std::vector<std::filesystem::path> scenarioFiles() {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::exists(kScenarios))
        for (const auto &entry : std::filesystem::directory_iterator(kScenarios))
            if (entry.path().filename().string().ends_with(".machine.json"))
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::set<std::string> kindsOf(const std::vector<MergeNote> &notes) {
    std::set<std::string> kinds;
    for (const MergeNote &note : notes)
        if (note.kind != MergeNoteKind::Assumed)
            kinds.emplace(toString(note.kind));
    return kinds;
}

} // namespace

TEST(NcclScenarios, EachMachineIsDetectedAsTheRealLibraryDetectsIt) {
    const auto files = scenarioFiles();
    if (files.empty())
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kScenarios;
    ASSERT_GE(files.size(), 15U);
    test::Equality table("Decisions for machines with a topology file");
    test::NcclComparison comparison(table);
    for (const auto &file : files) {
        SCOPED_TRACE(file.filename());
        const json scenario = json::parse(test::textOfFile(file));
        const std::string name = scenario["name"];
        const json expected = json::parse(test::textOfFile(kScenarios + "/" + name + ".expected.json"));
        Merged merged;
        const Decisions ours = decideScenario(scenario, expected["params"], merged);
        comparison.compare(name, test::expectedValues(expected), test::ourValues(ours));
    }
    EXPECT_GT(comparison.fields(), 1500U);
    comparison.finish();
    test::expectEquality(table, "nccl-equality.md");
}

TEST(NcclScenarios, ReportFilePartsWithoutEffect) {
    if (scenarioFiles().empty())
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kScenarios;
    // From the reasons in the corpus (`why`).
    const std::map<std::string, std::set<std::string>> kExpectedNotes = {
        {"file-mergevfs0", {"cpu_replaced"}},
        {"file-mergevfs1", {"cpu_replaced", "nic_collapsed", "nics_fused"}},
        {"file-mergevfs1-nohostbridge", {"cpu_replaced", "nic_collapsed"}},
        {"file-net-gdr0", {"cpu_replaced", "net_value"}},
        {"file-net-wrong-place", {"cpu_replaced", "net_elsewhere", "nics_fused"}},
        {"file-one-nic-missing", {"cpu_replaced", "not_in_file"}},
        {"file-swapped-nics", {"cpu_replaced"}},
        {"file-switch-id-exists", {"cpu_replaced", "switch_is_real"}},
        {"file-switch-without-class", {"cpu_replaced"}},
        {"file-switch-without-speed", {"cpu_replaced", "link_unclear"}},
        {"file-uppercase", {"cpu_replaced", "file_without_effect", "spelling"}},
        {"flat-nofile", {"nic_collapsed", "nics_fused"}},
        {"flat-nofile-mergevfs0", {}},
        {"numa-minus1-file", {"cpu_replaced"}},
        {"numa-minus1-nofile", {"numa_unknown"}},
    };
    for (const auto &[name, kinds] : kExpectedNotes) {
        SCOPED_TRACE(name);
        const json scenario = json::parse(test::textOfFile(kScenarios + "/" + name + ".machine.json"));
        const json expected = json::parse(test::textOfFile(kScenarios + "/" + name + ".expected.json"));
        Merged merged;
        const Decisions ours = decideScenario(scenario, expected["params"], merged);
        EXPECT_EQ(kindsOf(merged.notes), kinds);
    }
}
