// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Environment.h"
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace fabricscope::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using RunStoreTest = StoreFolder;

std::vector<std::string> idsOf(const std::vector<bench::RunRecord> &records) {
    std::vector<std::string> ids;
    for (const bench::RunRecord &record : records)
        ids.push_back(record.state.id);
    return ids;
}

TEST_F(RunStoreTest, GivesBackARunAsItWasKept) {
    bench::RunRecord record = recordOf("run-1");
    record.state = {"run-1", bench::Phase::Ended, 1001, 2002, 4711, 137, "ended by SIGKILL", 12, 1};
    record.group = "sweep-1";
    record.sweepValue = "64K";
    record.repeat = 3;
    record.note = "before the firmware";
    record.captures = {{"ai1", "abc", 900}};
    record.summary = {5, 328.88, "GB/s", std::uint64_t{17179869184}, 326.854, std::uint64_t{0}, true};
    {
        RunStore store = opened();
        ASSERT_TRUE(store.add(record));
    }
    const auto found = opened().find("run-1");
    ASSERT_TRUE(found && *found);
    EXPECT_EQ(**found, record);
}

TEST_F(RunStoreTest, GivesBackWhatMayStillRun) {
    bench::RunState state;
    state.id = "run-1";
    state.phase = bench::Phase::MayStillRun;
    state.containment = "cgroup";
    state.remaining = {{812, "sleep", "root", bench::RemainingProcess::Reason::Denied}};
    {
        RunStore store = opened();
        ASSERT_TRUE(store.add(recordOf("run-1")));
        ASSERT_TRUE(store.setState(state));
    }
    const auto found = opened().find("run-1");
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->state, state);
}

TEST_F(RunStoreTest, KeepsAKnownEndWhereAnotherProgramKnowsNone) {
    using bench::Phase;
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    bench::RunState state;
    state.id = "run-1";
    const auto phaseAfter = [&](Phase phase) {
        state.phase = phase;
        state.why = std::to_string(static_cast<int>(phase));
        EXPECT_TRUE(store.setState(state));
        const auto found = store.find("run-1");
        EXPECT_EQ((*found)->state.why, std::to_string(static_cast<int>((*found)->state.phase)));
        return (*found)->state.phase;
    };
    EXPECT_EQ(phaseAfter(Phase::Lost), Phase::Lost);
    EXPECT_EQ(phaseAfter(Phase::Running), Phase::Running) << "it was found again";
    for (const Phase end : {Phase::Stopped, Phase::Ended, Phase::MayStillRun, Phase::Failed}) {
        EXPECT_EQ(phaseAfter(end), end);
        for (const Phase weaker :
             {Phase::Starting, Phase::Running, Phase::Stopping, Phase::Lost, Phase::Interrupted})
            EXPECT_EQ(phaseAfter(weaker), end);
    }
}

TEST_F(RunStoreTest, KeepsUnknownUnknown) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    const auto found = store.find("run-1");
    EXPECT_FALSE((*found)->state.startedMs.has_value());
    EXPECT_FALSE((*found)->state.exitStatus.has_value());
    EXPECT_FALSE((*found)->summary.best.has_value());
}

TEST_F(RunStoreTest, KeepsOutputByteForByteAndByStream) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    const std::string binary("\0\xff row 1\n", 9);
    ASSERT_TRUE(store.append("run-1", Stream::Output, 100, binary));
    ASSERT_TRUE(store.append("run-1", Stream::Error, 110, "warning\n"));
    ASSERT_TRUE(store.append("run-1", Stream::Output, 120, "row 2\n"));
    ASSERT_TRUE(store.flush());
    std::vector<Chunk> chunks;
    ASSERT_TRUE(store.read("run-1", [&](const Chunk &chunk) {
        chunks.push_back(chunk);
        return true;
    }));
    ASSERT_EQ(chunks.size(), 3U);
    EXPECT_EQ(chunks[0].bytes, binary);
    EXPECT_EQ(chunks[1].stream, Stream::Error);
    EXPECT_EQ(chunks[2].atMs, 120);
    EXPECT_EQ((*store.find("run-1"))->storedBytes, binary.size() + 8 + 6);
}

TEST_F(RunStoreTest, CommitsOutputAfterHalfASecondAndBySize) {
    RunStore writer = opened();
    ASSERT_TRUE(writer.add(recordOf("run-1")));
    const RunStore reader = opened();
    ASSERT_TRUE(writer.append("run-1", Stream::Output, 1000, "a"));
    ASSERT_TRUE(writer.tick(1000 + RunStore::kCommitMs - 1));
    EXPECT_EQ(outputOf(reader, "run-1"), "");
    ASSERT_TRUE(writer.tick(1000 + RunStore::kCommitMs));
    EXPECT_EQ(outputOf(reader, "run-1"), "a");
    ASSERT_TRUE(writer.append("run-1", Stream::Output, 2000, std::string(RunStore::kCommitBytes, 'b')));
    EXPECT_EQ(outputOf(reader, "run-1").size(), 1 + RunStore::kCommitBytes);
}

