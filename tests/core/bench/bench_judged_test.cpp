// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/bench/view/BenchJudged.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using Rating = TransportFact::Rating;

BenchView viewOf(Results results) {
    BenchView view;
    view.results = std::make_shared<const Results>(std::move(results));
    return view;
}

TEST(BenchJudged, ALogOfNoKnownHostHasNoCeiling) {
    BenchView view = viewOf(samples::allReduce());
    judgeBench(view, {});
    EXPECT_FALSE(view.ceiling);
    EXPECT_TRUE(view.transport.empty());
}

TEST(BenchJudged, WrongValuesAreAnErrorWithWhatToDo) {
    Results results = samples::allReduce();
    results.summary.outOfBounds = 7;
    BenchView view = viewOf(std::move(results));
    judgeBench(view, {});
    ASSERT_FALSE(view.findings.empty());
    EXPECT_EQ(view.findings.front().severity, findings::Severity::Error);
    EXPECT_EQ(view.findings.front().rule, "result.wrong");
    EXPECT_FALSE(view.findings.front().evidence.empty());
}

TEST(BenchJudged, TheWaysOfConnectionsAreGoodOrBad) {
    Results results = samples::allReduce();
    results.library.transports = {{"P2P/IPC", false, 56, std::nullopt},
                                  {"NET/IB", true, 16, 16},
                                  {"NET/IB", true, 16, 3},
                                  {"NET/IB", true, 16, 0},
                                  {"NET/Socket", true, 2, std::nullopt}};
    results.library.bootstrapInterface = "ens50f0";
    results.library.topologyFile = "/x";
    BenchView view = viewOf(std::move(results));
    judgeBench(view, {});
    std::vector<Rating> severities;
    for (const TransportFact &fact : view.transport)
        severities.push_back(fact.rating);
    EXPECT_EQ(severities, (std::vector{Rating::Good, Rating::Good, Rating::Warning, Rating::Bad, Rating::Bad,
                                       Rating::Good, Rating::Warning}));
    EXPECT_EQ(view.transport[2].value, "3 of 16");
    EXPECT_EQ(view.transport[5].text, "Bootstrap interface");
    EXPECT_EQ(view.transport[5].value, "ens50f0");
}

TEST(BenchJudged, CeilingOfAHostIsInChartUnitsAndNamesTheLimit) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto examination = std::make_shared<const affinity::Examination>(affinity::examine(*topology, {}));
    BenchView view = viewOf(samples::allReduce());
    view.spec = RunSpec{};
    view.spec->command.environment = {{"RCCL_ENABLE_INTRANET", "1"}};
    judgeBench(view, {topology, examination});
    ASSERT_TRUE(view.ceiling);
    EXPECT_EQ(view.ceiling->unit, "GB/s");
    EXPECT_GT(view.ceiling->value, 0);
    EXPECT_NE(view.ceiling->words.find("NIC"), std::string::npos) << view.ceiling->words;
}

} // namespace
} // namespace fabricscope::bench
