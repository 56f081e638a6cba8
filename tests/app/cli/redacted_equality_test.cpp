// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A redacted capture describes the same machine: tree, pairs, findings and differences, except for names.
#include "app/demo/confine/TemporaryFolder.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/capture/redact/Redact.h"
#include "core/json/AffinityJson.h"
#include "core/json/host/HostJson.h"
#include "core/json/host/TreeJson.h"
#include "tests/app/ProgramRun.h"
#include "tests/app/demo/DemoTrees.h"
#include "tests/support/CorpusHosts.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <tuple>

namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Compares two documents that are equal except for names: the names map one to one.
class Renaming {
public:
    /// The first other difference; empty if there is none.
    std::string compare(const Json &before, const Json &after, const std::string &path = {}) {
        if (before.is_string() && after.is_string())
            return texts(before.get<std::string>(), after.get<std::string>(), path);
        if (before.type() != after.type() || before.size() != after.size())
            return fmt::format("{}: {} became {}", path, before.dump().substr(0, 200),
                               after.dump().substr(0, 200));
        if (before.is_object()) {
            for (const auto &[key, value] : before.items()) {
                if (!after.contains(key))
                    return path + '/' + key + " is missing";
                if (std::string found = compare(value, after[key], path + '/' + key); !found.empty())
                    return found;
            }
            return {};
        }
        if (before.is_array()) {
            for (std::size_t i = 0; i < before.size(); ++i)
                if (std::string found = compare(before[i], after[i], fmt::format("{}[{}]", path, i));
                    !found.empty())
                    return found;
            return {};
        }
        return before == after ? std::string()
                               : fmt::format("{}: {} became {}", path, before.dump(), after.dump());
    }
    [[nodiscard]] std::size_t names() const { return m_after.size(); }

private:
    static bool isNameCharacter(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
               c == ':' || (static_cast<unsigned char>(c) & 0x80U) != 0;
    }
    static std::string takeName(std::string_view &text) {
        std::size_t end = 0;
        while (end < text.size() && isNameCharacter(text[end]) == isNameCharacter(text[0]))
            ++end;
        std::string name(text.substr(0, end));
        text.remove_prefix(end);
        return name;
    }
    static std::vector<std::string> namesIn(std::string_view text) {
        std::vector<std::string> names;
        while (!text.empty())
            names.push_back(takeName(text));
        return names;
    }
    std::string texts(const std::string &before, const std::string &after, const std::string &path) {
        auto from = namesIn(before);
        auto to = namesIn(after);
        if (from.size() != to.size()) { // a name with punctuation became one without
            from = {before};
            to = {after};
        }
        for (std::size_t i = 0; i < from.size(); ++i)
            if (m_after.try_emplace(from[i], to[i]).first->second != to[i] ||
                m_before.try_emplace(to[i], from[i]).first->second != from[i])
                return fmt::format(
                    "{}: in '{}' that became '{}' the name '{}' became '{}', but elsewhere '{}'", path,
                    before, after, from[i], to[i], m_after[from[i]]);
        return {};
    }

    std::map<std::string, std::string> m_after, m_before;
};

/// Tree, devices, NUMA nodes, IOMMU groups, pairs and findings, without the source of each fact: file names
/// and excerpts are free text.
Json documentsOf(const app::Snapshot &snapshot) {
    const topology::Topology &topology = *snapshot.topology;
    Json all = Json::object();
    all["tree"] = Json::parse(json::treeDocument(topology));
    all["devices"] = Json::parse(json::devicesDocument(topology));
    all["numa"] = Json::parse(json::numaDocument(topology));
    all["iommu"] = Json::parse(json::iommuDocument(topology));
    if (const auto examination = app::judgeHost(snapshot))
        all["affinity"] = Json::parse(json::affinityDocument(*examination, &topology));
    return all;
}

void expectTheSame(const std::string &name, capture::Capture capture, Renaming &renaming) {
    capture.target = "gpu-07"; // an imported file has its name as target
    const auto after =
        app::makeSnapshot(std::make_shared<const capture::Capture>(capture::redacted(capture, "key")));
    const auto before = app::makeSnapshot(std::make_shared<const capture::Capture>(std::move(capture)));
    EXPECT_EQ(renaming.compare(documentsOf(before), documentsOf(after)), "") << name;
    EXPECT_EQ(after.topology->host().warnings.size(), before.topology->host().warnings.size()) << name;
}

