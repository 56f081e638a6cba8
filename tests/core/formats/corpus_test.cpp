// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real machines' files, read where they lie.
#include "tests/core/formats/Captures.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace fabricscope::formats {
namespace {

namespace fs = std::filesystem;
const fs::path kCaptures = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/captures";

std::string textOf(const fs::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

// As the collector's section `kfd` would have it: "1/io_links/0/properties:type 11".
std::string kfdSection(const fs::path &nodes) {
    std::string section;
    for (const auto &entry : fs::recursive_directory_iterator(nodes)) {
        if (!entry.is_regular_file())
            continue;
        std::istringstream lines(textOf(entry.path()));
        for (std::string line; std::getline(lines, line);)
            section += fs::relative(entry.path(), nodes).string() + ':' + line + '\n';
    }
    return section;
}

std::map<std::string, unsigned long> properties(const fs::path &file) {
    std::map<std::string, unsigned long> values;
    std::istringstream text(textOf(file));
    std::string key;
    for (unsigned long value = 0; text >> key >> value;)
        values[key] = value;
    return values;
}

class KfdTree : public testing::TestWithParam<const char *> {};

TEST_P(KfdTree, GivesTheGpusAndLinksThatItsFilesName) {
    const fs::path archive = kCaptures / "kfd" / GetParam();
    if (!fs::exists(archive))
        GTEST_SKIP() << "SKIPPED: no corpus at " << archive;
    const fs::path folder =
        fs::temp_directory_path() / ("fabricscope-kfd-" + std::to_string(std::random_device{}()));
    fs::create_directories(folder);
    ASSERT_EQ(std::system(("tar xzf '" + archive.string() + "' -C '" + folder.string() + "'").c_str()), 0);
    std::size_t trees = 0;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().filename() != "nodes" || !entry.is_directory())
            continue;
        ++trees;
        SCOPED_TRACE(entry.path().string());
        // Counted by other means: nodes with SIMDs are GPUs, links of type 11 between two of them XGMI.
        std::map<unsigned long, unsigned long> location;
        for (const auto &node : fs::directory_iterator(entry.path()))
            if (auto values = properties(node.path() / "properties"); values["simd_count"] > 0)
                location[std::stoul(node.path().filename().string())] =
                    values["domain"] << 16 | (values["location_id"] & 0xFFFF);
        std::set<std::pair<unsigned long, unsigned long>> pairs;
        for (const auto &file : fs::recursive_directory_iterator(entry.path()))
            if (file.path().string().find("/io_links/") != std::string::npos &&
                file.path().filename() == "properties") {
                auto values = properties(file.path());
                const auto from = location.find(values["node_from"]);
                const auto to = location.find(values["node_to"]);
                if (values["type"] == 11 && from != location.end() && to != location.end())
                    pairs.insert(std::minmax(from->second, to->second));
            }
        std::set<unsigned long> gpus;
        for (const auto &[node, place] : location)
            gpus.insert(place);
        const host::Host host = hostOf({{"kfd", kfdSection(entry.path())}});
        EXPECT_EQ(host.gpus.size(), gpus.size());
        EXPECT_EQ(host.gpuLinks.size(), pairs.size());
        EXPECT_FALSE(gpus.empty());
        for (const host::GpuLink &link : host.gpuLinks)
            EXPECT_TRUE(pairs.contains({link.from.key(), link.to.key()})) << link.from.toString();
    }
    fs::remove_all(folder);
    EXPECT_GE(trees, 1U);
}

INSTANTIATE_TEST_SUITE_P(RealMachines, KfdTree,
                         testing::Values("topo-mi210-xgmi-pcie.tar.gz", "topology-parsing.tar.gz"));

TEST(AmdSmiOfARealMachine, GivesAFullMeshOfEight) {
    const std::string text = textOf(kCaptures / "smi/amd-smi-topology-8gpu-rocm61.txt");
    if (text.empty())
        GTEST_SKIP() << "SKIPPED: no corpus at " << kCaptures;
    const host::Host host = hostOf({{"tool-amd-smi-topology", text, capture::Part::Tools}});
    ASSERT_EQ(host.gpuLinks.size(), 28U);
    for (const host::GpuLink &link : host.gpuLinks)
        EXPECT_EQ(link.count, 1);
}

} // namespace
} // namespace fabricscope::formats
