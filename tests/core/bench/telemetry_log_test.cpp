// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/telemetry/TelemetryLog.h"
#include "tests/support/samples/SampleTelemetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string written(const Telemetry &telemetry) {
    return TelemetryWriter().more(telemetry);
}

TEST(TelemetryLog, WhatIsReadAgainIsWhatWasWritten) {
    Telemetry telemetry = samples::telemetryWith(1.0 / 3);
    telemetry.addGap("rocm-smi is not installed");
    const Telemetry again = telemetryFrom(written(telemetry));
    EXPECT_EQ(again.allSeries(), telemetry.allSeries()) << "to the last digit";
    EXPECT_EQ(again.gaps(), telemetry.gaps());
}

TEST(TelemetryLog, EachQuantityHasAWordOfItsOwn) {
    Telemetry telemetry;
    for (int each = 0; each <= static_cast<int>(Quantity::MemoryAvailable); ++each)
        telemetry.addSeries({static_cast<Quantity>(each), "host", std::to_string(each), "counters", {}});
    EXPECT_EQ(telemetryFrom(written(telemetry)).allSeries(), telemetry.allSeries());
}

TEST(TelemetryLog, OnlyWhatIsNewIsWrittenAndThePiecesMakeTheWhole) {
    Telemetry telemetry;
    TelemetryWriter writer;
    std::string all;
    const auto timeSeries = telemetry.addSeries({Quantity::GpuPower, "GPU 0", "GPU 0 POWER", "amd-smi", {}});
    for (int second = 0; second < 3; ++second) {
        telemetry.addSample(*timeSeries, {static_cast<double>(second), 100.0 + second});
        all += writer.more(telemetry);
        EXPECT_THAT(writer.more(telemetry), IsEmpty()) << "nothing came since";
    }
    EXPECT_EQ(all, "course\t0\tgpu_power\tamd-smi\tGPU 0\tGPU 0 POWER\n0\t0\t100\n0\t1\t101\n0\t2\t102\n");
    EXPECT_EQ(telemetryFrom(all).allSeries(), telemetry.allSeries());
}

TEST(TelemetryLog, UnknownStaysUnknown) {
    Telemetry telemetry;
    const auto timeSeries = telemetry.addSeries({Quantity::NicSent, "lo", "lo sent", "counters", {}});
    telemetry.addSample(*timeSeries, {0, std::nullopt});
    telemetry.addSample(*timeSeries, {1, NAN});
    const Telemetry again = telemetryFrom(written(telemetry));
    ASSERT_THAT(again.allSeries(), SizeIs(1));
    EXPECT_THAT(again.allSeries()[0].samples,
                ElementsAre(TelemetrySample{0, std::nullopt}, TelemetrySample{1, std::nullopt}));
}

TEST(TelemetryLog, OfMoreThanAnHourTheLastHourComesBack) {
    Telemetry telemetry;
    TelemetryWriter writer;
    const auto timeSeries = telemetry.addSeries({Quantity::CpuLoad, "host", "host CPU load", "counters", {}});
    std::string all;
    for (std::size_t second = 0; second < Telemetry::kMaxSamples + 100; ++second) {
        telemetry.addSample(*timeSeries, {static_cast<double>(second), static_cast<double>(second % 7)});
        if (second % 50 == 0)
            all += writer.more(telemetry);
    }
    all += writer.more(telemetry);
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'),
              static_cast<std::ptrdiff_t>(Telemetry::kMaxSamples + 101))
        << "each of them once";
    const Telemetry again = telemetryFrom(all);
    EXPECT_THAT(again.allSeries()[0].samples, SizeIs(Telemetry::kMaxSamples));
    EXPECT_EQ(again.allSeries(), telemetry.allSeries());
    EXPECT_EQ(telemetryFrom(written(telemetry)).allSeries()[0].samples, telemetry.allSeries()[0].samples);
}

TEST(TelemetryLog, ANameOfAHostEndsNoLine) {
    Telemetry telemetry;
    telemetry.addSeries({Quantity::CpuLoad, "a\tb\nc", "x\ngap\ty", "counters", {}});
    telemetry.addGap("one\ntwo");
    const Telemetry again = telemetryFrom(written(telemetry));
    ASSERT_THAT(again.allSeries(), SizeIs(1));
    EXPECT_EQ(again.allSeries()[0].device.find_first_of("\t\n"), std::string::npos);
    EXPECT_THAT(again.gaps(), SizeIs(1));
}

TEST(TelemetryLog, WhatIsNoLineOfItIsLeftOut) {
    const char *const kGood = "course\t7\tcpu_load\tcounters\thost\thost CPU load\n7\t1\t5\n";
    for (const char *bad : {"7\t2\n", "7\t2\tnan\n", "7\tinf\t3\n", "7\t0.5\t3\n", "8\t2\t3\n", "-1\t2\t3\n",
                            "course\t9\tnonsense\tx\ty\tz\n", "course\t9\n", "\n", "\t\t\n", "7\t2\t3"}) {
        const Telemetry again = telemetryFrom(std::string(kGood) + bad);
        ASSERT_THAT(again.allSeries(), SizeIs(1)) << bad;
        EXPECT_THAT(again.allSeries()[0].samples, ElementsAre(TelemetrySample{1, 5})) << bad;
    }
    EXPECT_THAT(telemetryFrom("").allSeries(), IsEmpty());
}

} // namespace
} // namespace fabricscope::bench
