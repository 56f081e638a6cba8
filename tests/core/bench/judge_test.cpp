// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/GdrProof.h"
#include "core/bench/judge/Judge.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/core/bench/SampleResults.h"
#include "tests/support/FindingValue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// standaloneServer() with XGMI between all eight GPUs, all lanes, switches that redirect nothing, iommu=pt.
host::Host fullServer() {
    host::Host host = standaloneServer();
    host.commandLine = samples::text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 iommu=pt");
    std::vector<pci::Address> gpus;
    for (host::PciFunction &function : host.functions) {
        if (function.classCode.valueOr(0) == 0x120000) {
            gpus.push_back(function.address);
            function.currentWidth = function.maxWidth;
        }
        if (function.config && function.config->acs)
            function.config->acs->enabled = 0;
    }
    host.gpuLinks.clear();
    for (std::size_t i = 0; i < gpus.size(); ++i)
        for (std::size_t j = i + 1; j < gpus.size(); ++j)
            host.gpuLinks.push_back(
                {host::GpuLink::Kind::Xgmi, gpus[i], gpus[j], 1, GigabytesPerSecond{64}, {}});
    return host;
}

RunFacts factsOf(const ExaminedHost &host) {
    RunFacts facts;
    facts.examination = &host.examination;
    facts.topology = host.topology.get();
    return facts;
}

TEST(Ceiling, OfOneHostIsItsGpusLinks) {
    const ExaminedHost host = examinedHost(fullServer());
    const Ceiling ceiling = collectiveCeiling(factsOf(host));
    EXPECT_EQ(ceiling.carrier, Carrier::GpuFabric);
    ASSERT_TRUE(ceiling.most.has_value());
    EXPECT_DOUBLE_EQ(ceiling.most->value, 448);
    EXPECT_EQ(ceiling.source, "7 xGMI links of 64.0 GB/s per GPU");
}

TEST(Ceiling, OfFewerGpusIsThatOfTheLinksAmongThem) {
    const ExaminedHost host = examinedHost(fullServer());
    RunFacts facts = factsOf(host);
    facts.gpus = {0, 1};
    EXPECT_DOUBLE_EQ(collectiveCeiling(facts).most->value, 64);
}

TEST(Ceiling, IsTheNicsWhereNicsCarryIt) {
    const ExaminedHost host = examinedHost(fullServer());
    for (const bool byVariable : {true, false}) {
        RunFacts facts = factsOf(host);
        if (byVariable)
            facts.environment = {{"RCCL_ENABLE_INTRANET", "1"}};
        else
            facts.nodes = 2;
        const Ceiling ceiling = collectiveCeiling(facts);
        EXPECT_EQ(ceiling.carrier, Carrier::Nics);
        ASSERT_TRUE(ceiling.most.has_value()) << ceiling.source;
        EXPECT_DOUBLE_EQ(ceiling.most->value, 400); // 8 NICs with 50 GB/s each
        EXPECT_THAT(ceiling.source, HasSubstr("8 NICs: minimum of port 50.0 GB/s, Gen5 x16 63.0 GB/s, each"));
        EXPECT_THAT(ceiling.limit, HasSubstr("the rate of"));
    }
}

TEST(Ceiling, PrefersTheLogToTheVariable) {
    const ExaminedHost host = examinedHost(fullServer());
    RunFacts facts = factsOf(host);
    facts.overNetwork = true;
    EXPECT_EQ(collectiveCeiling(facts).carrier, Carrier::Nics);
    facts.environment = {{"RCCL_ENABLE_INTRANET", "1"}};
    facts.overNetwork = false;
    EXPECT_EQ(collectiveCeiling(facts).carrier, Carrier::GpuFabric);
}

TEST(Ceiling, IsUnknownWhereARateIsAndNeverZero) {
    host::Host host = fullServer();
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.ports.front().rate = {};
    for (host::NetInterface &net : host.netInterfaces)
        net.speedMbits = {};
    const ExaminedHost made = examinedHost(std::move(host));
    RunFacts facts = factsOf(made);
    facts.nodes = 2;
    EXPECT_FALSE(collectiveCeiling(facts).most.has_value());
    EXPECT_THAT(collectiveCeiling(facts).source, HasSubstr("unknown"));
    EXPECT_FALSE(collectiveCeiling({}).most.has_value());
}

