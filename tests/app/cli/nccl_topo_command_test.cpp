// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/app/ProgramRun.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

/// `nccl-topo generate` and `verify`, with captures.
namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class NcclTopoCommand : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder.path() / name).string();
    }
    void write(const std::string &name, const std::string &text) const { m_folder.write(name, text); }
    /// With the guest, and the host of its VM.
    [[nodiscard]] ProgramRun run(std::vector<std::string> words, std::vector<std::string> more = {}) const {
        words.insert(words.begin(), "nccl-topo");
        words.insert(words.end(), {"--guest", path("vm-03a.fscope"), "--host", path("server.fscope")});
        words.insert(words.end(), more.begin(), more.end());
        return runProgram("fabricscope", words);
    }
    void SetUp() override {
        ASSERT_TRUE(capture::save(samples::toCapture(samples::mi355xServer()), path("server.fscope")));
        ASSERT_TRUE(capture::save(samples::toCapture(samples::guest()), path("vm-03a.fscope")));
        write("right.xml", samples::fileOf({0, 1, 2}));
        write("swapped.xml", samples::fileOf({0, 2, 1}));
    }

    TemporaryFolder m_folder;
};

TEST_F(NcclTopoCommand, AnNcclFileIsNoGuest) {
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{"nccl-topo", "verify", path("right.xml")}, {"nccl-topo", "generate"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--guest", path("swapped.xml")});
        const ProgramRun run = runProgram("fabricscope", all);
        EXPECT_EQ(run.status, 4);
        EXPECT_THAT(run.err, HasSubstr("swapped.xml: an NCCL topology file is no capture of a VM"));
        EXPECT_THAT(run.out, IsEmpty());
    }
}

TEST_F(NcclTopoCommand, GeneratesAValidFileAndPrintsRequiredSettings) {
    const ProgramRun made = run({"generate"}, {"-o", path("made.xml")});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, AllOf(HasSubstr("made.xml: 3 GPU-NIC pairs for rccl-2.21"),
                                HasSubstr("export NCCL_TOPO_FILE=/etc/nccl-topo.xml"),
                                HasSubstr("export NCCL_IB_MERGE_VFS=0")));
    EXPECT_THAT(readFile(path("made.xml")), StartsWith("<system version=\"2\">\n"));
    const ProgramRun verified =
        run({"verify", path("made.xml")},
            {"--env", "NCCL_TOPO_FILE=/etc/nccl-topo.xml", "--env", "NCCL_IB_MERGE_VFS=0"});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("RCCL loads this file"));

    const ProgramRun plain = run({"generate"});
    EXPECT_EQ(plain.out, readFile(path("made.xml"))) << "the file alone on standard output";
    EXPECT_THAT(plain.err, HasSubstr("export NCCL_TOPO_FILE"));
}

/// Of the file that names ionic_1 and ionic_2 in each other's place.
findings::Finding swappedNics() {
    findings::Finding swapped("topo_file.nics_swapped");
    swapped.set("first", "ionic_1 (0002:00:0a.0)").set("second", "ionic_2 (0002:00:0b.0)");
    return swapped;
}

TEST_F(NcclTopoCommand, VerifyReportsSwappedNics) {
    const ProgramRun text = run({"verify", path("swapped.xml")});
    EXPECT_EQ(text.status, 1) << text.err;
    EXPECT_THAT(text.out, HasSubstr(findings::title(swappedNics())));
    EXPECT_THAT(text.out, HasSubstr("corrected, from line"));

    const ProgramRun json = run({"verify", path("swapped.xml")}, {"--json", "-o", path("corrected.xml")});
    EXPECT_EQ(json.status, 1);
    const auto document = nlohmann::json::parse(json.out, nullptr, false);
    ASSERT_TRUE(document.is_object()) << json.out << json.err;
    EXPECT_EQ(document["schema"], "fabricscope.topo_verify/0");
    EXPECT_EQ(document["effective"], true);
    ASSERT_FALSE(document["problems"].empty());
    const auto swapped = std::find_if(document["problems"].begin(), document["problems"].end(),
                                      [](const auto &one) { return one["code"] == "nics_swapped"; });
    ASSERT_NE(swapped, document["problems"].end()) << document["problems"];
    EXPECT_EQ((*swapped)["severity"], "error");
    EXPECT_TRUE((*swapped)["line"].is_number());
    EXPECT_TRUE((*swapped).contains("busid"));
    EXPECT_THAT((*swapped)["remedy"].get<std::string>(), Not(IsEmpty()));
    for (const char *side : {"as_written", "as_wired"})
        for (const auto &pair : document[side]["pairs"])
            for (const char *key : {"gpu", "nic", "basis", "ideal_nics", "mispaired", "reason"})
                EXPECT_TRUE(pair.contains(key)) << side << " " << key;
    EXPECT_EQ(document["as_wired"]["pairs"].size(), 3U);

    const ProgramRun again = run({"verify", path("corrected.xml")});
    EXPECT_EQ(again.status, 0) << again.out;
}

