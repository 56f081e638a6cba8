// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/GdrProof.h"
#include "core/bench/judge/TelemetryFindings.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/run/UsedDevices.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/bench/telemetry/TelemetryChoice.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/support/FindingValue.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using DataPath = GdrProof::DataPath;

/// The output of the two telemetry sources of a host, one second at a time.
class Host {
public:
    explicit Host(const std::string &gpuTool) : m_gpuTool(makeParser(gpuTool)) {
        m_counters->feed("# fabricscope counters 1\n");
    }
    void counters(const std::string &lines) {
        m_counters->feed(fmt::format("time {}\n{}\n", 1000 + m_now, lines));
        telemetry.take(0, m_counters->results(), m_now);
    }
    void gpus(const std::string &text) {
        m_gpuTool->feed(text + "\n");
        telemetry.take(1, m_gpuTool->results(), m_now + 0.3);
    }
    void next() { ++m_now; }

    Telemetry telemetry;

private:
    std::unique_ptr<OutputParser> m_counters = makeParser("counters"), m_gpuTool;
    double m_now = 0;
};

UsedDevices gpuToNic() {
    UsedDevices used;
    used.gpuMemory = true;
    used.gpus = {{"GPU2", {"GPU 2", "0000:c1:00.0"}, 500}};
    used.nics = {{"ionic_3", {"ionic_3", "enp1s0"}, 400}};
    return used;
}

/// Ten seconds with 384 Gb/s through the NIC, and `gpu` MB/s out of GPU 2.
Host tenSeconds(double gpu) {
    Host host("nvidia-smi-dmon");
    host.gpus("# gpu   pwr gtemp rxpci txpci\n# Idx     W     C  MB/s  MB/s");
    for (int second = 0; second < 10; ++second, host.next()) {
        host.counters(
            fmt::format("rdma ionic_3/1 tx_rdma_ucast_bytes={} rx_rdma_ucast_bytes=0", second * 48000000000));
        host.gpus(fmt::format("    1    90    40     3     1\n    2   412    71     5 {:.0f}", gpu));
    }
    return host;
}

TEST(Telemetry, PutsSourcesOnOneClockAndTheirUnitsIntoOne) {
    const Host host = tenSeconds(48000);
    const std::vector<std::string> gpu = {"0000:c1:00.0", "GPU 2"}, nic = {"ionic_3"};
    const TelemetrySeries *power = host.telemetry.find(Quantity::GpuPower, gpu);
    ASSERT_NE(power, nullptr);
    EXPECT_EQ(power->samples.size(), 10U);
    EXPECT_THAT(power->last(), Optional(412.0));
    EXPECT_EQ(power->samples.back().seconds, 9.3);
    const TelemetrySeries *sent = host.telemetry.find(Quantity::NicSent, nic);
    ASSERT_NE(sent, nullptr);
    EXPECT_THAT(sent->last(), Optional(DoubleNear(384, 1e-6)));
    EXPECT_THAT(host.telemetry.find(Quantity::GpuPcieSent, gpu)->last(), Optional(DoubleNear(384, 1e-6)));
    EXPECT_EQ(host.telemetry.find(Quantity::GpuPower, nic), nullptr);
}

TEST(Telemetry, PrefersACounterThatChangesToAConstantOne) {
    Host host("amd-smi");
    for (int second = 0; second < 3; ++second, host.next())
        host.counters(
            fmt::format("rdma ionic_3/1 port_xmit_data=7 tx_rdma_ucast_bytes={}", second * 1000000000LL));
    const std::vector<std::string> nic = {"ionic_3"};
    EXPECT_THAT(host.telemetry.find(Quantity::NicSent, nic)->last(), Optional(DoubleNear(8, 1e-6)));
}

TEST(Telemetry, KeepsAnHourOfEachCourse) {
    Telemetry telemetry;
    Results results;
    results.tool = "counters";
    results.series = {{"host CPU load", "host", "%", Axis::Seconds, {}}};
    for (int second = 0; second < 4000; ++second) {
        results.series[0].points.push_back({static_cast<double>(second), 1.0, {}});
        telemetry.take(0, std::span(&results, 1), second);
    }
    EXPECT_EQ(telemetry.allSeries().front().samples.size(), Telemetry::kMaxSamples);
    EXPECT_EQ(telemetry.allSeries().front().samples.back().seconds, 3999);
}

