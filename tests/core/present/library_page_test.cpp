// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/bench/run/RankDevices.h"
#include "core/bench/view/LibraryPage.h"
#include "core/bench/view/LogHost.h"
#include "core/layout/bench/BenchPictureList.h"
#include "core/nccl/log/DebugLog.h"
#include "core/present/bench/BenchTable.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::present {

using bench::BenchView;
using bench::hostOfLog;
using bench::LibraryPage;
using bench::libraryPage;
using bench::LogHost;
using bench::TransportFact;

namespace {

using Rating = TransportFact::Rating;

const LibraryPage::Section *sectionOf(const LibraryPage &page, std::string_view title) {
    const auto found = std::find_if(page.sections.begin(), page.sections.end(),
                                    [&](const auto &section) { return section.title == title; });
    return found == page.sections.end() ? nullptr : &*found;
}

TEST(LibraryPage, ListsTransportsAndStagedConnections) {
    const BenchView view = samples::libraryView();
    const LibraryPage::Section *section = sectionOf(*view.library, "Connections");
    ASSERT_NE(section, nullptr);
    EXPECT_EQ(section->caption, "4 total");
    ASSERT_EQ(section->rows.size(), 3U);
    EXPECT_EQ(section->rows[1],
              (LibraryPage::Row{Rating::Good, "NET/IB with GPUDirect RDMA", "mlx5_0 (NIC 0)", "1"}));
    EXPECT_EQ(section->rows[2].rating, Rating::Bad);
    EXPECT_EQ(section->rows[2].what, "NET/IB through host memory");
}

TEST(LibraryPage, EachWarningHasItsMeaningAndRemedy) {
    const BenchView view = samples::libraryView();
    ASSERT_FALSE(view.library->sections.empty());
    const LibraryPage::Section &first = view.library->sections.front(); // problems come first
    EXPECT_EQ(first.title, "Warnings");
    ASSERT_EQ(first.rows.size(), 1U);
    EXPECT_TRUE(first.rows[0].value.starts_with("Meaning: "));
    EXPECT_TRUE(first.rows[0].note.starts_with("To do: "));
}

TEST(LibraryPage, EachRowIsAnAreaAndARowOfTheTable) {
    const BenchView view = samples::libraryView();
    std::size_t rows = 0;
    for (const LibraryPage::Section &section : view.library->sections)
        rows += section.rows.size();
    const auto charts = chartsOf(view);
    ASSERT_EQ(charts.size(), 1U);
    EXPECT_EQ(layout::layoutBenchChart(view, charts[0], {}).areas.size(), rows);
    const BenchTable table(view, charts[0]);
    ASSERT_EQ(table.rows(), rows);
    EXPECT_EQ(table.cell(0, 0), "Warnings");
    EXPECT_EQ(table.cell(1, 0), "Connections");
    EXPECT_EQ(table.cell(1, 1), "P2P/IPC");
}

TEST(LibraryPage, OfNoLineOfTheLibraryThereIsNoSection) {
    EXPECT_TRUE(libraryPage(nccl::log::DebugLog(), bench::Results(), {}).sections.empty());
}

TEST(RankDevices, AreReadAsEachVersionPrintsThem) {
    const auto device = bench::rankDeviceOf("Group 0 Pid 71 on node-1 device 3 [0x0f] NVIDIA H100");
    ASSERT_TRUE(device);
    EXPECT_EQ(device->host, "node-1");
    EXPECT_EQ(device->device, 3);
    EXPECT_EQ(device->bus, 0x0fU);
    EXPECT_EQ(bench::rankDeviceOf("Pid 71 on n device 0 [0000:c3:00.0] MI300X")->bus, 0xc3U);
    EXPECT_EQ(bench::rankDeviceOf("Pid 71 on n device 0 [c3:00] MI300X")->bus, 0xc3U);
    EXPECT_FALSE(bench::rankDeviceOf("Pid 71 on n device 0 [xyz] MI300X")->bus);
    EXPECT_FALSE(bench::rankDeviceOf("nothing of the kind"));
}

class LogHostTest : public ::testing::Test {
protected:
    LogHostTest() {
        const auto topology = samples::topologyOf(samples::mi355xServer());
        auto examination =
            std::make_shared<const affinity::Examination>(affinity::examine(*topology, affinity::Question()));
        hosts.push_back({"1", "other", {"other"}, {}});
        hosts.push_back({"2", "server", {"server.example.org"}, {topology, std::move(examination)}});
    }
    [[nodiscard]] bench::Results ranked(const char *host) const {
        bench::Results results = samples::allReduce();
        int rank = 0;
        for (const affinity::Gpu &gpu : hosts[1].facts.examination->judgement.fabric.gpus) {
            results.context.push_back(
                {fmt::format("rank_{}", rank),
                 fmt::format("Group 0 Pid 1 on {} device {} [0x{:02x}] MI355X", host, rank, gpu.bdf->bus)});
            ++rank;
        }
        return results;
    }
    std::vector<LogHost> hosts;
};

TEST_F(LogHostTest, IsTheOneWhoseNameRanksPrint) {
    EXPECT_EQ(hostOfLog(ranked("other"), hosts), 0U);
    EXPECT_EQ(hostOfLog(ranked("server"), hosts), 1U);
}

TEST_F(LogHostTest, IsElseTheOneWithAllTheGpusUnlessTwoHaveThem) {
    EXPECT_EQ(hostOfLog(ranked("renamed"), hosts), 1U);
    hosts.push_back(hosts[1]);
    hosts.back().names = {"twin"};
    EXPECT_FALSE(hostOfLog(ranked("renamed"), hosts));
}

TEST_F(LogHostTest, IsUnknownWhenTheLogNamesNoHost) {
    EXPECT_FALSE(hostOfLog(samples::allReduce(), hosts));
}

} // namespace
} // namespace fabricscope::present
