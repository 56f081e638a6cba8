// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bench run` prints and stores of a run whose command contains secrets and whose tool prints them.
#include "app/jobs/run/PersistedRun.h"
#include "core/store/RunStore.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/RunRecorder.h"
#include "tests/support/EnvironmentGuard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::benchRun;
using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kSecrets = {"hf_S3cr3tValue", "tok-4711-abc", "urlpassword",
                                           "userpassword",   "key-0815-xyz", "echoedtoken"};

/// Prints pieces of one or two bytes, so that every value is split.
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
        (void)benchRun({"--help"}); // sets up the data folder of the tests
    }
    ~BenchSecrets() override { ::umask(m_mask); }

    test::TemporaryFolder folder;
    mode_t m_mask = ::umask(0);
};

TEST_F(BenchSecrets, ThatALocalToolInheritsAreNotKeptAlthoughNobodyNamedThem) {
    const test::EnvironmentGuard secret("MY_PASSWORD", "inherited-4711");
    const test::EnvironmentGuard flag("TOKENIZERS_PARALLELISM", "false");
    const ProgramRun run = benchRun({"local:", "custom", "--yes", "--no-capture", "--", "sh", "-c",
                                     "echo \"=$MY_PASSWORD= is $TOKENIZERS_PARALLELISM\""});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("=(not kept)= is false"));
    const std::string list = runProgram("fabricscope", {"runs", "list", "--limit", "1"}).out;
    const std::string id = list.substr(list.find('\n') + 1, 32);
    const std::string file = (folder.path() / "output").string();
    ASSERT_EQ(runProgram("fabricscope", {"runs", "export", id, "-o", file}).status, 0);
    EXPECT_THAT(test::readFile(file), AllOf(HasSubstr("=(not kept)="), Not(HasSubstr("inherited-4711"))));
}

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

/// Output that other code assembles has not passed a filter before.
TEST(PersistedSecrets, AreFilteredFromWhateverComesToBeKept) {
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    PersistOptions persist;
    persist.path = path;
    persist.spec = test::shellRun("true");
    persist.spec.command.environment = {{"HF_TOKEN", "hf_S3cr3tValue"}};
    persist.files = [] {
        return std::vector<std::pair<std::string, std::string>>{
            {"out.json", "{\"printed\": \"hf_S3cr3tValue\"}"}};
    };
    remote::Client client;
    const ToolRun::Events events = persistedEvents(client, nullptr, std::move(persist), {});
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

/// In the output, the command and the environment of a run, in the database and in the export.
TEST_F(BenchSecrets, KeysOfSeveralLinesAndWebhooksAreNeitherKeptNorExported) {
    const std::vector<std::string> planted = {"b3BlbnNzaC1rZXk", "plantedRest",  "T0/B0/planted",
                                              "plantedDiscord",  "plantedTeams", "zeta:plantedpw",
                                              "emV0YTpwbGFudGVk"};
    const char *tool = R"(
printf '%s\n' "posted to https://hooks.slack.com/services/T0/B0/planted1" "sent Basic emV0YTpwbGFudGVk" \
  "a row 1048576" "-----BEGIN OPENSSH PRIVATE KEY-----" "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ"
printf plantedRest)";
    const auto run =
        benchRun({"local:", "custom", "--yes", "--no-capture", "--set",
                  "NOTIFY=https://discord.com/api/webhooks/12/plantedDiscord", "--", "sh", "-c", tool, "sh",
                  "--cred", "zeta:plantedpw", "https://a.webhook.office.com/webhookb2/plantedTeams/x"});
    EXPECT_THAT(run.out, HasSubstr("a row 1048576\n"));
    const std::string list = runProgram("fabricscope", {"runs", "list", "--limit", "1"}).out;
    const std::string id = list.substr(list.find('\n') + 1, 32);
    std::string all = run.out + run.err;
    for (const char *name : {"run.log", "run.json"}) {
        const fs::path file = folder.path() / name;
        EXPECT_EQ(runProgram("fabricscope", {"runs", "export", id, "-o", file.string()}).status, 0);
        all += test::readFile(file);
    }
    for (const auto &file : fs::directory_iterator(fs::path(::getenv("XDG_DATA_HOME")) / "fabricscope"))
        all += test::readFile(file.path());
    for (const std::string &secret : planted)
        EXPECT_THAT(all, Not(HasSubstr(secret)));
}

