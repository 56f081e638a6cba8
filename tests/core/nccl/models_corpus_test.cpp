// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of its machine models each version of RCCL took for the real and made files of corpus/nccl-topo,
// corpus/nccl-versions and corpus/nccl-topo-made, and which NICs the rings of each GPU use then.
#include "core/nccl/Version.h"
#include "tests/Places.h"
#include "tests/core/nccl/NcclValues.h"
#include "tests/support/Equality.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <set>

using namespace fabricscope;
using namespace fabricscope::nccl;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

using NicsOfRanks = std::map<int, std::set<int>>; ///< `dev` of NICs by rank of the GPU

struct Rings {
    std::string model = "none"; ///< as the library names it; "open": not worked out here
    int channels = 0;           ///< of a model
    NicsOfRanks nics;
};

Rings expectedRings(const json &graph) {
    Rings rings;
    const std::string log =
        graph.contains("search_log") && graph["search_log"].is_string() ? graph["search_log"] : "";
    std::smatch found;
    if (std::regex_search(log, found, std::regex("Found matching Rome model (?:index )?(\\w+)")))
        rings.model = found[1];
    rings.channels = graph["graph"]["nChannels"];
    for (const json &channel : graph["graph"]["channels"])
        if (channel.value("net_in", -1) >= 0) {
            rings.nics[channel["gpus"].front()].insert(channel["net_in"].get<int>());
            rings.nics[channel["gpus"].back()].insert(channel["net_out"].get<int>());
        }
    return rings;
}

Rings ourRings(const Decisions &ours) {
    Rings rings;
    rings.model = ours.mayMatchModel ? "open" : ours.model ? ours.model->name : "none";
    rings.channels = ours.model ? ours.model->channels : 0;
    for (std::size_t gpu = 0; ours.model && gpu < ours.gpus.size(); ++gpu)
        for (const int nic : ours.model->nics[gpu])
            rings.nics[ours.gpus[gpu].rank].insert(ours.nics[static_cast<std::size_t>(nic)].dev);
    return rings;
}

std::string textOf(const NicsOfRanks &nics) {
    std::vector<std::string> parts;
    for (const auto &[rank, devs] : nics)
        parts.push_back(fmt::format("{}: {}", rank, fmt::join(devs, " ")));
    return fmt::format("{}", fmt::join(parts, ", "));
}

struct Count {
    std::size_t expected = 0, ours = 0;
};

class ModelComparison {
public:
    /// Each answer in a folder for a version; null: that of each file.
    void compareAll(const fs::path &answers, const std::vector<fs::path> &files, const Version *version) {
        for (const auto &entry : fs::directory_iterator(answers))
            if (entry.path().extension() == ".json")
                compare(entry.path(), files, version);
    }

    void finish(test::Equality &table) const {
        for (const auto &[model, count] : m_models)
            table.row("model " + model, "answers", count.expected, count.ours);
        for (const auto &[model, count] : m_nics)
            table.row("model " + model, "answers with equal NICs of each GPU's rings", count.expected,
                      count.ours);
        table.row("8 GPUs with 6 XGMI links each", fmt::format("answers: {}", fmt::join(m_openFiles, ", ")),
                  fmt::format("{}", m_open), "not worked out", "its rings are not modelled");
    }
    [[nodiscard]] std::size_t answers() const { return m_answers; }

private:
    void compare(const fs::path &answer, const std::vector<fs::path> &folders, const Version *version) {
        const json expected = json::parse(test::textOfFile(answer));
        if (!expected.contains("graphs") || !expected["graphs"].is_array())
            return;
        const std::string name = expected.value("file", answer.stem().string() + ".xml");
        const auto folder = std::find_if(folders.begin(), folders.end(),
                                         [&](const fs::path &path) { return fs::exists(path / name); });
        ASSERT_NE(folder, folders.end()) << name;
        const std::string text = test::textOfFile(*folder / name);
        Options options = test::optionsOf(expected, version != nullptr ? version : versionOfFile(text));
        if (options.version == nullptr || options.version->flavor != Flavor::Rccl)
            return;
        const auto tree = readXml(text, *options.version);
        if (!tree)
            return;
        for (const json &graph : expected["graphs"]) {
            if (!graph.contains("graph") || !graph["graph"].is_object() || graph["graph"]["name"] != "ring")
                continue;
            options.nodes = graph["scope"] == "single-node" ? 1 : 2;
            const Decisions ours = decide(standaloneSystem(*tree, options), options);
            if (!ours.error)
                compareGraph(fmt::format("{} {} {}", options.version->name, answer.stem().string(),
                                         graph["scope"].get<std::string>()),
                             answer.stem().string(), expectedRings(graph), ourRings(ours), ours.ringText);
        }
    }

    void compareGraph(const std::string &where, const std::string &file, const Rings &expected,
                      const Rings &ours, const std::string &ringText) {
        ++m_answers;
        if (ours.model == "open") {
            EXPECT_EQ(expected.model, "none") << where << ": " << ringText; // this one is not in the log
            ++m_open;
            m_openFiles.insert(file);
            return;
        }
        // of GigaIO's only the rings are in the answers
        const std::string model =
            ours.model == "GigaIO" && expected.model == "none" ? "GigaIO" : expected.model;
        Count &count = m_models[model];
        ++count.expected;
        if (ours.model == model)
            ++count.ours;
        else
            ADD_FAILURE() << where << ": " << model << ", here " << ours.model << ": " << ringText;
        if (ours.model != "none") {
            EXPECT_EQ(ours.channels, expected.channels) << where;
        }
        if (expected.nics.empty() || model == "none" || ours.model != model)
            return;
        Count &nics = m_nics[model];
        ++nics.expected;
        const bool isEqual = std::all_of(expected.nics.begin(), expected.nics.end(), [&](const auto &own) {
            const auto found = ours.nics.find(own.first);
            return found != ours.nics.end() && found->second == own.second;
        });
        // the rings of 4P4H use NICs within the host, too, which are not in the answers
        if (isEqual && (ours.nics.size() == expected.nics.size() || model == "4P4H"))
            ++nics.ours;
        else
            ADD_FAILURE() << where << ": " << textOf(expected.nics) << "; here " << textOf(ours.nics);
    }

    std::size_t m_answers = 0, m_open = 0;
    std::map<std::string, Count> m_models, m_nics;
    std::set<std::string> m_openFiles;
};

TEST(RcclModels, MatchTheHostsThatTheRealLibraryMatchesWithThem) {
    if (!fs::exists(kCorpus / "nccl-versions"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    for (const char *archive :
         {"nccl-versions/corpus", "nccl-versions/extra", "nccl-versions/made", "nccl-topo-made/made"})
        test::run({"tar", "-xJf", (kCorpus / archive).string() + ".tar.xz", "-C", folder.path()});
    const fs::path root = folder.path();
    const std::vector<fs::path> files = {kCorpus / "nccl-topo", root / "extra", root / "files-gen1",
                                         root / "files-reduced"};
    ModelComparison comparison;
    for (const char *answers : {"corpus", "extra-answers", "gen"})
        for (const auto &entry : fs::directory_iterator(root / answers))
            if (const std::string version = entry.path().filename(); version.starts_with("rccl"))
                comparison.compareAll(entry.path(), files, findVersion(version));
    comparison.compareAll(kCorpus / "nccl-topo/expected", files, nullptr);
    comparison.compareAll(root / "gen1", files, nullptr);
    EXPECT_GT(comparison.answers(), 1500U);
    test::Equality table("Machine models of RCCL");
    comparison.finish(table);
    test::expectEquality(table, "nccl-equality.md");
}

} // namespace
