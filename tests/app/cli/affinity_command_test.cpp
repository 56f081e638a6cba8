// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/TemporaryFolder.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/judge/JudgeHostOptions.h"
#include "core/capture/Capture.h"
#include "core/findings/Finding.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

/// `show --view affinity`: captures, the demo VM with its hypervisor, NCCL files, and the output.
namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class AffinityCommand : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder->path() / name).string();
    }
    void write(const std::string &name, const std::string &text) const {
        std::ofstream(m_folder->path() / name, std::ios::binary) << text;
    }
    [[nodiscard]] ProgramRun show(const std::string &source, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"show", path(source), "--view", "affinity"});
        return runProgram("fabricscope", more);
    }
    /// The verdict in JSON, of which the other forms show the sentence.
    [[nodiscard]] nlohmann::json verdict(const std::string &source,
                                         std::vector<std::string> more = {}) const {
        more.emplace_back("--json");
        const auto document = nlohmann::json::parse(show(source, more).out, nullptr, false);
        return document.is_object() ? document["verdict"] : nlohmann::json::object();
    }
    void SetUp() override {
        ASSERT_TRUE(
            capture::save(samples::toCapture(samples::mi355xServer()), m_folder->path() / "server.fscope"));
    }

private:
    std::unique_ptr<app::demo::TemporaryFolder> m_folder = std::move(*app::demo::TemporaryFolder::make());
};

std::string sentenceOf(const nlohmann::json &verdict) {
    return verdict.value("sentence", "no verdict");
}
/// The first clause, which is never wrapped or escaped.
std::string headOf(const nlohmann::json &verdict) {
    const std::string sentence = sentenceOf(verdict);
    return sentence.substr(0, sentence.find_first_of(".:"));
}

constexpr const char *kFile =
    "<system version=\"2\">\n"
    "  <cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"191\" modelid=\"2\">\n"
    "    <pci busid=\"ffff:ff:01.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n"
    "      <pci busid=\"0002:00:01.0\" class=\"0x120000\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n"
    "      <pci busid=\"0002:00:09.0\" class=\"0x020000\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>\n"
    "    </pci>\n  </cpu>\n</system>\n";

TEST_F(AffinityCommand, ReportsWhyNoCorrectedFileIsWritten) {
    const ProgramRun fine = show("server.fscope", {"--corrected", path("out.xml")});
    EXPECT_EQ(fine.status, 0);
    EXPECT_THAT(fine.err, HasSubstr("not written: nothing needs correction"));
    write("topo.xml", kFile);
    const ProgramRun alone = show("topo.xml", {"--corrected", path("out.xml")});
    EXPECT_EQ(alone.status, 2) << "a file alone has no hardware to be right by";
    EXPECT_THAT(alone.err, HasSubstr("give a host or a capture"));
    EXPECT_FALSE(std::filesystem::exists(path("out.xml")));
}

TEST_F(AffinityCommand, ShowsACaptureInAllForms) {
    const ProgramRun text = show("server.fscope");
    EXPECT_EQ(text.status, 0) << text.err;
    const auto judged = verdict("server.fscope");
    EXPECT_EQ(judged["severity"], "warning") << "of a link";
    EXPECT_THAT(text.out, HasSubstr(headOf(judged)));
    EXPECT_THAT(show("server.fscope", {"--json"}).out, HasSubstr("\"schema\": \"fabricscope.affinity/0\""));
    EXPECT_THAT(show("server.fscope", {"--format", "csv"}).out, StartsWith("gpu,bdf,ionic_0,"));
    EXPECT_THAT(show("server.fscope", {"--format", "markdown"}).out, StartsWith("**" + headOf(judged)));
    const std::string smi = show("server.fscope", {"--format", "smi"}).out;
    EXPECT_THAT(smi, StartsWith("\tGPU0\tGPU1\t"));
    EXPECT_THAT(smi, HasSubstr("\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\nGPU0\t X \t"));
    EXPECT_THAT(smi, HasSubstr("  NIC0: ionic_0\n"));
}

