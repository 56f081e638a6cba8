// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bench run` prints and keeps of a run whose command has secrets and whose tool prints them.
#include "app/jobs/KeptRun.h"
#include "core/store/RunStore.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/RunRecorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::benchRun;
using test::runProgram;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kSecrets = {"hf_S3cr3tValue", "tok-4711-abc", "urlpassword",
                                           "userpassword",   "key-0815-xyz", "echoedtoken"};

/// In pieces of a byte or two, so that every value is cut.
constexpr const char *kTool = R"(
slowly() { for c in $(echo "$1" | sed 's/./& /g'); do printf %s "$c"; done; echo; }
slowly "$HF_TOKEN"; slowly "$2"; slowly "$HF_TOKEN" >&2
echo "GET https://me:urlpassword@host/x -u me:userpassword"
echo "> X-Api-Key: key-0815-xyz"
echo "unknown --token echoedtoken"
echo "a row 1048576"
exit 3)";

std::vector<std::string> arguments(const std::vector<std::string> &options) {
    std::vector<std::string> all = {"local:",       "custom", "--yes",
                                    "--no-capture", "--set",  "HF_TOKEN=hf_S3cr3tValue"};
    all.insert(all.end(), options.begin(), options.end());
    all.insert(all.end(), {"--", "sh", "-c", kTool, "sh", "--token", "tok-4711-abc", "-u", "me:userpassword",
                           "https://me:urlpassword@host", "-H", "X-Api-Key: key-0815-xyz"});
    return all;
}

void expectNone(const std::string &text, const std::string &where) {
    for (const std::string &secret : kSecrets)
        EXPECT_THAT(text, Not(HasSubstr(secret))) << where;
}

unsigned modeOf(const fs::path &file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

class BenchSecrets : public testing::Test {
protected:
    BenchSecrets() {
        ::umask(0);
        (void)benchRun({"--help"}); // names the folder of the tests' own
    }
    ~BenchSecrets() override { ::umask(m_mask); }

    test::TemporaryFolder folder;
    mode_t m_mask = ::umask(0);
};

TEST_F(BenchSecrets, AreNeitherPrintedNorKeptNorWritten) {
    const fs::path log = folder.path() / "log", samples = folder.path() / "run.json";
    const test::ProgramRun run = benchRun(arguments({"--log", log.string(), "-o", samples.string()}));
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("(not kept)\n"));
    EXPECT_THAT(run.out, HasSubstr("https://me:(not kept)@host/x -u me:(not kept)\n"));
    EXPECT_THAT(run.out, HasSubstr("a row 1048576\n"));
    EXPECT_THAT(run.err, HasSubstr("HF_TOKEN='(not kept)'"));
    expectNone(run.out, "standard output");
    expectNone(run.err, "standard error");
    expectNone(test::readFile(log), "--log");
    expectNone(test::readFile(samples), "-o");
    EXPECT_EQ(modeOf(log), 0600U);
    EXPECT_EQ(modeOf(samples), 0600U);

    const fs::path data = fs::path(::getenv("XDG_DATA_HOME")) / "fabricscope";
    for (const auto &file : fs::directory_iterator(data)) {
        expectNone(test::readFile(file.path()), file.path().string());
        EXPECT_EQ(modeOf(file.path()), 0600U) << file.path();
    }
    EXPECT_EQ(modeOf(data), 0700U);
}

TEST_F(BenchSecrets, ExportedFilesAreTheUsersAlone) {
    ASSERT_EQ(benchRun(arguments({})).status, 1);
    const std::string list = runProgram("fabricscope", {"runs", "list", "--limit", "1"}).out;
    const std::string id = list.substr(list.find('\n') + 1, 32);
    for (const char *name : {"run.log", "run.json"}) {
        const fs::path file = folder.path() / name;
        const auto done = runProgram("fabricscope", {"runs", "export", id, "-o", file.string()});
        EXPECT_EQ(done.status, 0) << done.err;
        EXPECT_EQ(modeOf(file), 0600U);
        EXPECT_THAT(test::readFile(file), HasSubstr("a row 1048576"));
        expectNone(test::readFile(file), name);
    }
}

/// What another part puts together itself goes through no filter before it.
TEST(KeptSecrets, AreFilteredFromWhateverComesToBeKept) {
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    Keeping keeping;
    keeping.path = path;
    keeping.spec = test::shellRun("true");
    keeping.spec.command.environment = {{"HF_TOKEN", "hf_S3cr3tValue"}};
    keeping.files = [] {
        return std::vector<std::pair<std::string, std::string>>{
            {"out.json", "{\"printed\": \"hf_S3cr3tValue\"}"}};
    };
    remote::Client client;
    const ToolRun::Events events = keptEvents(client, nullptr, std::move(keeping), {{}, {}, {}});
    bench::RunState state;
    state.id = "run-1";
    state.phase = bench::Phase::Running;
    events.state(state);
    for (const char *piece : {"before hf_S3c", "r3tValue after ", "https://me:urlpass", "word@host\nhf_S3"})
        events.output(remote::Stream::Out, piece);
    state.phase = bench::Phase::Failed;
    state.why = "cannot log in with hf_S3cr3tValue at https://me:urlpassword@host";
    state.outputBytes = 70;
    events.finished(state);
    auto store = store::RunStore::open(path);
    ASSERT_TRUE(store);
    const auto kept = store->find("run-1");
    ASSERT_TRUE(kept && *kept);
    EXPECT_EQ((*kept)->state.why, "cannot log in with (not kept) at https://me:(not kept)@host");
    EXPECT_EQ(**store->attachment("run-1", "out.json"), "{\"printed\": \"(not kept)\"}");
    std::string output;
    ASSERT_TRUE(store->read("run-1", [&](const store::Chunk &chunk) {
        output += chunk.bytes;
        return true;
    }));
    EXPECT_EQ(output, "before (not kept) after https://me:(not kept)@host\nhf_S3");
}

} // namespace
} // namespace fabricscope::app
