// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/GdrProof.h"
#include "core/bench/view/BenchTelemetry.h"
#include "core/layout/bench/TelemetryPicture.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/support/FindingValue.h"
#include "tests/support/samples/SampleTelemetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::present {

using bench::BenchHost;
using bench::BenchView;
using bench::putTelemetry;
using bench::TelemetryLine;
using bench::TelemetryPoint;
using bench::TransportFact;

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Rating = TransportFact::Rating;

BenchView viewOf(std::vector<std::string> words) {
    BenchView view;
    view.results = std::make_shared<const bench::Results>();
    view.source = "vm-01a";
    view.spec.emplace();
    view.spec->tool = "perftest";
    view.spec->command.words = std::move(words);
    return view;
}

const TelemetryLine *lineOf(const BenchView &view, const std::string &name) {
    for (const TelemetryLine &line : view.telemetry)
        if (line.name == name)
            return &line;
    return nullptr;
}

TEST(BenchTelemetry, ShowsTheWorstOfTheDevicesAtEachTime) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    putTelemetry(view, samples::telemetryWith(384), {});
    const TelemetryLine *power = lineOf(view, "GPU power");
    ASSERT_NE(power, nullptr);
    EXPECT_EQ(power->subject, "vm-01a");
    ASSERT_EQ(power->points.size(), 3U);
    EXPECT_EQ(power->points[0].value, 90);
    EXPECT_EQ(power->points[1].value, 99);
    EXPECT_EQ(power->points[2].value, 91);
    EXPECT_EQ(lineOf(view, "NIC tx")->points.back().value, 384);
    EXPECT_EQ(lineOf(view, "CPU load")->unit, "%");
    EXPECT_EQ(lineOf(view, "GPU temp"), nullptr); // quantities that were not read have no line
}

TEST(BenchTelemetry, RatesAreInTheUnitOfTheRunAndInNoOther) {
    bench::Results smi;
    smi.tool = "amd-smi";
    smi.series = {samples::series("GPU 1", "PCIE_BW", "Mb/s", {384000, 384000})};
    bench::Telemetry telemetry;
    telemetry.take(0, std::span(&smi, 1), 2);
    const auto pcieOf = [&](const char *tool) {
        BenchView view = viewOf({"true"});
        view.spec->tool = tool;
        putTelemetry(view, telemetry, {});
        EXPECT_EQ(view.telemetry.size(), 1U);
        return view.telemetry;
    };
    const auto tipOf = [](const std::vector<TelemetryLine> &lines) {
        return layout::layoutTelemetry(lines, 300, draw::approximateTextWidth).list.areas.front().label;
    };
    const auto bits = pcieOf("perftest"), mesh = pcieOf("perftest-mesh"), bytes = pcieOf("rccl-tests");
    EXPECT_EQ(bits.front().unit, "Gb/s");
    EXPECT_EQ(mesh.front().unit, "Gb/s");
    EXPECT_EQ(bytes.front().unit, "GB/s");
    EXPECT_EQ(bits.front().points.back().value, 384);
    EXPECT_EQ(bytes.front().points.back().value, 48);
    EXPECT_THAT(tipOf(bits), AllOf(HasSubstr("384 Gb/s"), Not(HasSubstr("GB/s"))));
    EXPECT_THAT(tipOf(bytes), AllOf(HasSubstr("48 GB/s"), Not(HasSubstr("Gb/s"))));
}

/// One reading per second, the last one `end` seconds after the start.
bench::Telemetry ofNics(std::vector<std::vector<double>> sent, double end = 6) {
    bench::Results counters;
    counters.tool = "counters";
    for (std::size_t nic = 0; nic < sent.size(); ++nic)
        counters.series.push_back(
            samples::series("ionic_" + std::to_string(nic), "sent", "Gb/s", std::move(sent[nic])));
    bench::Telemetry telemetry;
    telemetry.take(0, std::span(&counters, 1), end);
    return telemetry;
}

TEST(BenchTelemetry, EndedRunShowsTheLastFullReadingAndNotTheIdleOnes) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_0"});
    const bench::Telemetry telemetry = ofNics({{0, 231, 388, 388, 12, 0, 0}});
    view.state.emplace();
    view.state->phase = bench::Phase::Running;
    putTelemetry(view, telemetry, {});
    EXPECT_EQ(lineOf(view, "NIC tx")->points.back().value, 0) << "now";
    view.telemetry.clear();
    view.state->phase = bench::Phase::Ended;
    putTelemetry(view, telemetry, {});
    EXPECT_EQ(lineOf(view, "NIC tx")->points.back().value, 388);
    EXPECT_EQ(lineOf(view, "NIC tx")->points.front().value, 0);
}

TEST(BenchTelemetry, ARunThatStalledBeforeItsEndReadsSo) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_0"});
    view.state.emplace();
    view.state->phase = bench::Phase::Ended;
    std::vector<double> sent(5, 388);
    sent.resize(65, 0);
    putTelemetry(view, ofNics({sent}, 64), {});
    const TelemetryLine *line = lineOf(view, "NIC tx");
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->points.size(), 65U) << "the minute without data is drawn";
    EXPECT_EQ(line->points.front().value, 388);
    EXPECT_EQ(line->points.back().value, 0);
}

TEST(BenchTelemetry, OfPairsThatTakeTurnsTheBusiestNicIsShown) {
    const bench::ExaminedHost made = bench::examinedHost(samples::mi355xServer());
    const BenchHost host{made.topology, std::make_shared<const affinity::Examination>(made.examination)};
    BenchView view = viewOf({"ib_write_bw"});
    view.spec->tool = "perftest-mesh";
    putTelemetry(view, ofNics({{388, 0, 0}, {0, 388, 0}, {0, 0, 388}}), host);
    const TelemetryLine *sent = lineOf(view, "NIC tx");
    ASSERT_NE(sent, nullptr);
    for (const TelemetryPoint &point : sent->points)
        EXPECT_EQ(point.value, 388);
}

TEST(BenchTelemetry, ProvesWhichWayGpuMemoryGoes) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    putTelemetry(view, samples::telemetryWith(384), {});
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].rating, Rating::Good);
    EXPECT_EQ(view.transport[0].value, "384 of 384 Gb/s");
    EXPECT_THAT(view.findings, IsEmpty());
}

TEST(BenchTelemetry, ReportsStagingThroughHostMemory) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    putTelemetry(view, samples::telemetryWith(0.2), {});
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].rating, Rating::Bad);
    ASSERT_EQ(view.findings.size(), 1U);
    EXPECT_EQ(view.findings[0].rule, "telemetry.staged");
}

TEST(BenchTelemetry, OfHostMemoryHasNothingToProve) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3"});
    putTelemetry(view, samples::telemetryWith(0.2), {});
    EXPECT_THAT(view.transport, IsEmpty());
}

TEST(BenchTelemetry, WithoutReadingsIsUnknownAndNamesTheReason) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    bench::Telemetry nothing;
    nothing.addGap("amd-smi is not installed");
    putTelemetry(view, nothing, {});
    EXPECT_THAT(view.telemetry, IsEmpty());
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].rating, Rating::Unknown);
    EXPECT_EQ(view.transport[0].value, "unknown");
    ASSERT_EQ(view.findings.size(), 1U);
    EXPECT_EQ(view.findings[0].severity, findings::Severity::Note);
    EXPECT_EQ(view.findings[0].rule, "telemetry.path_unknown");
    EXPECT_THAT(test::valueOf(view.findings[0], "why"), HasSubstr("amd-smi is not installed"));
}

} // namespace
} // namespace fabricscope::present