TEST_F(AffinityCommand, KnowsAnNcclFileByItsContent) {
    write("anything.txt", kFile);
    const ProgramRun text = show("anything.txt");
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("in this file."));
    write("declared.txt", std::string("<?xml version=\"1.0\"?>\n") + kFile);
    const ProgramRun declared = show("declared.txt", {"--json"});
    EXPECT_EQ(declared.status, 0) << declared.err;
    const auto document = nlohmann::json::parse(declared.out, nullptr, false);
    ASSERT_TRUE(document.is_object());
    EXPECT_EQ(document["error"]["line"], 1) << "the library dies of it";
    EXPECT_THAT(document["verdict"]["sentence"].get<std::string>(), HasSubstr("will fail"));
}

TEST_F(AffinityCommand, ImportedNcclFileKeepsItsValues) {
    write("topo.xml", kFile);
    ASSERT_EQ(runProgram("fabricscope", {"import", path("topo.xml"), "-o", path("topo.fscope")}).status, 0);
    const auto ofFile = nlohmann::json::parse(show("topo.xml", {"--json"}).out, nullptr, false);
    const auto ofCapture = nlohmann::json::parse(show("topo.fscope", {"--json"}).out, nullptr, false);
    ASSERT_TRUE(ofFile.is_object());
    ASSERT_TRUE(ofCapture.is_object());
    EXPECT_FALSE(ofFile["gpus"].empty());
    for (const char *key : {"gpus", "nics", "gpu_nic", "selected"})
        EXPECT_EQ(ofFile[key], ofCapture[key]) << key;
}

TEST_F(AffinityCommand, TakesWhatNoCaptureCanState) {
    const ProgramRun run = show("server.fscope", {"--library", "nccl-2.30", "--env", "NCCL_NET_GDR_LEVEL=SYS",
                                                  "--nodes", "1", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\"library\": \"nccl-2.30\""));
    EXPECT_THAT(run.out, HasSubstr("NCCL_NET_GDR_LEVEL=SYS"));
    EXPECT_EQ(show("server.fscope", {"--library", "nccl-latest"}).status, 2);
    EXPECT_EQ(show("server.fscope", {"--env", "nonsense"}).status, 2);
    EXPECT_EQ(show("server.fscope", {"--nodes", "0"}).status, 2);
    EXPECT_EQ(show("server.fscope", {"--used", "GPU0"}).status, 2);
    EXPECT_EQ(show("server.fscope", {"--json", "--format", "csv"}).status, 2);
    EXPECT_EQ(show("server.fscope", {"--format", "xml"}).status, 2);
}

TEST_F(AffinityCommand, JudgesWhatARunUsed) {
    const std::vector<std::string> used = {"--used", "0000:05:00.0=0000:27:00.0", "--used",
                                           "0000:26:00.0=0000:06:00.0"};
    const ProgramRun run = show("server.fscope", used);
    EXPECT_EQ(run.status, 0);
    const auto judged = verdict("server.fscope", used);
    EXPECT_EQ(judged["severity"], "error");
    EXPECT_THAT(sentenceOf(judged), AllOf(HasSubstr("GPU0 uses ionic_1"), HasSubstr("GPU1 uses ionic_0")));
    EXPECT_THAT(run.out, HasSubstr(sentenceOf(judged)));
}