/// A detached run whose tool prints its secret, fetched by a program that knows some of the values.
class FetchedSecrets : public testing::Test {
protected:
    /// `cut`: number of bytes received before the link is lost; kAll: the run ends normally.
    void fetch(const std::vector<std::string> &known, std::size_t cut = kAll) {
        PersistOptions persist;
        persist.path = path;
        persist.isFetched = true;
        persist.spec.tool = "custom";
        for (const std::string &each : known)
            persist.spec.command.environment.push_back({"HF_TOKEN", each});
        persist.failed = [this](const Error &error) {
            failures.push_back(error.toString());
        };
        remote::Client client;
        const ToolRun::Events events =
            fetchedWithoutSecrets(known, persistedEvents(client, nullptr, std::move(persist), {}));
        bench::RunState state;
        state.id = "run-1";
        state.phase = bench::Phase::Running;
        events.state(state);
        const std::string text = printed.substr(0, cut);
        for (std::size_t at = 0; at < text.size(); at += 7)
            events.output(remote::Stream::Out, text.substr(at, 7));
        state.phase = cut < printed.size() ? bench::Phase::Lost : bench::Phase::Ended;
        state.endReported = cut >= printed.size();
        events.finished(state);
    }
    [[nodiscard]] std::string kept() const {
        const auto store = store::RunStore::open(path);
        std::string output;
        EXPECT_TRUE(store && store->read("run-1", [&](const store::Chunk &chunk) {
            output += chunk.bytes;
            return true;
        }));
        EXPECT_EQ((*store->find("run-1"))->storedBytes, output.size());
        return output;
    }

    static constexpr std::size_t kAll = std::string::npos;
    test::TemporaryFolder folder;
    std::string path = (folder.path() / "runs.db").string();
    const std::string value = "S3cr3t-Value-of-4711";
    const std::string printed =
        "row 1\nlogged in with " + value + " as bob\nrow 2\nagain " + value + "\nrow 3\n";
    const std::string whole = "row 1\nlogged in with (not kept) as bob\nrow 2\nagain (not kept)\nrow 3\n";
    std::vector<std::string> failures;
};

TEST_F(FetchedSecrets, ThatWereKnownOnceAreNotKeptByAFetchThatDoesNotKnowThem) {
    fetch({value}, printed.find("row 2"));
    fetch({});
    EXPECT_EQ(kept(), whole.substr(0, whole.find("row 2"))) << "nothing from a wrong place on";
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_THAT(failures.front(), HasSubstr("the saved output stays as it was"));
    fetch({value});
    EXPECT_EQ(kept(), whole) << "with them it goes on";
    EXPECT_EQ(failures.size(), 1U);
    fetch({});
    EXPECT_EQ(kept(), whole);
}

TEST_F(FetchedSecrets, ThatWereNotKnownGoFromWhatIsKeptOnceTheyAre) {
    fetch({}, printed.find(" as bob"));
    EXPECT_THAT(kept(), HasSubstr(value));
    fetch({value});
    EXPECT_EQ(kept(), whole);
    EXPECT_TRUE(failures.empty());
    for (const auto &file : fs::directory_iterator(folder.path()))
        EXPECT_EQ(test::readFile(file.path()).find(value), std::string::npos) << file.path();
}

TEST_F(FetchedSecrets, AreFilteredWhereverTheLinkIsLost) {
    for (std::size_t cut = 0; cut <= printed.size(); cut += 3) {
        fs::remove(path);
        fetch({value}, cut);
        EXPECT_TRUE(whole.starts_with(kept())) << kept();
        fetch({value});
        ASSERT_EQ(kept(), whole) << cut;
    }
    EXPECT_TRUE(failures.empty());
}

TEST_F(BenchSecrets, OfADetachedRunThatAreUnknownAtTheFetchAreNotSaved) {
    const std::string secret = "plantedAndPrinted4711";
    const ProgramRun begun = benchRun({"local:", "custom", "--yes", "--no-capture", "--detach", "--set",
                                       "HF_TOKEN=" + secret, "--", "sh", "-c", "echo it prints $HF_TOKEN"});
    ASSERT_EQ(begun.status, 0) << begun.err;
    const std::string id = begun.out.substr(0, begun.out.find('\n'));
    const auto stored = [&] {
        return runProgram("fabricscope", {"runs", "show", id}).out;
    };
    const ProgramRun unknown = benchRun({"local:", "--fetch", id.substr(0, 12)}); // a prefix will do
    EXPECT_THAT(unknown.out, HasSubstr(secret)) << unknown.err;
    EXPECT_THAT(unknown.err, HasSubstr("the value of HF_TOKEN is unknown here"));
    EXPECT_THAT(unknown.err, HasSubstr("not saved, and stays on the host"));
    EXPECT_THAT(stored(), AllOf(HasSubstr("0 saved"), Not(HasSubstr(secret))));
    const ProgramRun known = benchRun({"local:", "--fetch", id, "--set", "HF_TOKEN=" + secret});
    EXPECT_EQ(known.out, "it prints (not kept)\n") << known.err;
    EXPECT_THAT(stored(), HasSubstr("it prints (not kept)\n"));
    for (const auto &file : fs::directory_iterator(fs::path(::getenv("XDG_DATA_HOME")) / "fabricscope"))
        EXPECT_EQ(test::readFile(file.path()).find(secret), std::string::npos) << file.path();
    EXPECT_NE(benchRun({"local:", "--fetch", id, "--set", "HF_TOKEN"}).status, 0)
        << "the host has forgotten it";
}