TEST_F(RunStoreTest, CommitsOutputAtOnceWhereTheClockWasSetBack) {
    constexpr std::int64_t kNow = 1795348800000, kHour = 3600000;
    RunStore writer = opened();
    ASSERT_TRUE(writer.add(recordOf("run-1")));
    const RunStore reader = opened();
    ASSERT_TRUE(writer.append("run-1", Stream::Output, kNow, "before "));
    ASSERT_TRUE(writer.tick(kNow - kHour));
    EXPECT_EQ(outputOf(reader, "run-1"), "before ");
    ASSERT_TRUE(writer.append("run-1", Stream::Output, kNow, "behind "));
    ASSERT_TRUE(writer.append("run-1", Stream::Output, kNow - kHour, "it"));
    EXPECT_EQ(outputOf(reader, "run-1"), "before behind it");
}

TEST_F(RunStoreTest, WhatIsKeptOfTooMuchOutputIsItsBeginning) {
    RunStore::Options options;
    options.maxOutput = 10;
    auto store = RunStore::open(path(), options);
    ASSERT_TRUE(store.has_value());
    ASSERT_TRUE(store->add(recordOf("run-1")));
    for (const char *bytes : {"01234567", "89abcdef", "g"}) { // the last one would fit after the first
        ASSERT_TRUE(store->append("run-1", Stream::Output, 0, bytes));
        ASSERT_TRUE(store->flush());
    }
    EXPECT_EQ(outputOf(*store, "run-1"), "0123456789");
    EXPECT_EQ((*store->find("run-1"))->storedBytes, 10U);
}

TEST_F(RunStoreTest, ChangesWhatItKeepsOfOneStreamAndCountsItAgain) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    ASSERT_TRUE(store.append("run-1", Stream::Output, 0, "four"));
    ASSERT_TRUE(store.append("run-1", Stream::Error, 0, "three"));
    ASSERT_TRUE(store.append("run-1", Stream::Output, 0, "two"));
    ASSERT_TRUE(store.flush());
    std::vector<std::string> seen;
    ASSERT_TRUE(store.changeOutput("run-1", Stream::Output, [&](std::string_view bytes) {
        seen.emplace_back(bytes);
        return bytes == "two" ? std::string() : "<" + std::string(bytes) + ">";
    }));
    EXPECT_EQ(seen, (std::vector<std::string>{"four", "two"}));
    EXPECT_EQ(outputOf(store, "run-1"), "<four>three");
    EXPECT_EQ((*store.find("run-1"))->storedBytes, 11U);
}

TEST_F(RunStoreTest, AStateBringsTheOutputBeforeIt) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    ASSERT_TRUE(store.append("run-1", Stream::Output, 1000, "last words"));
    bench::RunState state = recordOf("run-1").state;
    state.phase = bench::Phase::Ended;
    state.exitStatus = 0;
    ASSERT_TRUE(store.setState(state));
    EXPECT_EQ(outputOf(opened(), "run-1"), "last words");
    EXPECT_EQ((*opened().find("run-1"))->state.exitStatus, 0);
}

