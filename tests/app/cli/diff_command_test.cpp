// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using test::runProgram;
using testing::HasSubstr;

class DiffCommand : public testing::Test {
protected:
    DiffCommand() {
        std::string pattern = (fs::temp_directory_path() / "fabricscope-diff-XXXXXX").string();
        m_folder = mkdtemp(pattern.data());
    }
    ~DiffCommand() override {
        std::error_code error;
        fs::remove_all(m_folder, error);
    }
    std::string saved(const host::Host &host, const std::string &name) {
        EXPECT_TRUE(capture::save(samples::toCapture(host), m_folder / name));
        return (m_folder / name).string();
    }

    fs::path m_folder;
};

TEST_F(DiffCommand, EqualCapturesReportNoChangesAndExitWithStatus0) {
    const std::string file = saved(samples::mi355xServer(), "a.fscope");
    const auto run = runProgram("fabricscope", {"diff", file, file});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Nothing changed.\n"));
}

TEST_F(DiffCommand, ChangesAreListedAndExitWithStatus1) {
    const std::string before = saved(samples::oneGpu(), "a.fscope");
    const std::string after = saved(samples::narrowGpu(), "b.fscope");
    const auto run = runProgram("fabricscope", {"diff", before, after});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("1 change: 1 error\n"));
    EXPECT_THAT(run.out, HasSubstr("GPU0 0000:41:00.0: the link is x8 wide (was x16)"));
    EXPECT_TRUE(run.err.empty()) << run.err;
}

TEST_F(DiffCommand, FailsOnlyAtOrAboveTheSeverityThatIsAskedFor) {
    host::Host idle = samples::oneGpu();
    idle.function(samples::address("0000:41:00.0"))->currentSpeed =
        samples::fact(*pci::LinkSpeed::fromCode(1));
    const std::string before = saved(samples::oneGpu(), "a.fscope");
    const std::string after = saved(idle, "b.fscope");
    EXPECT_EQ(runProgram("fabricscope", {"diff", before, after}).status, 0);
    EXPECT_EQ(runProgram("fabricscope", {"diff", before, after, "--fail-on", "warning"}).status, 0);
    EXPECT_EQ(runProgram("fabricscope", {"diff", before, after, "--fail-on", "note"}).status, 1);
    EXPECT_EQ(runProgram("fabricscope", {"diff", before, after, "--fail-on", "sometimes"}).status, 2);
}

TEST_F(DiffCommand, DistinguishesCapturesOfOneHostByTheirFiles) {
    const std::string before = saved(samples::oneGpu(), "monday.fscope");
    const std::string after = saved(samples::narrowGpu(), "tuesday.fscope");
    const auto run = runProgram("fabricscope", {"diff", before, after});
    EXPECT_THAT(run.out, HasSubstr("before " + before + "\n"));
    EXPECT_THAT(run.out, HasSubstr("after  " + after + "\n"));
    const auto json = runProgram("fabricscope", {"diff", before, after, "--json"});
    EXPECT_THAT(json.out, HasSubstr("\"source\": \"" + after + "\""));
}

TEST_F(DiffCommand, AsJsonIsOneDocumentAndNothingElse) {
    const std::string before = saved(samples::oneGpu(), "a.fscope");
    const std::string after = saved(samples::narrowGpu(), "b.fscope");
    const auto run = runProgram("fabricscope", {"diff", before, after, "--json"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, testing::StartsWith("{\n  \"schema\": \"fabricscope.diff/0\""));
    EXPECT_EQ(run.out.substr(run.out.size() - 2), "}\n");
}

TEST_F(DiffCommand, InvalidCaptureIsNamedAndExitsWithStatus4) {
    const std::string before = saved(samples::oneGpu(), "a.fscope");
    std::ofstream(m_folder / "b.fscope") << "not a capture";
    const auto run = runProgram("fabricscope", {"diff", before, (m_folder / "b.fscope").string()});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("b.fscope"));
    EXPECT_TRUE(run.out.empty());
    EXPECT_EQ(runProgram("fabricscope", {"diff", before}).status, 2);
}

TEST_F(DiffCommand, HelpHasAnExampleAndTheExitStatuses) {
    const auto run = runProgram("fabricscope", {"diff", "--help"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("Example: fabricscope diff"));
    EXPECT_THAT(run.out, HasSubstr("Exit status: 0"));
}

} // namespace

} // namespace fabricscope