TEST_F(NcclTopoCommand, FailOnChoosesWhatCounts) {
    const std::vector<std::string> apart = {"--env", "NCCL_IB_MERGE_VFS=0"};
    EXPECT_EQ(run({"verify", path("right.xml")}, apart).status, 0);
    EXPECT_EQ(run({"verify", path("right.xml"), "--fail-on", "warning"}, apart).status, 1)
        << "it is not named in the VM";
    EXPECT_EQ(run({"verify", path("right.xml")}, {"--fail-on", "rubbish"}).status, 2);
}

TEST_F(NcclTopoCommand, EachKindOfFailureHasItsStatus) {
    EXPECT_EQ(runProgram("fabricscope", {"nccl-topo"}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"nccl-topo", "generate"}).status, 2);
    EXPECT_EQ(run({"verify", path("none.xml")}).status, 3);
    EXPECT_EQ(run({"generate"}, {"--flavor", "nccl", "--library", "rccl-2.21"}).status, 2);
    EXPECT_EQ(run({"generate"}, {"-o", path("no/such/folder/a.xml")}).status, 3);
    write("text.xml", "this is no XML\n");
    const ProgramRun text = run({"verify", path("text.xml")});
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.out, HasSubstr("line 1"));
    write("vm-03a.fscope", "no capture");
    EXPECT_EQ(run({"verify", path("right.xml")}).status, 4);
}

/// `--to` selects one of the VM's files if no file is given.
TEST_F(NcclTopoCommand, VerifyJudgesTheFileOfTheVmAtThePathOfTo) {
    capture::Capture guest = samples::toCapture(samples::guest());
    const auto add = [&](const std::string &origin, const std::string &text) {
        capture::Section::Meta meta;
        meta.name = "nccl-topo";
        meta.origin = origin;
        guest.sections.emplace_back(std::move(meta), text);
    };
    add("/etc/nccl-topo.xml", samples::fileOf({0, 1, 2}));
    add("/opt/other.xml", samples::fileOf({0, 2, 1}));
    ASSERT_TRUE(capture::save(guest, path("vm-03a.fscope")));
    const std::vector<std::string> apart = {"--env", "NCCL_IB_MERGE_VFS=0"};
    const ProgramRun plain = run({"verify"}, apart);
    EXPECT_EQ(plain.status, 0) << plain.out << plain.err;
    const ProgramRun other = run({"verify", "--to", "/opt/other.xml"}, apart);
    EXPECT_EQ(other.status, 1) << other.err;
    EXPECT_THAT(other.out, HasSubstr(findings::title(swappedNics())));
    const ProgramRun none = run({"verify", "--to", "/opt/none.xml"}, apart);
    EXPECT_EQ(none.status, 4);
    EXPECT_THAT(none.err, HasSubstr("no NCCL file /opt/none.xml in this capture"));
}

TEST_F(NcclTopoCommand, WithoutTheHostNothingIsInvented) {
    const ProgramRun alone =
        runProgram("fabricscope", {"nccl-topo", "generate", "--guest", path("vm-03a.fscope"), "--host",
                                   path("vm-03a.fscope")});
    EXPECT_EQ(alone.status, 1);
    EXPECT_THAT(alone.err, HasSubstr("no file generated; see the lines above"));
    EXPECT_THAT(alone.out, IsEmpty());
}

TEST_F(NcclTopoCommand, CopiesOnlyWhenThatIsConfirmed) {
    const std::string target = path("copied.xml");
    const ProgramRun shown = run({"generate"}, {"--to", target, "--copy-to", "local:"});
    EXPECT_EQ(shown.status, 2) << shown.err;
    EXPECT_THAT(shown.out, AllOf(HasSubstr("mv -f "), HasSubstr("+<system version=\"2\">"),
                                 HasSubstr("Nothing copied: no terminal")));
    EXPECT_FALSE(fs::exists(target));

    const ProgramRun copied = run({"generate"}, {"--to", target, "--copy-to", "local:", "--yes"});
    EXPECT_EQ(copied.status, 0) << copied.err;
    EXPECT_THAT(copied.out, HasSubstr("bytes copied, cksum"));
    EXPECT_EQ(run({"verify", target}).status, 0);
    EXPECT_THAT(run({"generate"}, {"--to", target, "--copy-to", "local:", "--yes"}).out,
                HasSubstr("is already up to date"));
    EXPECT_EQ(run({"generate"}, {"--to", path("no/folder/a.xml"), "--copy-to", "local:", "--yes"}).status, 3);
    EXPECT_EQ(run({"generate"}, {"--yes"}).status, 2) << "nowhere to copy to";
}

} // namespace
} // namespace fabricscope::test