TEST_F(RunStoreTest, DoesNotKeepSecrets) {
    bench::RunRecord record = recordOf("run-1");
    record.spec.command.environment = {{"HF_TOKEN", "hf_abcdef"}, {"NCCL_DEBUG", "INFO"}};
    record.spec.command.words = {"mpirun",      "-x",   "AWS_SECRET_ACCESS_KEY=wJalr", "--api-key", "sk-1234",
                                 "--tokenizer", "llama"};
    RunStore store = opened();
    ASSERT_TRUE(store.add(record));
    ASSERT_TRUE(store.attach("run-1", "out.json",
                             R"({"version":3,"env":{"HF_TOKEN":"hf_abcdef","PATH":"/bin"},"results":[]})"));
    ASSERT_TRUE(store.attach("run-1", "list.json", R"({"env":["DB_PASSWORD=geheim","HOME=/root"]})"));
    const auto kept = (*store.find("run-1"))->spec.command;
    EXPECT_EQ(kept.environment[0].value, bench::kSecretPlaceholder);
    EXPECT_EQ(kept.environment[1].value, "INFO");
    EXPECT_THAT(kept.words[2], HasSubstr("AWS_SECRET_ACCESS_KEY=(not kept)"));
    EXPECT_EQ(kept.words[4], bench::kSecretPlaceholder);
    EXPECT_THAT(**store.attachment("run-1", "out.json"), HasSubstr("/bin"));
    EXPECT_THAT(**store.attachment("run-1", "list.json"), HasSubstr("HOME=/root"));
    ASSERT_TRUE(store.flush());
    store = opened(); // closes the other store: everything is in the file
    std::ifstream file(path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    for (const char *secret : {"hf_abcdef", "wJalr", "sk-1234", "geheim"})
        EXPECT_THAT(bytes, Not(HasSubstr(secret)));
}

TEST(WithoutSecrets, HidesThemInsideOfAScriptAndOfAHeaderToo) {
    bench::RunSpec spec;
    spec.command.words = {"sh",
                          "-c",
                          "N=1 HF_TOKEN=abc ./t; A_KEY='d e' ./u b=c",
                          "-H",
                          "authorization: Bearer ghi",
                          "--header=Authorization: Basic jkl",
                          "-b",
                          "8"};
    std::string text;
    for (const std::string &word : withoutSecrets(spec).command.words)
        text += word + "|";
    for (const char *secret : {"abc", "d e", "ghi", "jkl"})
        EXPECT_EQ(text.find(secret), std::string::npos) << text;
    for (const char *plain : {"N=1 ", "./t; ", " ./u b=c|", "-b|8|"})
        EXPECT_NE(text.find(plain), std::string::npos) << text;
}

TEST_F(RunStoreTest, ListsTheNewestFirstAndByHostToolAndGroup) {
    RunStore store = opened();
    for (const auto &[id, at] : {std::pair("b", 2000), std::pair("a", 1000), std::pair("c", 3000)}) {
        bench::RunRecord record = recordOf(id, at);
        record.spec.host = id == std::string("c") ? "ai2" : "ai1";
        record.group = id == std::string("a") ? "" : "sweep";
        ASSERT_TRUE(store.add(record));
    }
    EXPECT_THAT(idsOf(*store.list()), ElementsAre("c", "b", "a"));
    EXPECT_THAT(idsOf(*store.list({"ai1", "", "", 1000})), ElementsAre("b", "a"));
    EXPECT_THAT(idsOf(*store.list({"", "", "sweep", 1000})), ElementsAre("c", "b"));
    EXPECT_THAT(idsOf(*store.list({"", "", "", 1})), ElementsAre("c"));
    EXPECT_THAT(idsOf(*store.list({"' OR 1=1 --", "", "", 1000})), ElementsAre());
}

TEST_F(RunStoreTest, FindsARunByTheBeginningOfItsId) {
    RunStore store = opened();
    for (const char *id : {"20261122-a1", "20261122-b2", "20261122-b"})
        ASSERT_TRUE(store.add(recordOf(id)));
    EXPECT_EQ((*store.find("20261122-a"))->state.id, "20261122-a1");
    EXPECT_EQ((*store.find("20261122-b"))->state.id, "20261122-b"); // the complete id
    EXPECT_THAT(store.find("2026").error().what, HasSubstr("several"));
    EXPECT_FALSE(store.find("*")->has_value());
    EXPECT_FALSE(store.find("")->has_value());
}

TEST_F(RunStoreTest, AnIdIsGivenOnce) {
    RunStore store = opened();
    ASSERT_TRUE(store.add(recordOf("run-1")));
    EXPECT_FALSE(store.add(recordOf("run-1")));
    EXPECT_EQ(store.list()->size(), 1U);
}

TEST_F(RunStoreTest, DeletesARunWithAllThatIsItsAlone) {
    RunStore store = opened();
    for (const char *id : {"one", "two"}) {
        ASSERT_TRUE(store.add(recordOf(id)));
        ASSERT_TRUE(store.append(id, Stream::Output, 0, "row"));
        ASSERT_TRUE(store.addCapture(id, {"ai1", "shared", 5}, "capture of both"));
    }
    ASSERT_TRUE(store.addCapture("one", {"ai2", "own", 5}, "capture of one"));
    ASSERT_TRUE(store.flush());
    EXPECT_EQ(store.remove("one"), true);
    EXPECT_EQ(store.remove("one"), false);
    EXPECT_EQ(outputOf(store, "one"), "");
    EXPECT_EQ(outputOf(store, "two"), "row");
    EXPECT_EQ(*store.capture("shared"), "capture of both");
    EXPECT_FALSE(store.capture("own")->has_value());
    EXPECT_EQ((*store.find("two"))->captures.size(), 1U);
}

TEST_F(RunStoreTest, TheFileShrinksWhenARunGoes) {
    {
        RunStore store = opened();
        ASSERT_TRUE(store.add(recordOf("one")));
        ASSERT_TRUE(store.append("one", Stream::Output, 0, std::string(std::size_t{4} << 20, 'x')));
    }
    const auto before = std::filesystem::file_size(path());
    EXPECT_EQ(opened().remove("one"), true);
    EXPECT_LT(std::filesystem::file_size(path()), before / 4);
}

TEST_F(RunStoreTest, AReaderSeesRunsAndCannotWrite) {
    RunStore writer = opened();
    ASSERT_TRUE(writer.add(recordOf("run-1")));
    auto reader = RunStore::open(path(), {true, 0});
    ASSERT_TRUE(reader.has_value());
    EXPECT_EQ(reader->list()->size(), 1U);
    EXPECT_FALSE(reader->add(recordOf("run-2")));
}

} // namespace
} // namespace fabricscope::store