TEST_F(AffinityCommand, TakesTheNamesThatItPrints) {
    const ProgramRun byNames = show("server.fscope", {"--used", "GPU0=ionic_1", "--used", "GPU1=ionic_0"});
    EXPECT_EQ(byNames.status, 0) << byNames.err;
    EXPECT_EQ(byNames.out, show("server.fscope", {"--used", "0000:05:00.0=0000:27:00.0", "--used",
                                                  "0000:26:00.0=0000:06:00.0"})
                               .out);
    const ProgramRun wrong = show("server.fscope", {"--used", "GPU0=ionic_99"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("no NIC named ionic_99 (available: "));
    EXPECT_TRUE(wrong.out.empty());
}

TEST_F(AffinityCommand, IsTheViewOfItsOwnOptionsAndOfNcclFiles) {
    const auto open = [&](const std::string &source, std::vector<std::string> more) {
        more.insert(more.begin(), {"show", path(source)});
        return runProgram("fabricscope", more);
    };
    EXPECT_EQ(open("server.fscope", {"--format", "csv"}).out, show("server.fscope", {"--format", "csv"}).out);
    EXPECT_EQ(open("server.fscope", {"--nodes", "1"}).out, show("server.fscope", {"--nodes", "1"}).out);
    EXPECT_THAT(open("server.fscope", {}).out, HasSubstr("\nNUMA 0: CPUs")) << "else it is the tree";
    const ProgramRun refused = open("server.fscope", {"--view", "numa", "--format", "csv", "--env", "A=1"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("--view numa does not take --format, --env; use --view affinity"));
    write("topo.xml", kFile);
    const ProgramRun file = open("topo.xml", {});
    EXPECT_EQ(file.out, show("topo.xml").out);
    EXPECT_THAT(file.err, HasSubstr("NCCL file, shown with --view affinity"));
    EXPECT_THAT(open("topo.xml", {"--view", "tree"}).err, HasSubstr("use --view affinity"));
    ASSERT_EQ(runProgram("fabricscope", {"import", path("topo.xml"), "-o", path("topo.fscope")}).status, 0);
    EXPECT_EQ(open("topo.fscope", {}).out, show("topo.fscope").out);
}

TEST_F(AffinityCommand, ReportsTheFixForAFatalFile) {
    write("declared.xml", std::string("<?xml version=\"1.0\"?>\n") + kFile);
    const ProgramRun run = show("declared.xml");
    const auto fixes = verdict("declared.xml")["fix"];
    ASSERT_TRUE(fixes.is_array() && !fixes.empty());
    EXPECT_THAT(run.out, HasSubstr("\nFix  " + fixes[0].get<std::string>()));
    write("empty.xml", "");
    const ProgramRun empty = runProgram("fabricscope", {"show", path("empty.xml")});
    EXPECT_EQ(empty.status, 4);
    EXPECT_EQ(empty.err, path("empty.xml") + ": is empty\n  Copy it again: this copy is incomplete\n");
}

TEST_F(AffinityCommand, DistinguishesTwoPeersOfTheSameName) {
    for (const char *name : {"monday.fscope", "tuesday.fscope"})
        std::filesystem::copy_file(path("server.fscope"), path(name));
    EXPECT_EQ(
        show("server.fscope", {"--peer", path("monday.fscope"), "--peer", path("tuesday.fscope")}).status, 0);
    const auto open = [&](const char *name) {
        return app::JudgePeer{path(name), std::move(*app::openFile(path(name)))};
    };
    const std::vector<app::JudgePeer> peers = {open("monday.fscope"), open("tuesday.fscope")};
    const auto judged = app::judgeHostWith({}, open("server.fscope").snapshot, nullptr, peers);
    ASSERT_TRUE(judged);
    const auto &rails = (*judged)->inputs.peers;
    ASSERT_EQ(rails.size(), 2U);
    EXPECT_THAT(rails[0].host, HasSubstr("monday.fscope"));
    EXPECT_THAT(rails[1].host, HasSubstr("tuesday.fscope"));
}

TEST_F(AffinityCommand, APictureIsJudgedByTheSameOptions) {
    const auto render = [&](std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"render", path("server.fscope"), "--view", "affinity", "-o", path("picture.svg")});
        const ProgramRun run = runProgram("fabricscope", more);
        std::ifstream file(path("picture.svg"));
        return std::pair(run, std::string(std::istreambuf_iterator<char>(file), {}));
    };
    const std::vector<std::string> swapped = {"--used", "GPU0=ionic_1", "--used", "GPU1=ionic_0"};
    const std::string mispaired = headOf(verdict("server.fscope", swapped));
    EXPECT_THAT(render({}).second, Not(HasSubstr(mispaired)));
    const auto [used, picture] = render(swapped);
    EXPECT_EQ(used.status, 0) << used.err;
    EXPECT_THAT(picture, HasSubstr(mispaired));
    EXPECT_EQ(render({"--library", "nccl-latest"}).first.status, 2);
    EXPECT_EQ(render({"--used", "GPU0=nothing"}).first.status, 2);
    EXPECT_EQ(render({"--host", path("nowhere.fscope")}).first.status, 3);
    EXPECT_THAT(render({"--host", path("server.fscope")}).first.err, HasSubstr("runs no VM that matches"));
}

