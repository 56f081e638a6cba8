// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/RunRecord.h"
#include "core/json/RunJson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {
namespace {

using testing::HasSubstr;

bench::RunSpec spec() {
    bench::RunSpec made;
    made.tool = "perftest";
    made.test = "ib_write_bw";
    made.host = "ai1";
    made.command = {{"ib_write_bw", "-d", "mb_0", "a \"b\"\n$(c)"}, {{"A", "1"}, {"A", "2"}}, "/tmp/x"};
    made.longest = std::chrono::seconds(90);
    return made;
}

TEST(RunJson, GivesBackADescriptionOfARun) {
    EXPECT_EQ(*specFrom(specText(spec())), spec());
    bench::RunSpec detached = spec();
    detached.detached = true;
    EXPECT_EQ(*specFrom(specText(detached)), detached);
}

TEST(RunJson, RefusesWhatDescribesNoRun) {
    for (const char *bad :
         {"", "[]", "{}", "{\"tool\":7}", "{\"tool\":\"x\"}", "{\"tool\":\"x\",\"words\":[1]}",
          "{\"tool\":\"x\",\"words\":[],\"environment\":{}}", "{\"tool\":\"x\",\"words\":[],\"longest_s\":0}",
          "{\"tool\":\"x\",\"words\":[],\"longest_s\":1e300}"})
        EXPECT_FALSE(specFrom(bad).has_value()) << bad;
    EXPECT_FALSE(specFrom(std::string(std::size_t{2} << 20, ' ') + specText(spec())).has_value());
}

TEST(RunJson, SummaryOfACollectiveIsItsBestHalf) {
    bench::Results results;
    results.complete = true;
    results.summary.avgBusbw = 5;
    bench::CollectiveRow row;
    row.sizeBytes = 1024;
    row.outOfPlace.emplace().busbw = 3;
    row.inPlace.emplace().busbw = 4;
    results.rows.push_back(row);
    const bench::RunSummary summary = bench::summaryOf(results);
    EXPECT_EQ(summary.best, 4);
    EXPECT_EQ(summary.unit, "GB/s");
    EXPECT_EQ(summary.atBytes, 1024U);
    EXPECT_EQ(*summaryFrom(summaryText(summary)), summary);
    EXPECT_FALSE(bench::summaryOf({}).best.has_value());
    EXPECT_EQ(*summaryFrom(summaryText({})), bench::RunSummary{});
}

TEST(RunJson, HasTheContainmentAndRemainingProcesses) {
    using Reason = bench::RemainingProcess::Reason;
    bench::RunRecord record;
    record.state.phase = bench::Phase::MayStillRun;
    record.state.containment = "subreaper";
    record.state.remaining = {{812, "sleep", "root", Reason::Denied},
                              {0, "3f2a1b", "", Reason::Stuck},
                              {813, "x", "jane", Reason::Unsure},
                              {0, "4a2a1b", "", Reason::Unsure},
                              {0, "5a2a1b", "", Reason::Unsure, "podman", "busy_box"},
                              {814, "sleep", "root", Reason::Unsure, "", "train"}};
    const auto document = nlohmann::json::parse(runDocument(record, ""));
    EXPECT_EQ(document["phase"], "may_still_run");
    EXPECT_EQ(document["containment"], "subreaper");
    EXPECT_EQ(document["remaining"][0],
              (nlohmann::json{{"pid", 812}, {"name", "sleep"}, {"owner", "root"}, {"reason", "denied"}}));
    EXPECT_EQ(document["remaining"][1], (nlohmann::json{{"container", "3f2a1b"}}));
    EXPECT_EQ(document["remaining"][3], (nlohmann::json{{"container", "4a2a1b"}, {"reason", "unsure"}}));
    EXPECT_EQ(document["remaining"][4], (nlohmann::json{{"container", "5a2a1b"},
                                                        {"engine", "podman"},
                                                        {"container_name", "busy_box"},
                                                        {"reason", "unsure"}}));
    EXPECT_EQ(document["remaining"][5]["in_container"], "train");
    EXPECT_FALSE(document.contains("simulated"));
    bench::RunState back;
    readContainment(containmentText(record.state), back);
    EXPECT_EQ(back.containment, record.state.containment);
    EXPECT_EQ(back.remaining, record.state.remaining);
    EXPECT_EQ(containmentText({}), "");
    record.state.simulated = "mi355x-01 is a simulated host";
    EXPECT_EQ(nlohmann::json::parse(runDocument(record, ""))["simulated"], record.state.simulated);
    readContainment(containmentText(record.state), back);
    EXPECT_EQ(back.simulated, record.state.simulated);
    for (const char *bad : {"", "[]", "{\"remaining\":7}", "{\"remaining\":[7]}"}) {
        bench::RunState none;
        readContainment(bad, none);
        EXPECT_EQ(none, bench::RunState{}) << bad;
    }
}

TEST(RunJson, DocumentsNameTheirFormAndLeaveUnknownOut) {
    bench::RunRecord record;
    record.spec = spec();
    record.state.id = "run-1";
    RunsDocument document;
    std::string text = RunsDocument::beginning();
    text += document.run(record);
    text += document.run(record);
    text += document.end();
    const auto list = nlohmann::ordered_json::parse(text);
    EXPECT_EQ(text, list.dump(2) + "\n") << "as a document in one piece is written";
    EXPECT_EQ(list["runs"].size(), 2U);
    EXPECT_EQ(list["schema"], "fabricscope.runs/0");
    EXPECT_EQ(list["runs"][0]["phase"], "waiting");
    EXPECT_FALSE(list["runs"][0].contains("started_ms"));
    EXPECT_FALSE(list["runs"][0]["summary"].contains("best"));
    const auto one = nlohmann::json::parse(runDocument(record, "row \xff\n"));
    EXPECT_EQ(one["schema"], "fabricscope.run/0");
    EXPECT_THAT(one["output"].get<std::string>(), HasSubstr("row "));
}

} // namespace
} // namespace fabricscope::json