TEST(Ceiling, OfPerftestIsTheNicsAndTwiceThatBothWays) {
    const ExaminedHost host = examinedHost(fullServer());
    const RunFacts facts = factsOf(host);
    const auto nic = host.examination.judgement.ideal[0].front();
    const std::string &name = host.examination.judgement.fabric.nics[nic].name;
    const Ceiling one = ceilingOf(perftestRun(name, "Gb/sec", {}), facts);
    EXPECT_EQ(one.source, "minimum of port 400 Gb/s, Gen5 x16 504.1 Gb/s") << "one unit: that of the run";
    EXPECT_EQ(one.carrier, Carrier::Nics);
    EXPECT_DOUBLE_EQ(one.most->value, 50);
    const Ceiling both =
        ceilingOf(perftestRun(name, "Gb/sec", {}, "RDMA_Write Bidirectional BW Test"), facts);
    EXPECT_DOUBLE_EQ(both.most->value, 100);
    EXPECT_FALSE(ceilingOf(perftestRun("other_0", "Gb/sec", {}), facts).most.has_value());
}

TEST(Units, AreThoseOfTheTools) {
    EXPECT_DOUBLE_EQ(*inUnit(GigabytesPerSecond{50}, "Gb/sec"), 400);
    EXPECT_NEAR(*inUnit(GigabytesPerSecond{50}, "MiB/sec"), 47683.7, 0.1);
    EXPECT_DOUBLE_EQ(*inUnit(GigabytesPerSecond{50}, "MB/sec"), *inUnit(GigabytesPerSecond{50}, "MiB/sec"));
    EXPECT_DOUBLE_EQ(fromUnit(400, "Gb/s")->value, 50);
    EXPECT_FALSE(inUnit(GigabytesPerSecond{50}, "usec").has_value());
}

TEST(Judge, ReportsNothingForAGoodRun) {
    const ExaminedHost host = examinedHost(fullServer());
    const Results results =
        collective({{kGibi, 324.5, 323.9}, {2 * kGibi, 326.7, 326.1}, {4 * kGibi, 328.9, 328.7}});
    const auto findings = judge(results, judgeInput(results, factsOf(host)));
    EXPECT_THAT(rulesOf(findings), IsEmpty()) << findings.front().rule;
}

TEST(Judge, FindsGigabitsThatWereCalledGigabytes) {
    const ExaminedHost host = examinedHost(fullServer());
    Results results;
    Matrix matrix{"Loopback between GPUs",
                  "GB/s",
                  {"GPU0", "GPU1"},
                  {"GPU0", "GPU1"},
                  {{387.4, 387.1}, {386.9, 387.0}}};
    results.matrices.push_back(matrix);
    JudgeInput input;
    input.ceiling = perftestCeiling(factsOf(host), host.examination.judgement.ideal[0].front(), false);
    const auto findings = judge(results, input);
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.unit"));
    EXPECT_EQ(findings[0].severity, Severity::Error);
    EXPECT_EQ(test::valueOf(findings[0], "bits"), "387.1");
    EXPECT_EQ(test::valueOf(findings[0], "as_bytes"), "48.388 GB/s");
    EXPECT_EQ(test::valueOf(findings[0], "limit_bytes"), "50 GB/s");
    results.matrices[0].unit = "Gb/sec";
    EXPECT_THAT(judge(results, input), IsEmpty());
    // As Gb/s it would be 7.5 GB/s, which is not plausible.
    results.matrices[0] = {"x", "GB/s", {"a"}, {"b"}, {{60.0}}};
    EXPECT_THAT(rulesOf(judge(results, input)), ElementsAre("result.above_ceiling"));
}

TEST(Judge, FindsTheUnitOfATableThatNamesNone) {
    const ExaminedHost host = examinedHost(fullServer());
    Results results;
    results.tool = "perftest-mesh";
    results.matrices.push_back({"", "", {"GPU0", "GPU1"}, {"GPU0"}, {{387.4, 387.1}}});
    const auto findings = judge(results, judgeInput(results, factsOf(host)));
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.unit"));
    EXPECT_EQ(findings[0].variant, "absent");
    EXPECT_EQ(test::valueOf(findings[0], "value"), "387.1");
    EXPECT_EQ(test::valueOf(findings[0], "times"), "7.7");
    results.matrices[0].values = {{48.1, 48.2}};
    EXPECT_THAT(judge(results, judgeInput(results, factsOf(host))), IsEmpty());
}