TEST_F(AffinityCommand, FindsTheSwappedPairOfTheDemosVmAndNothingElsewhere) {
    const ProgramRun demo = runProgram("fabricscope", {"demo", "--headless", path("demo")});
    const auto swapped = verdict("demo/vm-02a.fscope");
    EXPECT_EQ(swapped["severity"], "error");
    EXPECT_THAT(sentenceOf(swapped), AllOf(HasSubstr("GPU2 uses ionic_3"), HasSubstr("GPU3 uses ionic_2")));
    EXPECT_THAT(demo.out, HasSubstr("vm-02a: " + sentenceOf(swapped) + "\n"));
    const auto fine = verdict("demo/mi355x-01.fscope");
    EXPECT_TRUE(fine["severity"].is_null()) << fine;
    findings::Finding narrow("link.narrow");
    narrow.device = "GPU5 (0000:a6:00.0)";
    narrow.set("lanes", 8).set("possible_lanes", 16);
    narrow.set("bandwidth", "31.5 GB/s").set("possible_bandwidth", "63.0 GB/s");
    EXPECT_THAT(demo.out, HasSubstr("mi355x-02: " + sentenceOf(fine) + " " + findings::claim(narrow) + "\n"));
    for (const char *healthy : {"mi355x-01", "vm-01a", "ai1", "ai2"})
        EXPECT_THAT(demo.out, HasSubstr(fmt::format("{}: {}\n", healthy, sentenceOf(fine))));
    const ProgramRun shown = show("demo/vm-02a.fscope"); // its hypervisor's capture is in the same folder
    EXPECT_THAT(shown.err, HasSubstr("mi355x-02.fscope runs this VM"));
    EXPECT_THAT(shown.out, HasSubstr(headOf(swapped)));
    EXPECT_THAT(shown.out, HasSubstr("(lines 28, 38)"));
    EXPECT_THAT(shown.out, HasSubstr("In /etc/rccl/topo.xml: swap <pci busid=\"0002:00:0c.0\"> (ionic_3, "
                                     "line 28) and <pci busid=\"0002:00:0b.0\"> (ionic_2, line 38)"));
    const ProgramRun kept = show("demo/vm-02a.fscope", {"--env", "NCCL_IB_HCA=ionic_2"});
    EXPECT_THAT(kept.out, HasSubstr("topo.xml is correct")) << "it is the environment that keeps NICs out";
    const ProgramRun missing = show("demo/vm-02a.fscope", {"--env", "NCCL_TOPO_FILE=/none.xml"});
    EXPECT_THAT(missing.out, HasSubstr("/none.xml, which is not in the capture"));
    const std::vector<std::string> otherHost = {"--host", path("demo/ai1.fscope")};
    EXPECT_THAT(show("demo/vm-02a.fscope", otherHost).err, HasSubstr("ai1.fscope: runs no VM that matches"));
    const auto unsure = verdict("demo/vm-02a.fscope", otherHost);
    EXPECT_EQ(unsure["severity"], "warning");
    EXPECT_EQ(unsure["conclusive"], false);
    std::filesystem::create_directory(path("alone"));
    std::filesystem::copy_file(path("demo/vm-02a.fscope"), path("alone/vm-02a.fscope"));
    const auto alone = nlohmann::json::parse(show("alone/vm-02a.fscope", {"--json"}).out, nullptr, false);
    ASSERT_TRUE(alone.is_object());
    for (const auto &pair : alone["pairs"])
        EXPECT_FALSE(pair["mispaired"].get<bool>()) << "the VM by itself cannot tell";
    EXPECT_FALSE(alone["verdict"]["conclusive"].get<bool>());
    const ProgramRun picture = runProgram(
        "fabricscope", {"render", path("demo/vm-02a.fscope"), "--view", "affinity", "-o", path("vm.svg")});
    EXPECT_THAT(picture.err, HasSubstr("mi355x-02.fscope runs this VM")) << "a picture looks for it, too";
    const ProgramRun named = show("alone/vm-02a.fscope", {"--host", path("demo/mi355x-02.fscope")});
    EXPECT_THAT(named.out, HasSubstr(headOf(swapped)));
}

} // namespace
} // namespace fabricscope::test
