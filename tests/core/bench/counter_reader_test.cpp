// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/CounterTable.h"
#include "core/bench/run/OutputParser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fabricscope::bench {
namespace {

using output::grownBy;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

Results read(const std::string &text) {
    const auto parser = makeParser("counters");
    parser->feed("# fabricscope counters 1\n" + text);
    parser->end();
    EXPECT_EQ(parser->results().size(), 1U);
    return parser->results().empty() ? Results() : parser->results().front();
}

const Series *seriesOf(const Results &results, const std::string &name) {
    for (const Series &series : results.series)
        if (series.name == name)
            return &series;
    ADD_FAILURE() << "no series " << name;
    static const Series kNone;
    return &kNone;
}

std::vector<std::optional<double>> valuesOf(const Results &results, const std::string &name) {
    std::vector<std::optional<double>> values;
    for (const Point &point : seriesOf(results, name)->points)
        values.push_back(point.y);
    return values;
}

std::optional<double> totalOf(const Results &results, const std::string &name) {
    for (const Field &field : results.summary.fields)
        if (field.name == name)
            return field.value;
    return std::nullopt;
}

TEST(Counters, BecomeRatesByTheTimeBetweenTwoReadingsWhateverThePeriod) {
    const Results results = read("time 100.00\nrdma mlx5_0/1 port_xmit_data=1000 port_rcv_data=5\n"
                                 "time 101.00\nrdma mlx5_0/1 port_xmit_data=1250001000 port_rcv_data=5\n"
                                 "time 103.50\nrdma mlx5_0/1 port_xmit_data=4375001000 port_rcv_data=5\n");
    // 1.25e9 words of four bytes per second are 40 Gb/s.
    EXPECT_THAT(valuesOf(results, "mlx5_0 sent"),
                ElementsAre(Optional(DoubleNear(40, 1e-9)), Optional(DoubleNear(40, 1e-9))));
    EXPECT_THAT(valuesOf(results, "mlx5_0 received"), ElementsAre(Optional(0.0), Optional(0.0)));
    EXPECT_EQ(seriesOf(results, "mlx5_0 sent")->unit, "Gb/s");
    EXPECT_EQ(seriesOf(results, "mlx5_0 sent")->subject, "mlx5_0");
    EXPECT_EQ(seriesOf(results, "mlx5_0 sent")->axis, Axis::Seconds);
    EXPECT_EQ(seriesOf(results, "mlx5_0 sent")->points.back().x, 3.5);
    EXPECT_THAT(totalOf(results, "mlx5_0 sent"), Optional(4375000000.0 * 4));
}

TEST(Counters, OfInterfacesCountBytes) {
    const Results results = read("time 5\nnet eth0 tx_bytes=100 rx_bytes=200\n"
                                 "time 6\nnet eth0 tx_bytes=1100 rx_bytes=200\n");
    EXPECT_THAT(valuesOf(results, "eth0 sent"), ElementsAre(Optional(DoubleNear(8e-6, 1e-12))));
    EXPECT_THAT(totalOf(results, "eth0 sent"), Optional(1000.0));
}

TEST(Counters, WrapAroundAtTheEndOfTheirBits) {
    EXPECT_THAT(grownBy(0xFFFFFFF0, 0x10), Optional(0x20U));
    EXPECT_THAT(grownBy(0xFFFFFFFFFFF0, 0x10), Optional(0x20U));
    EXPECT_THAT(grownBy(0xFFFFFFFFFFFFFFF0, 0x10), Optional(0x20U));
    EXPECT_THAT(grownBy(7, 7), Optional(0U));
}

TEST(Counters, GiveNoRateAfterAReset) {
    EXPECT_EQ(grownBy(5000, 10), std::nullopt);
    EXPECT_EQ(grownBy(0xFFFFFFF0, 0x7FFFFFFF), std::nullopt); // too large for a wrap-around
    const Results results = read("time 1\nnet eth0 tx_bytes=5000\ntime 2\nnet eth0 tx_bytes=10\n"
                                 "time 3\nnet eth0 tx_bytes=1010\n");
    EXPECT_THAT(valuesOf(results, "eth0 sent"),
                ElementsAre(Eq(std::nullopt), Optional(DoubleNear(8e-6, 1e-12))));
    EXPECT_THAT(totalOf(results, "eth0 sent"), Optional(1000.0));
}

TEST(Counters, AreUnknownOnceSaturatedAt32Bits) {
    EXPECT_EQ(grownBy(0xFFFFFFFF, 0xFFFFFFFF), std::nullopt);
    EXPECT_THAT(grownBy(0x100000000, 0x100000000), Optional(0U));
}

TEST(Counters, ThatCannotBeReadAreUnknownAndSoIsTheRateBehindThem) {
    const Results results = read("time 1\nnet eth0 tx_bytes=0\ntime 2\nnet eth0 tx_bytes=?\n"
                                 "time 3\nnet eth0 tx_bytes=1000\ntime 4\nnet eth0 tx_bytes=2000\n");
    EXPECT_THAT(valuesOf(results, "eth0 sent"),
                ElementsAre(Eq(std::nullopt), Optional(DoubleNear(8e-6, 1e-12))));
    const Results gauge = read("time 1\ngpu 0000:c1:00.0 power1_input=? power1_cap=750000000\n");
    EXPECT_THAT(valuesOf(gauge, "0000:c1:00.0 power"), ElementsAre(Eq(std::nullopt)));
    EXPECT_THAT(valuesOf(gauge, "0000:c1:00.0 power limit"), ElementsAre(Optional(750.0)));
    ASSERT_EQ(gauge.context.size(), 1U);
    EXPECT_EQ(gauge.context.front().value, "0000:c1:00.0 power1_input");
}

TEST(Counters, AfterADeviceWasAwayCountTheWholeTimeBetween) {
    const Results results = read("time 1\nnet eth0 tx_bytes=0\ntime 2\ntime 3\nnet eth0 tx_bytes=2000\n");
    EXPECT_THAT(valuesOf(results, "eth0 sent"), ElementsAre(Optional(DoubleNear(8e-6, 1e-12))));
}

TEST(Counters, OfAnotherStartOfTheMachineAreNotSubtracted) {
    const Results results = read("time 500\nnet eth0 tx_bytes=100\ntime 3\nnet eth0 tx_bytes=900\n"
                                 "time 4\nnet eth0 tx_bytes=1900\n");
    EXPECT_THAT(valuesOf(results, "eth0 sent"), ElementsAre(Optional(DoubleNear(8e-6, 1e-12))));
    EXPECT_EQ(seriesOf(results, "eth0 sent")->points.back().x, 1); // x never decreases
}

TEST(Counters, OfFaultsAreHowManySinceTheFirstReading) {
    const Results results = read("time 1\nrdma ionic_0/1 req_rx_pkt_seq_err=70\n"
                                 "time 2\nrdma ionic_0/1 req_rx_pkt_seq_err=70\n"
                                 "time 3\nrdma ionic_0/1 req_rx_pkt_seq_err=73\n");
    EXPECT_THAT(valuesOf(results, "ionic_0 sequence errors"),
                ElementsAre(Optional(0.0), Optional(0.0), Optional(3.0)));
    EXPECT_EQ(seriesOf(results, "ionic_0 sequence errors")->unit, "");
}

TEST(Counters, OfProcessorsAreShares) {
    const Results results =
        read("time 1\ncpu - user=10 nice=0 system=10 idle=80 iowait=0 irq=0 softirq=0 steal=0\n"
             "time 2\ncpu - user=30 nice=0 system=20 idle=140 iowait=5 irq=0 softirq=5 steal=0\n");
    EXPECT_THAT(valuesOf(results, "host CPU load"), ElementsAre(Optional(DoubleNear(35, 1e-9))));
    EXPECT_THAT(valuesOf(results, "host softirq"), ElementsAre(Optional(DoubleNear(5, 1e-9))));
}

TEST(Counters, OfGpusAreAsTheyAre) {
    const Results results = read("time 1\ngpu 0000:c1:00.0 power1_average=412000000 temp2_input=71000 "
                                 "temp2_crit=105000 gpu_busy_percent=97 current_link_speed=32.0 "
                                 "current_link_width=16 freq1_input=2100000000\n"
                                 "pcie 0000:c1:00.0 received_bytes=1000000000 sent_bytes=48000000000\n");
    EXPECT_THAT(valuesOf(results, "0000:c1:00.0 power"), ElementsAre(Optional(412.0)));
    EXPECT_THAT(valuesOf(results, "0000:c1:00.0 temperature"), ElementsAre(Optional(71.0)));
    EXPECT_THAT(valuesOf(results, "0000:c1:00.0 temperature limit"), ElementsAre(Optional(105.0)));
    EXPECT_THAT(valuesOf(results, "0000:c1:00.0 clock"), ElementsAre(Optional(2100.0)));
    EXPECT_THAT(valuesOf(results, "0000:c1:00.0 PCIe sent"), ElementsAre(Optional(DoubleNear(384, 1e-9))));
}

TEST(Counters, OfASecondPortKeepTheirNumber) {
    const Results results =
        read("time 1\nrdma mlx5_0/2 port_xmit_data=0\ntime 2\nrdma mlx5_0/2 port_xmit_data=1\n");
    EXPECT_EQ(seriesOf(results, "mlx5_0/2 sent")->subject, "mlx5_0/2");
}

TEST(Counters, OfNobodyKnowsAreLeftOut) {
    const Results results = read("time 1\nnet eth0 made_up=3 tx_bytes =3 =4 tx_bytes=-1\nfoo bar=1\nrdma\n");
    for (const Series &series : results.series)
        for (const Point &point : series.points)
            EXPECT_EQ(point.y, std::nullopt) << series.name;
}

TEST(Counters, OfManyMadeUpDevicesAreBounded) {
    std::string text = "time 1\n";
    for (int i = 0; i < 6000; ++i)
        text += "net e" + std::to_string(i) + " tx_bytes=1\n";
    EXPECT_LE(read(text).series.size(), 4096U);
}

} // namespace
} // namespace fabricscope::bench