TEST(Judge, FindsADirectionThatIsFarBelowTheOther) {
    Results results;
    results.matrices.push_back({"p2p", "GB/s", {"0", "1"}, {"0", "1"}, {{2490, 265.9}, {41.3, 2501}}});
    const auto findings = judge(results, {});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.one_direction"));
    EXPECT_EQ(findings::title(findings[0]), "p2p: 1 to 0 has 41.3 GB/s, the other direction 265.9 GB/s");
    EXPECT_EQ(findings[0].place.cell, (findings::MatrixCell{0, 1, 0}));
    results.matrices[0].values[1][0] = 240;
    EXPECT_THAT(judge(results, {}), IsEmpty());
    results.matrices[0] = {
        "p2p", "GB/s", {"CPU 00", "GPU 00"}, {"CPU 00", "GPU 00"}, {{48, 14.8}, {23.4, 610}}};
    EXPECT_THAT(judge(results, {}), IsEmpty()) << "a CPU and a GPU copy in different ways";
    results.matrices[0] = {
        "mesh", "GB/s", {"gpu-a-01", "gpu-b-01"}, {"gpu-a-01", "gpu-b-01"}, {{{}, 14.8}, {48.4, {}}}};
    EXPECT_THAT(rulesOf(judge(results, {})), ElementsAre("result.one_direction"));
}

TEST(Judge, FindsTheGpuToWhichACpuCopiesSlowly) {
    Results results;
    results.matrices.push_back({"h2d", "GB/s", {"GPU 0", "GPU 1", "GPU 2"}, {"CPU 0"}, {{54.9, 55.2, 21.7}}});
    const auto findings = judge(results, {});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.outliers"));
    EXPECT_EQ(test::valueOf(findings[0], "pair"), "CPU 0 to GPU 2");
    results.matrices[0].values[0] = {54.9, 30.2, 21.7}; // none is typical
    EXPECT_THAT(judge(results, {}), IsEmpty());
}

TEST(Judge, AccessAndLatenciesAreNoRates) {
    Results results;
    std::vector<std::string> names;
    for (int i = 0; i < 6; ++i)
        names.push_back(std::to_string(i));
    std::vector<std::vector<std::optional<double>>> values(6, std::vector<std::optional<double>>(6, 1.0));
    values[2][3] = values[3][2] = 0;
    results.matrices.push_back({"Inter-Device Access", "", names, names, values});
    results.matrices.push_back({"P2P Connectivity Matrix", "", names, names, values});
    results.matrices.push_back({"P2P=Enabled Latency Matrix", "us", names, names, values});
    EXPECT_THAT(judge(results, {}), IsEmpty());
    results.matrices.push_back({"copies", "GB/s", names, names, values});
    EXPECT_THAT(rulesOf(judge(results, {})), ElementsAre("result.outliers"));
}

TEST(Judge, FindsOutlierPairs) {
    Results results;
    Matrix matrix{"p2p", "GB/s", {}, {}, {}};
    for (int i = 0; i < 6; ++i) {
        matrix.columns.push_back("GPU" + std::to_string(i));
        matrix.rows.push_back("GPU" + std::to_string(i));
        matrix.values.push_back({48.0, 48.1, 48.2, 48.1, 48.0, std::nullopt});
    }
    matrix.values[2][1] = 24;
    results.matrices.push_back(matrix);
    const auto findings = judge(results, {});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.outliers"));
    EXPECT_EQ(findings[0].evidence[0],
              (findings::Evidence{"GPU2 to GPU1", "24 GB/s", {{}, findings::MatrixCell{0, 2, 1}}}));
    for (auto &row : results.matrices[0].values) // two kinds of pairs: no outliers
        row[0] = 24;
    results.matrices[0].values[0].assign(6, 24);
    results.matrices[0].values[2][1] = 48;
    EXPECT_THAT(judge(results, {}), IsEmpty());
}

TEST(Judge, ADevicesPairWithItselfCountsForNoMedianAndIsNoOutlier) {
    Results results;
    Matrix matrix{"p2p", "GB/s", {}, {}, {}};
    for (int i = 0; i < 4; ++i) {
        matrix.columns.push_back("GPU" + std::to_string(i));
        matrix.rows.push_back("GPU" + std::to_string(i));
        matrix.values.push_back(std::vector<std::optional<double>>(4, 48.0));
        matrix.values.back()[static_cast<std::size_t>(i)] = 20; // within its own memory
    }
    results.matrices.push_back(matrix);
    EXPECT_THAT(judge(results, {}), IsEmpty());
    results.matrices[0].values[0][1] = 40;
    const auto findings = judge(results, {});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.outliers"));
    EXPECT_EQ(test::valueOf(findings[0], "count"), "1");
    EXPECT_EQ(test::valueOf(findings[0], "pairs"), "12");
    EXPECT_EQ(test::valueOf(findings[0], "median"), "48 GB/s");
}

