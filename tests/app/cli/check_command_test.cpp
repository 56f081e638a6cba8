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

    fs::path m_folder;
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
    EXPECT_EQ(runProgram("fabricscope", {"check", file, "--site", "x.toml"}).status, 2);
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
