// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/GdrProof.h"
#include "core/layout/bench/BenchTelemetry.h"
#include "tests/support/MadeTelemetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::layout {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Standing = TransportFact::Standing;

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
    putTelemetry(view, made::telemetryWith(384), {});
    const TelemetryLine *power = lineOf(view, "GPU power");
    ASSERT_NE(power, nullptr);
    EXPECT_EQ(power->subject, "vm-01a");
    ASSERT_EQ(power->points.size(), 3U);
    EXPECT_EQ(power->points[0].value, 90);
    EXPECT_EQ(power->points[1].value, 99);
    EXPECT_EQ(power->points[2].value, 91);
    EXPECT_EQ(lineOf(view, "NIC tx")->points.back().value, 384);
    EXPECT_EQ(lineOf(view, "CPU load")->unit, "%");
    EXPECT_EQ(lineOf(view, "GPU temp"), nullptr); // what nobody read has no line
}

TEST(BenchTelemetry, ProvesWhichWayGpuMemoryGoes) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    putTelemetry(view, made::telemetryWith(384), {});
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].standing, Standing::Good);
    EXPECT_EQ(view.transport[0].value, "384 of 384 Gb/s");
    EXPECT_THAT(view.findings, IsEmpty());
}

TEST(BenchTelemetry, SaysWhereItIsStaged) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    putTelemetry(view, made::telemetryWith(0.2), {});
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].standing, Standing::Bad);
    ASSERT_EQ(view.findings.size(), 1U);
    EXPECT_THAT(view.findings[0].title, HasSubstr("through host memory"));
}

TEST(BenchTelemetry, OfHostMemoryHasNothingToProve) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3"});
    putTelemetry(view, made::telemetryWith(0.2), {});
    EXPECT_THAT(view.transport, IsEmpty());
}

TEST(BenchTelemetry, OfNothingReadIsUnknownAndSaysWhy) {
    BenchView view = viewOf({"ib_write_bw", "-d", "ionic_3", "--use_rocm=1"});
    bench::Telemetry nothing;
    nothing.addGap("amd-smi is not installed");
    putTelemetry(view, nothing, {});
    EXPECT_THAT(view.telemetry, IsEmpty());
    ASSERT_EQ(view.transport.size(), 1U);
    EXPECT_EQ(view.transport[0].standing, Standing::Unknown);
    EXPECT_EQ(view.transport[0].value, "unknown");
    ASSERT_EQ(view.findings.size(), 1U);
    EXPECT_EQ(view.findings[0].weight, bench::Weight::Note);
    EXPECT_THAT(view.findings[0].text, HasSubstr("amd-smi is not installed"));
}

} // namespace
} // namespace fabricscope::layout