TEST(Judge, WhatADeviceCopiesWithinItselfIsHeldAgainstNoLink) {
    JudgeInput input;
    input.ceiling.most = GigabytesPerSecond{64};
    Results results;
    results.matrices.push_back({"p2p", "GB/s", {"GPU0", "GPU1"}, {"GPU0", "GPU1"}, {{900, 48}, {48, 900}}});
    EXPECT_THAT(judge(results, input), IsEmpty());
    results.matrices[0].values[0][1] = 70;
    EXPECT_THAT(rulesOf(judge(results, input)), ElementsAre("result.above_ceiling"));
}

TEST(Judge, RepeatsTheToolsOwnVerdict) {
    Results results;
    results.summary.passed = false;
    EXPECT_THAT(rulesOf(judge(results, {})), ElementsAre("result.failed"));
}

TEST(Judge, LetsSumsInSwitchesExceedTheWire) {
    JudgeInput input;
    input.ceiling.most = GigabytesPerSecond{450};
    input.ceiling.carrier = Carrier::GpuFabric;
    const Results results = collective({{8 * kGibi, 478, 479}});
    input.ceiling.mayBeExceeded = true;
    EXPECT_THAT(rulesOf(judge(results, input)), ElementsAre("result.nvls"));
    input.ceiling.mayBeExceeded = false;
    EXPECT_THAT(rulesOf(judge(results, input)), ElementsAre("result.above_ceiling"));
}

TEST(Judge, FindsDipsAndTheirColumn) {
    const Results results =
        collective({{32 * kMebi, 230, 231}, {64 * kMebi, 112, 290}, {128 * kMebi, 338, 337}});
    const auto dips = dipsOf(results);
    ASSERT_EQ(dips.size(), 1U);
    EXPECT_EQ(dips[0].row, 1U);
    EXPECT_FALSE(dips[0].inPlace);
    const auto findings = judge(results, {});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.dip"));
    EXPECT_EQ(test::valueOf(findings[0], "where"), "out of place only");
    // Steps are normal where the protocol changes.
    EXPECT_THAT(dipsOf(collective({{kMebi, 100, 100}, {2 * kMebi, 60, 60}})), IsEmpty());
}

TEST(Judge, PutsWrongValuesFirst) {
    Results results = collective({{kGibi, 300, 300}, {2 * kGibi, 200, 300}});
    results.rows[1].inPlace->wrong = 12;
    results.summary.outOfBounds = 12;
    const auto findings = judge(results, {});
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].rule, "result.wrong");
    EXPECT_EQ(findings[0].severity, Severity::Error);
    EXPECT_THAT(rulesOf(findings), Contains("result.dip"));
}

TEST(Judge, TakesTheErrorColumnOfOldVersionsForADifference) {
    Results results = collective({{kGibi, 300, 300}});
    results.rows[0].outOfPlace->wrong = 1e-6;
    EXPECT_THAT(judge(results, {}), IsEmpty()); // none out of bounds
}

TEST(Judge, ReportsThatNothingWasChecked) {
    Results results = collective({{kGibi, 300, 300}});
    results.rows[0].outOfPlace->wrong.reset();
    results.rows[0].inPlace->wrong.reset();
    EXPECT_THAT(rulesOf(judge(results, {})), ElementsAre("result.not_validated"));
}

TEST(Judge, ChecksThatBusbwFollowsFromSizeAndTime) {
    Results results = collective({{kGibi, 300, 300}});
    results.rows[0].inPlace->busbw = 171.4; // algbw instead
    EXPECT_THAT(rulesOf(judge(results, {})), ElementsAre("result.arithmetic"));
}

TEST(Judge, NamesDetectedCausesOfALowResultFirst) {
    host::Host host = fullServer();
    host.commandLine = samples::text("root=/dev/sda1");
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = samples::text("DMA-FQ");
    const ExaminedHost made = examinedHost(std::move(host));
    RunFacts facts = factsOf(made);
    facts.nodes = 2;
    facts.environment = {{"NCCL_DMABUF_ENABLE", "1"}};
    const Results low = collective({{kGibi, 150, 151}, {2 * kGibi, 152, 153}}, "all_reduce_perf", 16);
    const auto findings = judge(low, judgeInput(low, facts));
    const Finding *finding = findingOf(findings, "result.below_ceiling");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(test::valueOf(*finding, "percent"), "38");
    ASSERT_EQ(finding->evidence.size(), 7U); // the row, five causes, and the evidence of the detected cause
    EXPECT_EQ(finding->evidence[0].place.sizeBytes, 2 * kGibi);
    EXPECT_EQ(finding->evidence[1].source, "IOMMU translation");
    EXPECT_THAT(finding->evidence[1].text, HasSubstr("detected"));
    EXPECT_THAT(finding->evidence[2].source, HasSubstr("/sys/kernel/iommu_groups/"));
    EXPECT_EQ(finding->evidence[2].text, "DMA-FQ");
    EXPECT_THAT(finding->commands, Contains(HasSubstr("iommu=pt")));
}

