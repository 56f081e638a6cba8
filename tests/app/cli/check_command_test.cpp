// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using test::runProgram;
using testing::HasSubstr;
using testing::StartsWith;

class CheckCommand : public testing::Test {
protected:
    CheckCommand() {
        std::string pattern = (fs::temp_directory_path() / "fabricscope-check-XXXXXX").string();
        m_folder = mkdtemp(pattern.data());
    }
    ~CheckCommand() override {
        std::error_code error;
        fs::remove_all(m_folder, error);
    }
    std::string saved(const host::Host &host, const std::string &name) {
        EXPECT_TRUE(capture::save(samples::toCapture(host), m_folder / name));
        return (m_folder / name).string();
    }

    std::string written(const std::string &siteFile) {
        const fs::path path = m_folder / ("site" + std::to_string(m_written++) + ".toml");
        std::ofstream(path) << siteFile;
        return path.string();
    }

    fs::path m_folder;
    int m_written = 0;
};

TEST_F(CheckCommand, ReportsErrorsWithStatus1) {
    const std::string file = saved(samples::deadGpu(), "dead.fscope");
    const auto run = runProgram("fabricscope", {"check", file});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("✕ GPU0 fell off the bus"));
    EXPECT_THAT(run.out, HasSubstr("[pcie.present]"));
    EXPECT_TRUE(run.err.empty()) << run.err;
}

TEST_F(CheckCommand, FailsOnlyAtOrAboveTheSeverityThatIsAskedFor) {
    const std::string file = saved(samples::narrowGpu(), "narrow.fscope");
    EXPECT_EQ(runProgram("fabricscope", {"check", file}).status, 0);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--fail-on", "error"}).status, 0);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--fail-on", "warning"}).status, 1);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--fail-on", "note"}).status, 1);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--fail-on", "never"}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"check", saved(samples::oneGpu(), "one.fscope")}).status, 0);
}

TEST_F(CheckCommand, ChecksSeveralHostsInOrder) {
    const std::string dead = saved(samples::deadGpu(), "dead.fscope");
    const std::string guest = saved(samples::flatVm(), "guest.fscope");
    const auto run = runProgram("fabricscope", {"check", guest, dead, "--json"});
    EXPECT_EQ(run.status, 1);
    const auto document = nlohmann::json::parse(run.out);
    EXPECT_EQ(document["schema"], "fabricscope.findings/0");
    ASSERT_EQ(document["hosts"].size(), 2U);
    EXPECT_EQ(document["hosts"][0]["host"], "vm-03a");
    EXPECT_EQ(document["hosts"][0]["counts"]["error"], 0);
}

TEST_F(CheckCommand, WritesEachFormat) {
    const std::string file = saved(samples::mi355xServer(), "server.fscope");
    const auto outputOf = [&](const char *format) {
        const auto run = runProgram("fabricscope", {"check", file, "--format", format});
        EXPECT_LE(run.status, 1) << run.err;
        return run.out;
    };
    EXPECT_EQ(outputOf("json"), runProgram("fabricscope", {"check", file, "--json"}).out);
    EXPECT_THAT(outputOf("junit"), StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
    EXPECT_EQ(nlohmann::json::parse(outputOf("sarif"))["version"], "2.1.0");
    EXPECT_THAT(outputOf("markdown"), StartsWith("## mi355x-03\n"));
    EXPECT_THAT(outputOf("text"), HasSubstr("The link of GPU5 has 8 of 16 lanes"));
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--format", "yaml"}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--format", "json", "--json"}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--site", "x.toml"}).status, 3);
}

TEST_F(CheckCommand, JudgesWhatASiteExpects) {
    const std::string file = saved(samples::oneGpu(), "one.fscope");
    EXPECT_EQ(runProgram("fabricscope", {"check", file}).status, 0);
    const auto run = runProgram("fabricscope", {"check", file, "--site", written("[expect]\ngpus = 8\n")});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_TRUE(run.err.empty()) << run.err;
    EXPECT_THAT(run.out, HasSubstr("✕ The number of GPUs is 1; expected: 8. [site.gpus]"));
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--site", written("[expect]\ngpus = 1\n")}).status,
              0);
}

TEST_F(CheckCommand, DoesNotFailForWhatASiteMutes) {
    const std::string file = saved(samples::deadGpu(), "dead.fscope");
    const std::string site = written("[expect]\nmtu = 9000\n[[mute]]\nrule = \"pcie.present\"\n"
                                     "device = \"GPU*\"\nreason = \"RMA 7\"\n");
    for (const char *format : {"text", "json", "markdown", "junit", "sarif"}) {
        const auto run = runProgram("fabricscope", {"check", file, "--site", site, "--format", format});
        EXPECT_EQ(run.status, 0) << format << run.err;
        EXPECT_THAT(run.out, HasSubstr("RMA 7")) << format;
    }
    const std::string ended = written("[[mute]]\nrule = \"pcie.present\"\nreason = \"RMA 7\"\n"
                                      "until = 2020-01-31\n");
    const auto run = runProgram("fabricscope", {"check", file, "--site", ended});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("mute of pcie.present ended on 2020-01-31"));
    EXPECT_THAT(run.err, HasSubstr("the site file has no expectation for this host"));
}

