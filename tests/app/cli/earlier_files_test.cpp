// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files written by an earlier version: tests/fixtures/README.md.
#include "core/json/PlanJson.h"
#include "core/json/WorkspaceJson.h"
#include "core/store/RunStore.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace fabricscope {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const fs::path kFolder = fs::path(FABRICSCOPE_SOURCE_DIR) / "tests/fixtures/9245acf";

/// Tests get a copy: opening a file must not change the fixture.
class EarlierFiles : public testing::Test {
protected:
    std::string unpacked(const std::string &name) {
        const fs::path copy = m_folder.path() / name;
        const std::string command =
            "gzip -dc '" + (kFolder / (name + ".gz")).string() + "' >'" + copy.string() + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command; // NOLINT(cert-env33-c): our own words
        return copy.string();
    }

private:
    test::TemporaryFolder m_folder;
};

nlohmann::json jsonOf(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "show");
    arguments.emplace_back("--json");
    const test::ProgramRun run = test::runProgram("fabricscope", arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    return nlohmann::json::parse(run.out);
}

TEST_F(EarlierFiles, CaptureGivesTheSameTreeAndTheSamePairs) {
    const std::string file = unpacked("vm-02a.fscope");
    const nlohmann::json tree = jsonOf({file});
    EXPECT_EQ(tree.at("host"), "vm-02a");
    EXPECT_THAT(tree.at("nodes"), SizeIs(40));
    (void)unpacked("mi355x-02.fscope"); // the VM's host, found in the same folder
    const nlohmann::json affinity = jsonOf({file, "--view", "affinity"});
    const auto nameOf = [&affinity](const char *list, std::size_t index) {
        return affinity.at(list).at(index).at("name").get<std::string>();
    };
    std::vector<std::string> mispaired;
    for (const nlohmann::json &pair : affinity.at("pairs"))
        if (pair.at("basis") == "library" && pair.at("mispaired").get<bool>())
            mispaired.push_back(
                fmt::format("{} {}", nameOf("gpus", pair.at("gpu")), nameOf("nics", pair.at("nic"))));
    EXPECT_THAT(mispaired, ElementsAre("GPU2 ionic_3", "GPU3 ionic_2"));
}

TEST_F(EarlierFiles, DatabaseOfRunsKeepsEachRunWithItsOutputTelemetryAndCapture) {
    const std::string file = unpacked("runs.db");
    std::vector<bench::RunRecord> runs;
    {
        auto store = store::RunStore::open(file);
        ASSERT_TRUE(store) << store.error().toString();
        runs = store->list({}).value();
        ASSERT_EQ(runs.size(), 5U);
        const auto phaseIs = [](Phase phase) {
            return Field(&bench::RunRecord::state, Field(&bench::RunState::phase, phase));
        };
        EXPECT_THAT(runs, ElementsAre(phaseIs(Phase::Running), phaseIs(Phase::Ended), phaseIs(Phase::Ended),
                                      phaseIs(Phase::Ended), phaseIs(Phase::Ended)));
        EXPECT_TRUE(runs[0].spec.detached);
        EXPECT_EQ(runs[1].state.exitStatus, 3);
        EXPECT_EQ(runs[2].sweepValue, "2M");
        EXPECT_EQ(runs[2].group, runs[3].group);
        EXPECT_EQ(runs[4].summary.best, 361.29);
        EXPECT_EQ(runs[4].state.outputBytes, 4946U);
        EXPECT_EQ(runs[4].storedBytes, 4946U);
        ASSERT_THAT(runs[4].captures, SizeIs(1));
        EXPECT_THAT(store->capture(runs[4].captures[0].id).value(), testing::Optional(SizeIs(81920)));
        EXPECT_THAT(store->telemetry(runs[4].state.id).value(), Not(testing::IsEmpty()));
    }
    const auto program = [&file](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"runs", "--database", file});
        return test::runProgram("fabricscope", arguments);
    };
    EXPECT_THAT(program({"list"}).out, AllOf(HasSubstr("361.29 GB/s at 4G"), HasSubstr("interrupted")))
        << "the detached run is long past its longest time";
    const std::string shown = program({"show", runs[4].state.id}).out;
    EXPECT_THAT(shown, AllOf(HasSubstr("all_reduce_perf -b 8 -e 8G -f 2 -g 8"),
                             HasSubstr("# Avg bus bandwidth"), Not(HasSubstr("planted"))));
    EXPECT_EQ(program({"delete", runs[4].state.id}).status, 0);
    EXPECT_THAT(program({"list"}).out, Not(HasSubstr("361.29")));
}

TEST_F(EarlierFiles, PlanHasItsSteps) {
    const auto plan = json::planFrom(test::readFile(kFolder / "plan.json"));
    ASSERT_TRUE(plan) << plan.error().toString();
    ASSERT_THAT(plan->steps, SizeIs(2));
    EXPECT_EQ(plan->steps[0].spec.tool, "rccl-tests");
    EXPECT_EQ(plan->steps[0].spec.test, "all_gather_perf");
    EXPECT_EQ(plan->steps[1].spec.tool, "perftest");
    for (const bench::PlanStep &step : plan->steps) {
        EXPECT_EQ(step.spec.host, "mi355x-01");
        EXPECT_EQ(step.sweep.repeats, 3U);
        EXPECT_FALSE(step.spec.command.words.empty());
    }
}

TEST_F(EarlierFiles, WorkspaceHasItsHostsAndWhatWasTriedOut) {
    const auto file = json::readWorkspace(test::readFile(kFolder / "lab.fswork"));
    ASSERT_TRUE(file) << file.error().toString();
    std::vector<std::string> targets;
    for (const workspace::Member &member : file->workspace.members)
        targets.push_back(member.connection.target);
    EXPECT_THAT(targets, ElementsAre("mi355x-01", "vm-01a", "mi355x-02", "vm-02a", "ai1", "ai2"));
    EXPECT_THAT(file->workspace.members[3].moves,
                ElementsAre(workspace::WhatIfMove{"GPU2", "0002:00:03.0", "ionic_2", "0002:00:0b.0"}));
    EXPECT_EQ(file->window.screen, "affinity");
    EXPECT_EQ(file->window.place, (workspace::WindowState::Place{0, 0, 1440, 900, false}));
    EXPECT_EQ(file->window.sidebarWidth, 277);
}

} // namespace
} // namespace fabricscope