class RedactedEquality : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder->path() / name).string();
    }
    /// The output of the collector run as root on a demo host.
    [[nodiscard]] std::string collected(const app::demo::DemoHost &host) const {
        const std::string script = path("script");
        std::ofstream(script) << runProgram("fabricscope", {"capture", "--print-script"}).out;
        const std::string out = path(host.name + ".txt");
        const ShellRun run = shell(fmt::format("FABRICSCOPE_ROOT='{}' HOME=/root sh '{}' > '{}' </dev/null",
                                               DemoTrees::get().rootView(host).string(), script, out));
        EXPECT_EQ(run.status, 0) << run.out;
        return out;
    }

private:
    std::unique_ptr<app::demo::TemporaryFolder> m_folder = std::move(*app::demo::TemporaryFolder::make());
};

TEST_F(RedactedEquality, OfEachDemoHostIsTheSameMachineButForNames) {
    Renaming renaming; // one for all: hosts of a fleet stay comparable
    std::size_t hosts = 0;
    for (const app::demo::DemoHost &host : DemoTrees::get().hosts()) {
        const fs::path file = collected(host);
        const auto capture = app::importFiles(std::span(&file, 1));
        ASSERT_TRUE(capture) << host.name;
        expectTheSame(host.name, *capture, renaming);
        ++hosts;
    }
    EXPECT_EQ(hosts, 6U);
    EXPECT_GT(renaming.names(), 100U);
}

TEST_F(RedactedEquality, OfEachMachineOfTheCorpusIsTheSameMachineButForNames) {
    const auto hosts = corpusHosts(kCorpusFolder);
    if (hosts.empty())
        GTEST_SKIP() << "there is no corpus beside the project";
    for (const CorpusHost &host : hosts) {
        Renaming renaming;
        expectTheSame(host.name, *host.capture, renaming);
    }
}

/// The host's own name, which elsewhere may be a width or a product name.
void eraseHostName(Json &document) {
    if (document.is_object()) {
        document.erase("host");
        if (document.value("kind", Json()) == "host")
            document.erase("name");
    }
    if (document.is_structured())
        for (Json &each : document)
            eraseHostName(each);
}

TEST_F(RedactedEquality, WhateverTheHostIsCalledItIsTheSameMachine) {
    for (const std::string host : {"mi355x-01", "ai1"}) {
        const std::string text = readFile(collected(DemoTrees::get().host(host)));
        for (const std::string name : {"x16", "h100", "mi300x", "a100", "4711", "16", "beef", "nvidia"}) {
            std::string renamed = text;
            for (std::size_t at = 0; (at = renamed.find(host, at)) != std::string::npos; at += name.size())
                renamed.replace(at, host.size(), name);
            const fs::path file = path(host + "-renamed.txt");
            std::ofstream(file) << renamed;
            auto capture = app::importFiles(std::span(&file, 1));
            ASSERT_TRUE(capture) << name;
            ASSERT_NE(capture->find("identity"), nullptr);
            ASSERT_THAT(capture->find("identity")->bytes(), testing::HasSubstr("hostname:" + name));
            capture->target = "root@" + name;
            const capture::Capture mailed = capture::redacted(*capture, "key");
            EXPECT_THAT(mailed.target, testing::Not(testing::HasSubstr('@' + name)));
            EXPECT_THAT(mailed.find("identity")->bytes(),
                        testing::HasSubstr("hostname:" + mailed.target.substr(5) + '\n'));
            Json after = documentsOf(app::makeSnapshot(std::make_shared<const capture::Capture>(mailed)));
            Json before =
                documentsOf(app::makeSnapshot(std::make_shared<const capture::Capture>(std::move(*capture))));
            eraseHostName(before);
            eraseHostName(after);
            EXPECT_EQ(Renaming().compare(before, after), "") << host << " called " << name;
        }
    }
}

// Two hosts redacted separately with one key have the same differences as before.
TEST_F(RedactedEquality, OfTwoHostsWithOneKeyGivesTheSameDifferences) {
    const std::string first = collected(DemoTrees::get().host("mi355x-01"));
    const std::string second = collected(DemoTrees::get().host("mi355x-02"));
    const std::string key = path("key");
    for (const auto &[file, name] : {std::pair{first, "first"}, std::pair{second, "second"}}) {
        ASSERT_EQ(
            runProgram("fabricscope", {"import", file, "-o", path(std::string(name) + ".fscope")}).status, 0);
        const auto run = runProgram("fabricscope", {"import", file, "--redact-key", key, "-o",
                                                    path(std::string(name) + "-mailed.fscope")});
        ASSERT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.out, testing::HasSubstr(", redacted"));
    }
    const auto before =
        runProgram("fabricscope", {"diff", path("first.fscope"), path("second.fscope"), "--json"});
    const auto after = runProgram(
        "fabricscope", {"diff", path("first-mailed.fscope"), path("second-mailed.fscope"), "--json"});
    ASSERT_EQ(before.status, after.status) << before.err << after.err;
    Json from = Json::parse(before.out);
    Json to = Json::parse(after.out);
    for (Json *document : {&from, &to})
        for (const char *side : {"before", "after", "a", "b"})
            document->erase(side); // file names
    Renaming renaming;
    EXPECT_EQ(renaming.compare(from, to), "");
}