TEST(Telemetry, GoesOnWhereASourceBeginsAnew) {
    Telemetry telemetry;
    Results results;
    results.tool = "counters";
    results.series = {{"host CPU load", "host", "%", Axis::Seconds, {{0, 1.0, {}}, {1, 2.0, {}}}}};
    telemetry.take(0, std::span(&results, 1), 1);
    telemetry.restart(0);
    results.series[0].points = {{0, 3.0, {}}};
    telemetry.take(0, std::span(&results, 1), 2);
    ASSERT_EQ(telemetry.allSeries().size(), 1U);
    EXPECT_EQ(telemetry.allSeries()[0].samples, (GrowingList<TelemetrySample>{{0, 1.0}, {1, 2.0}, {2, 3.0}}));
}

TEST(Proof, IsDirectWhereTheGpusLinkCarriesWhatTheNicCarries) {
    const auto proof = proofOf(tenSeconds(48100).telemetry, gpuToNic(), {});
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->dataPath, DataPath::Direct);
    EXPECT_THAT(proof->nic, Optional(DoubleNear(48, 0.01)));
    EXPECT_THAT(proof->gpu, Optional(DoubleNear(48.1, 0.01)));
    EXPECT_EQ(proof->samples, 9U); // the first reading of a counter gives no rate
}

TEST(Proof, IsStagedWhereTheGpusLinkIsIdle) {
    EXPECT_EQ(proofOf(tenSeconds(12).telemetry, gpuToNic(), {})->dataPath, DataPath::Staged);
}

TEST(Proof, OfAnotherGpusTrafficIsNone) {
    UsedDevices used = gpuToNic();
    used.gpus = {{"GPU1", {"GPU 1"}, {}}};
    EXPECT_EQ(proofOf(tenSeconds(48000).telemetry, used, {})->dataPath, DataPath::Staged);
    used.gpus.clear(); // unknown GPU: the one with most traffic is used
    EXPECT_EQ(proofOf(tenSeconds(48000).telemetry, used, {})->dataPath, DataPath::Direct);
}

TEST(Proof, IsUnknownAndNamesWhatCannotBeRead) {
    Host host("amd-smi");
    for (int second = 0; second < 4; ++second, host.next())
        host.counters(fmt::format("rdma ionic_3/1 tx_rdma_ucast_bytes={}", second * 48000000000));
    host.telemetry.addGap("amd-smi: the host has no such program");
    const auto proof = proofOf(host.telemetry, gpuToNic(), {});
    EXPECT_EQ(proof->dataPath, DataPath::Unknown);
    EXPECT_EQ(proof->why, "the GPU's PCIe traffic cannot be read (amd-smi: the host has no such program)");
}

TEST(Proof, TakesTheToolsOwnRateWhereTheNicsCountersCannotBeRead) {
    Host host("amd-smi");
    for (int second = 0; second < 4; ++second, host.next())
        host.gpus("GPU  PCIE_BW\n  2  384000 Mb/s");
    EXPECT_EQ(proofOf(host.telemetry, gpuToNic(), GigabytesPerSecond{48})->dataPath, DataPath::Direct);
    EXPECT_EQ(proofOf(host.telemetry, gpuToNic(), {})->dataPath, DataPath::Unknown);
}

TEST(Proof, IsNotAskedForWithoutGpuMemory) {
    UsedDevices used = gpuToNic();
    used.gpuMemory = false;
    EXPECT_FALSE(proofOf(tenSeconds(48000).telemetry, used, {}));
}

TEST(TelemetryFindings, NameWhatSlowedDownLostLanesOrLostPackets) {
    Host host("nvidia-smi-dmon");
    host.gpus("# gpu   pwr gtemp pviol tviol\n# Idx     W     C     %  bool");
    host.gpus("    2   412    71     7     1");
    host.counters("gpu 0000:c1:00.0 current_link_width=16\nrdma ionic_3/1 out_of_sequence=4");
    host.next();
    host.counters("gpu 0000:c1:00.0 current_link_width=8\nrdma ionic_3/1 out_of_sequence=9");
    const auto findings = telemetryFindings(host.telemetry, gpuToNic());
    EXPECT_EQ(test::valueOf(*findingOf(findings, "telemetry.hot"), "devices"), "GPU2");
    EXPECT_EQ(findingOf(findings, "telemetry.capped")->evidence.front().text, "power violation 7");
    EXPECT_EQ(findingOf(findings, "telemetry.narrowed")->evidence.front().text, "x8 now, x16 before");
    EXPECT_EQ(findingOf(findings, "telemetry.nic_faults")->evidence.front().text, "out of sequence 5");
    UsedDevices others;
    others.gpus = {{"GPU1", {"GPU 1"}, {}}};
    EXPECT_THAT(telemetryFindings(host.telemetry, others), IsEmpty()); // of unused devices
}