TEST_F(CheckCommand, NamesMutesThatMatchNoFinding) {
    const std::string file = saved(samples::deadGpu(), "dead.fscope");
    const std::string site =
        written("[expect]\nkernel = \"*\"\n[[mute]]\nrule = \"pcie.present\"\nreason = \"a\"\n"
                "[[mute]]\nrule = \"rdma.mtu\"\nhost = \"gpu-*\"\nreason = \"b\"\n");
    const auto run = runProgram("fabricscope", {"check", file, "--site", site});
    EXPECT_THAT(run.err, HasSubstr(":6:"));
    EXPECT_THAT(run.err, HasSubstr("the mute of rdma.mtu matches no finding of the checked hosts"));
    EXPECT_THAT(run.err, testing::Not(HasSubstr("mute of pcie.present")));
    EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(CheckCommand, NamesHostsThatAreNotCheckedAndMutesThatRepeat) {
    const std::string file = saved(samples::deadGpu(), "dead.fscope");
    const std::string site =
        written("[expect]\nkernel = \"*\"\n[[hosts]]\nmatch = [\"zz-*\", \"yy\"]\ngpus = 1\n"
                "[[hosts]]\nmatch = \"*\"\nkernel = \"*\"\n"
                "[[mute]]\nrule = \"pcie.present\"\nreason = \"a\"\n"
                "[[mute]]\nrule = \"pcie.present\"\nreason = \"b\"\n");
    const auto run = runProgram("fabricscope", {"check", file, "--site", site});
    EXPECT_THAT(run.err,
                HasSubstr(":3: [[hosts]] with match = \"zz-*\", \"yy\" matches none of the checked hosts"));
    EXPECT_THAT(run.err, testing::Not(HasSubstr(":6: ")));
    EXPECT_THAT(run.err, HasSubstr(":12: the mute of pcie.present repeats that of line 9"));
}

TEST_F(CheckCommand, LeavesOutASiteFileOverItsLimitWithStatus4) {
    const std::string file = saved(samples::oneGpu(), "one.fscope");
    const std::string site = written(std::string((std::size_t{1} << 20) + 1, '\n'));
    const auto run = runProgram("fabricscope", {"check", file, "--site", site});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("the file is larger than 1 MiB; it is left out"));
    EXPECT_FALSE(run.out.empty());
}

TEST_F(CheckCommand, NamesFaultsOfASiteFileByPlaceAndUsesTheRest) {
    const std::string file = saved(samples::oneGpu(), "one.fscope");
    const std::string site = written("[expect]\ngpuss = 8\ngpus = 2\n[[mute]]\nrule = rdma.mtu\n");
    const auto run = runProgram("fabricscope", {"check", file, "--site", site});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr(site + ":2:1: unknown key \"gpuss\"; did you mean \"gpus\"?\n"));
    EXPECT_THAT(run.err, HasSubstr(site + ":5:"));
    EXPECT_THAT(run.out, HasSubstr("[site.gpus]"));
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--site", m_folder.string()}).status, 4);
}

TEST_F(CheckCommand, IsAViewOfShowToo) {
    const std::string file = saved(samples::deadGpu(), "dead.fscope");
    const auto text = runProgram("fabricscope", {"show", file, "--view", "findings"});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_EQ(text.out, runProgram("fabricscope", {"check", file}).out);
    const auto json = runProgram("fabricscope", {"show", file, "--view", "findings", "--json"});
    EXPECT_EQ(json.out, runProgram("fabricscope", {"check", file, "--json"}).out);
    EXPECT_EQ(nlohmann::json::parse(json.out)["schema"], "fabricscope.findings/0");
}

TEST_F(CheckCommand, KeepsWhatWasReadWhereAnotherSourceIsInvalid) {
    std::ofstream(m_folder / "broken.fscope") << "not a capture";
    const std::string good = saved(samples::deadGpu(), "dead.fscope");
    const auto run = runProgram("fabricscope", {"check", (m_folder / "broken.fscope").string(), good});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("broken.fscope"));
    EXPECT_THAT(run.out, HasSubstr("fell off the bus"));
}

TEST_F(CheckCommand, OfAnNcclFileAloneIsBadInput) {
    std::ofstream(m_folder / "topo.xml")
        << R"(<system version="1"><cpu numaid="0" affinity="ff" arch="x86_64" vendor="AuthenticAMD" familyid="25" modelid="1"><pci busid="0000:03:00.0" class="0x120000" link_speed="32.0 GT/s PCIe" link_width="16"/></cpu></system>)";
    const auto run = runProgram("fabricscope", {"check", (m_folder / "topo.xml").string()});
    EXPECT_EQ(run.status, 4) << run.out;
    EXPECT_THAT(run.err, HasSubstr("show --view affinity"));
}

TEST_F(CheckCommand, NamesItsArguments) {
    const auto run = runProgram("fabricscope", {"check", "--help"});
    EXPECT_EQ(run.status, 0);
    for (const char *word : {"--fail-on", "--format", "junit", "sarif", "Example:"})
        EXPECT_THAT(run.out, HasSubstr(word));
    EXPECT_EQ(runProgram("fabricscope", {"check"}).status, 2);
}

} // namespace

} // namespace fabricscope
