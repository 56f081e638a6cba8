// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/RunRetention.h"
#include "tests/app/ProgramRun.h"
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

namespace fabricscope {
namespace {

using store::Stream;
using testing::HasSubstr;
using testing::Not;

class RunsCommand : public store::StoreFolder {
protected:
    RunsCommand() {
        store::RunStore made = opened();
        bench::RunRecord record = store::recordOf("20261122-first", 1795348800000);
        record.state.phase = bench::Phase::Ended;
        record.state.exitStatus = 0;
        record.summary.best = 328.88;
        record.summary.unit = "GB/s";
        record.summary.atBytes = std::uint64_t{16} << 30;
        EXPECT_TRUE(made.add(record));
        EXPECT_TRUE(made.append("20261122-first", Stream::Output, 0, "# a row\n"));
        EXPECT_TRUE(made.append("20261122-first", Stream::Error, 1, "a warning\n"));
        EXPECT_TRUE(made.add(store::recordOf("20261122-second", 1795348900000)));
        EXPECT_TRUE(made.flush());
    }
    [[nodiscard]] test::ProgramRun runs(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"runs", "--database", path()});
        return test::runProgram("fabricscope", arguments);
    }
    [[nodiscard]] bool setLimit(std::uint64_t bytes) const {
        store::RunStore store = opened();
        return store::setSizeLimit(store, bytes).has_value();
    }
    [[nodiscard]] std::string exported(const std::string &name) const {
        std::ifstream file(m_folder / name, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
};

TEST_F(RunsCommand, ListsTheNewestFirst) {
    const auto run = runs({"list"});
    EXPECT_EQ(run.status, 0);
    EXPECT_LT(run.out.find("20261122-second"), run.out.find("20261122-first"));
    EXPECT_THAT(run.out, HasSubstr("328.88 GB/s at 16G"));
    EXPECT_THAT(runs({"list", "--host", "nowhere"}).out, Not(HasSubstr("20261122")));
    EXPECT_THAT(runs({"list", "--json"}).out, HasSubstr("\"fabricscope.runs/0\""));
}

TEST_F(RunsCommand, ListsAllOfThemUnlessOnlySomeAreAskedFor) {
    {
        store::RunStore more = opened();
        bench::RunRecord record = store::recordOf("");
        record.state.phase = bench::Phase::Ended;
        for (int i = 0; i < 1500; ++i) {
            record.state.id = "20261121-" + std::to_string(10000 + i);
            record.createdMs = 1795200000000 + i;
            ASSERT_TRUE(more.add(record));
        }
    }
    const auto lines = [](const std::string &text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    const auto all = runs({"list"});
    EXPECT_EQ(lines(all.out), 1 + 1502);
    EXPECT_THAT(all.err, Not(HasSubstr("shown")));
    const auto some = runs({"list", "--limit", "1000"});
    EXPECT_EQ(lines(some.out), 1 + 1000);
    EXPECT_THAT(some.err, HasSubstr("1000 of 1502 runs shown"));
    const auto json = runs({"list", "--json"});
    EXPECT_EQ(json.status, 0);
    std::size_t ids = 0;
    for (std::size_t at = 0; (at = json.out.find("\"id\": \"2026", at)) != std::string::npos; ++at)
        ++ids;
    EXPECT_EQ(ids, 1502U);
}

TEST_F(RunsCommand, ReportsDiskUsageAndAppliesLimitAndPins) {
    const auto usage = runs({"usage"});
    EXPECT_EQ(usage.status, 0) << usage.err;
    EXPECT_THAT(usage.out, HasSubstr("in 2 runs, 0 of them pinned, limit 10.0 GiB"));
    EXPECT_LT(usage.out.find("20261122-first"), usage.out.find("20261122-second")) << "the largest first";
    EXPECT_THAT(runs({"usage", "--json"}).out, HasSubstr("\"limit_bytes\": 10737418240"));
    EXPECT_THAT(runs({"usage", "--limit", "1"}).err, HasSubstr("1 of 2 runs shown"));
    {
        store::RunStore more = opened();
        bench::RunRecord old = store::recordOf("20250101-old", 1000);
        old.state.phase = bench::Phase::Ended;
        ASSERT_TRUE(more.add(old));
        old.state.id = "20250101-pinned";
        ASSERT_TRUE(more.add(old));
    }
    EXPECT_EQ(runs({"pin", "20250101-p"}).status, 0);
    EXPECT_EQ(runs({"pin", "nothing"}).status, 4);
    const auto limit = runs({"limit", "1K"});
    EXPECT_EQ(limit.status, 0) << limit.err;
    EXPECT_THAT(limit.err, HasSubstr("deleted"));
    EXPECT_THAT(runs({"list"}).out, HasSubstr("20250101-pinned"));
    EXPECT_THAT(runs({"list"}).out, Not(HasSubstr("20250101-old")));
    EXPECT_THAT(runs({"limit"}).out, HasSubstr("limit 1.0 KiB"));
    EXPECT_THAT(runs({"limit", "0"}).out, HasSubstr("no limit"));
    EXPECT_EQ(runs({"unpin", "20250101-p"}).status, 0);
}

TEST_F(RunsCommand, RefusesALimitThatIsNoneOrOutOfRange) {
    ASSERT_EQ(runs({"limit", "2G"}).status, 0);
    for (const char *bad : {"-5", "-1G", "8388608T", "18446744073709551615", "18446744073709551616",
                            "99999999999999999999999", "8E", "1e3", "1.5G", "5X", "5Gx", "G", " ", "0x10"}) {
        const auto run = runs({"limit", "--", bad});
        EXPECT_EQ(run.status, 2) << bad << run.err;
        EXPECT_THAT(run.err, HasSubstr("0 for no limit, or 1 to 8388607T")) << bad;
        EXPECT_THAT(runs({"limit"}).out, HasSubstr("limit 2.0 GiB")) << bad;
    }
    EXPECT_THAT(runs({"limit", "3gib"}).out, HasSubstr("limit 3.0 GiB"));
    EXPECT_THAT(runs({"limit", "8388607T"}).out, HasSubstr("limit 8388607.0 TiB"));
    EXPECT_FALSE(setLimit(store::kMostSizeLimit + 1)) << "nor by another program";
}

TEST_F(RunsCommand, MarksRunsOfSimulatedHosts) {
    {
        store::RunStore more = opened();
        bench::RunRecord record = store::recordOf("20261123-demo", 1795348950000);
        record.spec.host = "mi355x-01";
        record.state.phase = bench::Phase::Running;
        record.state.simulated = "mi355x-01 is a simulated host";
        ASSERT_TRUE(more.add(record));
        record.state.phase = bench::Phase::Ended;
        record.state.simulated.clear();
        ASSERT_TRUE(more.setState(record.state)) << "it stays marked";
    }
    const std::string list = runs({"list"}).out;
    EXPECT_THAT(list, HasSubstr("mi355x-01 (simulated)"));
    EXPECT_THAT(list, Not(HasSubstr("ai1 (simulated)")));
    EXPECT_THAT(runs({"show", "20261123"}).out, HasSubstr("all_reduce_perf on mi355x-01 (simulated), "));
    const std::string json = runs({"list", "--json"}).out;
    const std::size_t mark = json.find("\"simulated\": \"mi355x-01 is a simulated host\"");
    EXPECT_NE(mark, std::string::npos);
    EXPECT_EQ(json.find("\"simulated\"", mark + 1), std::string::npos) << "the others are real";
    EXPECT_THAT(runs({"show", "--json", "20261123"}).out, HasSubstr("\"simulated\""));
}

TEST_F(RunsCommand, ShowsARunWithItsCommandAndOutput) {
    const auto run = runs({"show", "20261122-f"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("NCCL_DEBUG=INFO all_reduce_perf -b 1M"));
    EXPECT_THAT(run.out, HasSubstr("# a row\n"));
    EXPECT_EQ(runs({"show", "20261122"}).status, 4); // matches two
    EXPECT_THAT(runs({"show", "other"}).err, HasSubstr("runs list"));
}

TEST_F(RunsCommand, ExportsTheOutputOrEverything) {
    EXPECT_EQ(runs({"export", "20261122-first", "-o", (m_folder / "run.log").string()}).status, 0);
    EXPECT_EQ(exported("run.log"), "# a row\na warning\n");
    EXPECT_EQ(runs({"export", "20261122-first", "-o", (m_folder / "run.json").string()}).status, 0);
    EXPECT_THAT(exported("run.json"), HasSubstr("\"fabricscope.run/0\""));
    EXPECT_THAT(exported("run.json"), HasSubstr("a warning"));
    EXPECT_EQ(runs({"export", "20261122-first", "-o", "/no/such/folder/x"}).status, 3);
}

TEST_F(RunsCommand, DeletesOnlyWhatIsNamed) {
    EXPECT_EQ(runs({"delete", "20261122-first"}).status, 0);
    EXPECT_THAT(runs({"list"}).out, Not(HasSubstr("first")));
    EXPECT_THAT(runs({"list"}).out, HasSubstr("second"));
    EXPECT_EQ(runs({"delete", "20261122-first"}).status, 4);
}

TEST_F(RunsCommand, DeletesARunThatMayGoOnOnlyByForce) {
    {
        store::RunStore more = opened();
        const auto nowMs = std::chrono::duration_cast<std::chrono::milliseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
        const auto add = [&](const char *id, bench::Phase phase, bool isDetached, std::int64_t createdMs) {
            bench::RunRecord record = store::recordOf(id, createdMs);
            record.spec.host = "gpu 07";
            record.spec.detached = isDetached;
            record.spec.longest = std::chrono::hours(1);
            record.state.phase = phase;
            EXPECT_TRUE(more.add(record));
        };
        add("0123-detached", bench::Phase::Running, true, nowMs);
        add("0123-killed", bench::Phase::Interrupted, true, nowMs);
        add("0123-attached", bench::Phase::Running, false, nowMs);
        add("0123-overdue", bench::Phase::Interrupted, true, nowMs - 7'200'000);
        add("0123-interrupted", bench::Phase::Interrupted, false, nowMs);
        add("0123-left", bench::Phase::MayStillRun, true, nowMs);
        add("0123-lost", bench::Phase::Lost, true, nowMs);
        EXPECT_TRUE(more.flush());
    }
    for (const char *id : {"0123-detached", "0123-killed", "0123-attached"}) {
        const auto refused = runs({"delete", id});
        EXPECT_EQ(refused.status, 2) << id;
        EXPECT_THAT(refused.err, HasSubstr(std::string(id) + " was not deleted: it may still be running"))
            << id;
        EXPECT_THAT(refused.err, HasSubstr("--force"));
        EXPECT_THAT(runs({"list"}).out, HasSubstr(id));
    }
    EXPECT_THAT(runs({"delete", "0123-detached"}).err,
                HasSubstr("fabricscope bench run 'gpu 07' --fetch 0123-detached --stop"));
    EXPECT_THAT(runs({"delete", "0123-attached"}).err, Not(HasSubstr("--fetch"))) << "it is attached";
    const auto some = runs({"delete", "0123-detached", "20261122-first"});
    EXPECT_EQ(some.status, 2);
    EXPECT_THAT(some.err, HasSubstr("20261122-first deleted")) << "the others go";
    for (const char *id : {"0123-overdue", "0123-interrupted", "0123-left", "0123-lost"})
        EXPECT_EQ(runs({"delete", id}).status, 0) << id << ": its end is known, or nothing stops it";
    for (const char *id : {"0123-detached", "0123-killed", "0123-attached"})
        EXPECT_EQ(runs({"delete", "--force", id}).status, 0) << id;
    EXPECT_THAT(runs({"list"}).out, Not(HasSubstr("0123")));
    EXPECT_THAT(runs({"delete", "--help"}).out, HasSubstr("--force"));
}

TEST_F(RunsCommand, NothingKeptIsNoFaultButAForeignFileIs) {
    const auto empty = test::runProgram("fabricscope", {"runs", "--database", path() + "-other", "list"});
    EXPECT_EQ(empty.status, 0);
    EXPECT_FALSE(std::filesystem::exists(path() + "-other"));
    std::ofstream(m_folder / "text") << std::string(5000, 'x');
    const auto foreign =
        test::runProgram("fabricscope", {"runs", "--database", (m_folder / "text").string(), "list"});
    EXPECT_EQ(foreign.status, 4);
    EXPECT_THAT(foreign.err, HasSubstr((m_folder / "text").string()));
}

} // namespace
} // namespace fabricscope