TEST(TelemetryFindings, OfAHealthyHostAreNone) {
    EXPECT_THAT(telemetryFindings(tenSeconds(48000).telemetry, gpuToNic()), IsEmpty());
}

RunSpec perftest(std::vector<std::string> words) {
    RunSpec spec;
    spec.tool = "perftest";
    spec.command.words = std::move(words);
    return spec;
}

TEST(UsedDevices, OfPerftestAreWhatItsWordsName) {
    const ExaminedHost host = examinedHost(standaloneServer());
    const auto used = usedDevices(perftest({"ib_write_bw", "-d", "ionic_3", "--use_rocm=2"}),
                                  host.topology.get(), &host.examination);
    ASSERT_EQ(used.nics.size(), 1U);
    EXPECT_EQ(used.nics[0].name, "ionic_3");
    EXPECT_THAT(used.nics[0].rate, Optional(400.0));
    ASSERT_EQ(used.gpus.size(), 1U);
    EXPECT_TRUE(used.gpuMemory);
    EXPECT_FALSE(usedDevices(perftest({"ib_write_bw", "-d", "ionic_3"}), nullptr, nullptr).gpuMemory);
    const auto unknown = usedDevices(perftest({"ib_write_bw", "--ib-dev=x0"}), nullptr, nullptr);
    ASSERT_EQ(unknown.nics.size(), 1U);
    EXPECT_EQ(unknown.nics[0].name, "x0");
}

TEST(UsedDevices, OfCollectivesFollowTheirVariables) {
    const ExaminedHost host = examinedHost(standaloneServer());
    RunSpec spec;
    spec.tool = "rccl-tests";
    spec.command.words = {"all_reduce_perf", "-g", "2"};
    spec.command.environment = {{"NCCL_IB_HCA", "=ionic_0:1,ionic_2"}};
    const auto used = usedDevices(spec, host.topology.get(), &host.examination);
    ASSERT_EQ(used.nics.size(), 2U);
    EXPECT_EQ(used.nics[1].name, "ionic_2");
    EXPECT_EQ(used.gpus.size(), 2U);
    spec.command.environment = {{"NCCL_IB_HCA", "^ionic_0"}};
    for (const UsedDevice &nic : usedDevices(spec, host.topology.get(), &host.examination).nics)
        EXPECT_NE(nic.name, "ionic_0");
    spec.command.environment = {{"NCCL_IB_HCA", "ionic_1"}}; // prefixes of names
    EXPECT_THAT(usedDevices(spec, host.topology.get(), &host.examination).nics,
                testing::Each(testing::Field(&UsedDevice::name, testing::StartsWith("ionic_1"))));
}

std::vector<std::string> chosen(const topology::Topology *topology) {
    std::vector<std::string> names;
    for (const TelemetrySource &source : telemetryFor(topology))
        names.push_back(source.tool);
    return names;
}

TEST(UsedDevices, InSoftwareAreThoseThatAreNamedWithTheInterfaceBelowThem) {
    const ExaminedHost host = examinedHost(withSoftRoce(standaloneServer(), "rxe0", "10.8.0.1"));
    const auto nicsOf = [&](std::vector<std::string> words) {
        return usedDevices(perftest(std::move(words)), host.topology.get(), &host.examination).nics;
    };
    const auto named = nicsOf({"ib_write_bw", "-d", "rxe0"});
    ASSERT_EQ(named.size(), 1U);
    EXPECT_THAT(named.front().names, testing::ElementsAre("rxe0", testing::Ne("")));
    EXPECT_FALSE(named.front().rate) << "no card's";
    for (const UsedDevice &nic : nicsOf({"ib_write_bw"}))
        EXPECT_NE(nic.name, "rxe0");
}

TEST(TelemetryChoice, IsByDriverAndByWhatIsInstalled) {
    host::Host amd = standaloneServer();
    EXPECT_THAT(chosen(examinedHost(amd).topology.get()), ElementsAre("amd-smi"));
    amd.missing.push_back({"names and OAM positions of AMD GPUs", "amd-smi is not installed", ""});
    EXPECT_THAT(chosen(examinedHost(amd).topology.get()), ElementsAre("amd-smi"))
        << "a sentence decides nothing";
    amd.missing.back().notInstalled = "amd-smi";
    EXPECT_THAT(chosen(examinedHost(amd).topology.get()), ElementsAre("rocm-smi"));
    for (host::PciFunction &function : amd.functions)
        function.driver = {};
    EXPECT_THAT(chosen(examinedHost(amd).topology.get()), IsEmpty());
    EXPECT_THAT(chosen(nullptr), ElementsAre("nvidia-smi-dmon", "amd-smi", "rocm-smi"));
}

} // namespace
} // namespace fabricscope::bench