/// The sources in the capture, which are free text.
void eraseEvidence(Json &document) {
    for (const char *key : {"evidence", "evidence_on_host", "evidence_in_guest"})
        if (document.is_object())
            document.erase(key);
    if (document.is_structured())
        for (Json &each : document)
            eraseEvidence(each);
}

// A guest is still found in its redacted host, and the verification of its library file has the same result.
TEST_F(RedactedEquality, OfAHostAndItsVmTheyMatchAndTheFileVerifiesAlike) {
    const std::string key = path("key");
    for (const auto &[host, guest, mispaired] :
         {std::tuple("mi355x-01", "vm-01a", 0U), std::tuple("mi355x-02", "vm-02a", 2U)}) {
        for (const auto &[name, out] : {std::pair(host, "below"), std::pair(guest, "above")}) {
            const std::string file = collected(DemoTrees::get().host(name));
            ASSERT_EQ(
                runProgram("fabricscope", {"import", file, "-o", path(std::string(out) + ".fscope")}).status,
                0);
            ASSERT_EQ(runProgram("fabricscope", {"import", file, "--redact-key", key, "-o",
                                                 path(std::string(out) + "-mailed.fscope")})
                          .status,
                      0);
        }
        Renaming renaming; // one for both documents
        const auto compare = [&](const auto &wordsOf) {
            std::vector<Json> documents;
            std::vector<int> status;
            for (const char *suffix : {".fscope", "-mailed.fscope"}) {
                const auto run = runProgram("fabricscope", wordsOf(path(std::string("below") + suffix),
                                                                   path(std::string("above") + suffix)));
                documents.push_back(Json::parse(run.out, nullptr, false));
                EXPECT_TRUE(documents.back().is_object()) << run.out << run.err;
                eraseEvidence(documents.back());
                status.push_back(run.status);
            }
            EXPECT_EQ(status[0], status[1]) << host;
            EXPECT_THAT(documents[0].dump(), testing::HasSubstr(guest));
            EXPECT_THAT(documents[1].dump(), testing::Not(testing::HasSubstr(guest)));
            EXPECT_EQ(renaming.compare(documents[0], documents[1]), "") << host;
            return documents[1];
        };
        const Json mapping = compare([](const std::string &onHost, const std::string &inside) {
            return std::vector<std::string>{"show", onHost, inside, "--view", "host-vm", "--json"};
        });
        EXPECT_GT(mapping.value("matches", Json::array()).size(), 8U)
            << host << mapping.dump().substr(0, 2000);
        const Json verified = compare([](const std::string &onHost, const std::string &inside) {
            return std::vector<std::string>{"nccl-topo", "verify", "--guest", inside,
                                            "--host",    onHost,   "--json"};
        });
        const Json pairs = verified["as_written"]["pairs"];
        EXPECT_EQ(pairs.size(), 8U) << host;
        EXPECT_EQ(std::count_if(pairs.begin(), pairs.end(),
                                [](const Json &pair) { return pair["mispaired"] == true; }),
                  mispaired)
            << host;
    }
}

TEST_F(RedactedEquality, AKeyFileIsMadeForItsOwnerAndRefusedWhereOthersCanReadIt) {
    const std::string file = collected(DemoTrees::get().host("ai1"));
    const auto import = [&](const std::string &out) {
        return runProgram("fabricscope", {"import", file, "--redact-key", path("key"), "-o", path(out)});
    };
    ASSERT_EQ(import("one.fscope").status, 0);
    struct stat status = {};
    ASSERT_EQ(::stat(path("key").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    ASSERT_EQ(import("two.fscope").status, 0);
    const auto one = capture::load(path("one.fscope"));
    const auto two = capture::load(path("two.fscope"));
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->target, two->target);
    ASSERT_EQ(::chmod(path("key").c_str(), 0644), 0);
    const auto refused = import("three.fscope");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, testing::HasSubstr("is accessible to other users"));
    EXPECT_FALSE(fs::exists(path("three.fscope")));
    std::ofstream(path("short")) << "abc\n";
    ASSERT_EQ(::chmod(path("short").c_str(), 0600), 0);
    EXPECT_EQ(
        runProgram("fabricscope", {"import", file, "--redact-key", path("short"), "-o", path("x.fscope")})
            .status,
        2);
}

} // namespace
} // namespace fabricscope::test