TEST_F(BenchSecrets, InArgumentsOfADetachedRunCanBeGivenAtTheFetch) {
    const std::string secret = "plantedAndPrinted4711";
    const ProgramRun begun = benchRun({"local:", "custom", "--yes", "--no-capture", "--detach", "--", "sh",
                                       "-c", "echo the value is $2", "tool", "--token", secret});
    ASSERT_EQ(begun.status, 0) << begun.err;
    const std::string id = begun.out.substr(0, begun.out.find('\n'));
    const auto stored = [&] {
        return runProgram("fabricscope", {"runs", "show", id}).out;
    };
    const ProgramRun unknown = benchRun({"local:", "--fetch", id});
    EXPECT_EQ(unknown.out, "the value is " + secret + '\n') << unknown.err;
    EXPECT_THAT(unknown.err, HasSubstr("fetch with --set SECRET1=VALUE\n"));
    EXPECT_THAT(stored(), AllOf(HasSubstr("0 saved"), Not(HasSubstr(secret))));
    const ProgramRun library = benchRun({"local:", "--fetch", id, "--set", "NCCL_DEBUG=value"});
    EXPECT_EQ(library.out, unknown.out) << "no secret, and not that of the argument";
    EXPECT_THAT(stored(), HasSubstr("0 saved"));
    const ProgramRun known = benchRun({"local:", "--fetch", id, "--set", "SECRET1=" + secret});
    EXPECT_EQ(known.out, "the value is (not kept)\n") << known.err;
    EXPECT_THAT(stored(), HasSubstr("the value is (not kept)\n"));
}

TEST_F(BenchSecrets, OfADetachedRunAreNamedByItsHostWhereItWasNotStarted) {
    const std::string secret = "plantedAndPrinted4711";
    const test::EnvironmentGuard value("MY_PLANTED", secret);
    const ProgramRun begun =
        benchRun({"local:", "custom", "--yes", "--no-capture", "--detach", "--set", "MY_PLANTED", "--", "sh",
                  "-c", "echo $MY_PLANTED and $2", "tool", "--token", secret + "2"});
    ASSERT_EQ(begun.status, 0) << begun.err;
    const std::string id = begun.out.substr(0, begun.out.find('\n'));
    const test::EnvironmentGuard elsewhere("XDG_DATA_HOME", (folder.path() / "elsewhere").string());
    const test::EnvironmentGuard unset("MY_PLANTED", std::nullopt);
    ASSERT_FALSE(fs::exists(folder.path() / "elsewhere")) << "not started here";
    const ProgramRun unknown = runProgram("fabricscope", {"bench", "run", "local:", "--fetch", id});
    EXPECT_THAT(unknown.err, AllOf(HasSubstr("--set MY_PLANTED"), HasSubstr("--set SECRET1=VALUE"),
                                   Not(HasSubstr(secret))));
    const ProgramRun known =
        runProgram("fabricscope", {"bench", "run", "local:", "--fetch", id, "--set", "MY_PLANTED=" + secret,
                                   "--set", "SECRET1=" + secret + "2"});
    EXPECT_EQ(known.out, "(not kept) and (not kept)\n") << known.err;
    for (const auto &file : fs::recursive_directory_iterator(folder.path() / "elsewhere")) {
        if (!file.is_regular_file())
            continue;
        EXPECT_EQ(test::readFile(file.path()).find(secret), std::string::npos) << file.path();
    }
}

TEST_F(BenchSecrets, AreValuesOfVariablesGivenByNameAloneButThoseOfLibraries) {
    const test::EnvironmentGuard plain("MY_PLANTED", "plantedAndPrinted4711");
    const test::EnvironmentGuard library("NCCL_DEBUG", "INFO");
    const ProgramRun run =
        benchRun({"local:", "custom", "--yes", "--no-capture", "--set", "MY_PLANTED", "--set", "NCCL_DEBUG",
                  "--", "sh", "-c", "echo $MY_PLANTED $NCCL_DEBUG"});
    EXPECT_EQ(run.out, "(not kept) INFO\n") << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("MY_PLANTED='(not kept)'"), HasSubstr("NCCL_DEBUG=INFO")));
}

} // namespace
} // namespace fabricscope::app