TEST(Bands, AreThoseOfTheSameModelTestSizesAndNetwork) {
    const auto one = bandsFor("AMD Instinct MI300X", "all_reduce_perf", 1, Carrier::GpuFabric, {});
    ASSERT_EQ(one.size(), 2U);
    EXPECT_FALSE(one[0].floor); // measured values come before required ones
    EXPECT_TRUE(one[1].floor);
    const auto slow = bandsFor("AMD Instinct MI300X", "all_reduce_perf", 2, Carrier::Nics, 800);
    ASSERT_EQ(slow.size(), 1U);
    EXPECT_DOUBLE_EQ(slow[0].high, 92);
    EXPECT_THAT(bandsFor("AMD Instinct MI300X", "all_reduce_perf", 2, Carrier::Nics, {}), IsEmpty());
    // There is no band for one host that uses NICs, in particular not that of Infinity Fabric.
    EXPECT_THAT(bandsFor("AMD Instinct MI300X", "all_reduce_perf", 1, Carrier::Nics, 800), IsEmpty());
}

TEST(Bands, AMissedOneIsAFindingWithItsSource) {
    JudgeInput input;
    input.bands = bandsFor("AMD Instinct MI300X", "all_reduce_perf", 1, Carrier::GpuFabric, {});
    const auto findings = judge(collective({{8 * kGibi, 290, 291}}), input);
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.below_band"));
    EXPECT_THAT(test::valueOf(findings[0], "source"), HasSubstr("MI300X"));
    EXPECT_THAT(judge(collective({{8 * kGibi, 318, 319}}), input), IsEmpty());
}

TEST(GdrProof, EqualIsDirectNothingIsStagedUnreadableIsUnknown) {
    using DataPath = GdrProof::DataPath;
    const TrafficSample idle{0.0, 0.0};
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{idle, {48.0, 47.0}, {48.2, 49.0}, idle}).dataPath,
              DataPath::Direct);
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{{48.0, 0.1}, {48.2, 0.0}}).dataPath, DataPath::Staged);
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{{48.0, {}}, {48.2, {}}}).dataPath, DataPath::Unknown);
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{{48.0, 15.0}}).dataPath, DataPath::Unknown);
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{idle}).dataPath, DataPath::Unknown);
    EXPECT_EQ(gdrProof({}).dataPath, DataPath::Unknown);
    EXPECT_EQ(gdrProof(std::vector<TrafficSample>{{48.0, {}}, {{}, 48.0}}).why,
              "no telemetry sample has both GPU and NIC while the NIC was busy");
}

TEST(GdrProof, TakesBothDirectionsOfAGpuFromTelemetry) {
    Results telemetry;
    for (const auto &[name, subject, unit, value] :
         {std::tuple("rxpci", "GPU 2", "MB/s", 24000.0), std::tuple("txpci", "GPU 2", "MB/s", 24100.0),
          std::tuple("pwr", "GPU 2", "W", 300.0), std::tuple("rxpci", "GPU 3", "MB/s", 1.0)}) {
        Series series;
        series.name = name;
        series.subject = subject;
        series.unit = unit;
        series.points.push_back({0, value, {}});
        series.points.push_back({1, std::nullopt, {}});
        telemetry.series.push_back(std::move(series));
    }
    const auto samples = trafficOf(GigabytesPerSecond{48}, telemetry, "GPU 2");
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_DOUBLE_EQ(*samples[0].gpu, 48.1);
    EXPECT_FALSE(samples[1].gpu.has_value()); // could not be read: not 0
    EXPECT_EQ(gdrProof(samples).dataPath, GdrProof::DataPath::Direct);
    EXPECT_EQ(gdrProof(trafficOf(GigabytesPerSecond{48}, telemetry, "GPU 3")).dataPath,
              GdrProof::DataPath::Staged);
    EXPECT_EQ(gdrProof(trafficOf(GigabytesPerSecond{48}, telemetry, "GPU 9")).dataPath,
              GdrProof::DataPath::Unknown);
}

} // namespace
} // namespace fabricscope::bench
