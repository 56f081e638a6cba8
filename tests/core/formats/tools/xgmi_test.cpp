// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three GPUs as releases since 7.0 print them.
std::string metricTable(std::string_view rateOfLast) {
    return fmt::format("LINK METRIC TABLE:\n"
                       "       bdf           bit_rate  max_bandwidth  link_type  GPU0       GPU1       GPU2\n"
                       "GPU0   0000:0d:00.0  36 Gb/s   576 Gb/s       XGMI\n"
                       " Read                                                    N/A        39.61 TB   2 KB\n"
                       " Write                                                   N/A        41.96 TB   0 B\n"
                       "GPU1   0000:2d:00.0  36 Gb/s   576 Gb/s       XGMI\n"
                       " Read                                                    1.123 PB   N/A        7 MB\n"
                       " Write                                                   1.5 PB     N/A        7 MB\n"
                       "GPU2   0000:4d:00.0  {}\n"
                       " Read                                                    9.1 GB     1.1 GB     N/A\n"
                       " Write                                                   9.1 GB     1.1 GB     N/A\n",
                       rateOfLast);
}

std::string states(const std::string &rows) {
    return "XGMI LINK STATUS:\n       bdf           GPU0          GPU1          GPU2\n" + rows +
           "\n\nLegend:\n  SELF = Current GPU\n  N/A = Not supported\n  U / D / X = Link is Up / Down / "
           "Disabled\n";
}

TEST(XgmiMetrics, NameColumnsByNumbersAndAmountsInAnyUnit) {
    const std::string text = metricTable("36 Gb/s   576 Gb/s       XGMI");
    EXPECT_EQ(kindOf(text), "amd-smi xgmi");
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.gpuLinks.size(), 3U);
    EXPECT_EQ(host.gpuLinks[1].from, bdf("0000:0d:00.0"));
    EXPECT_EQ(host.gpuLinks[1].to, bdf("0000:4d:00.0"));
    EXPECT_DOUBLE_EQ(host.gpuLinks[1].bandwidth.value_or(GigabytesPerSecond{0}).value, 72);
    EXPECT_THAT(faultsOf(host), IsEmpty());
}

TEST(XgmiMetrics, OfATextThatIsCutWithAMark) {
    const host::Host host =
        hostOfText(metricTable("36 Gb/s   576 Gb/s       XGMI") + " \n[output truncated]\n");
    EXPECT_EQ(host.gpus.size(), 3U);
    EXPECT_EQ(host.gpuLinks.size(), 3U);
}

TEST(XgmiMetrics, ShowTheGpuWhoseLinksAreSlower) {
    EXPECT_THAT(faultsOf(hostOfText(metricTable("20 Gb/s   320 Gb/s       XGMI"))),
                ElementsAre("0000:4d:00.0 xgmi_slow 20 Gb/s, others 36 Gb/s"));
    for (const char *none : {"65535 Gb/s4294967295 Gb/sN/A", "N/A       N/A             N/A",
                             "65535 Gb/s 4294967295 Gb/s XGMI", "20 Gb/s   320 Gb/s       PCIE"})
        EXPECT_THAT(faultsOf(hostOfText(metricTable(none))), IsEmpty()) << none;
}

TEST(XgmiStates, OfLinksToEachGpu) {
    const std::string text = states("GPU0\t0000:0d:00.0   SELF          U             U/D\n"
                                    "GPU1\t0000:2d:00.0   U             SELF          X\n"
                                    "GPU2\t0000:4d:00.0   U             U             SELF\n");
    EXPECT_EQ(kindOf(text), "amd-smi xgmi");
    EXPECT_THAT(faultsOf(hostOfText(text)), ElementsAre("0000:0d:00.0 xgmi_down 1 to GPU2",
                                                        "0000:2d:00.0 xgmi_disabled_other 1 to GPU2"));
}

TEST(XgmiStates, OfPortsThatAllGpusHaveDisabledAreNoFault) {
    const std::string head = "GPU LINK PORT STATUS:\n       bdf           port_num\n";
    EXPECT_EQ(kindOf(head + "GPU0   0000:0d:00.0  U  X\n"), "amd-smi xgmi");
    EXPECT_THAT(faultsOf(hostOfText(head + "GPU0   0000:0d:00.0  X  U  U  U\n"
                                           "GPU1   0000:2d:00.0  U  X  U  U\n")),
                IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(head + "GPU0   0000:0d:00.0  X  U  X  U\n"
                                           "GPU1   0000:2d:00.0  U  X  U  U\n")),
                ElementsAre("0000:0d:00.0 xgmi_disabled_other 2"));
    EXPECT_THAT(faultsOf(hostOfText(head + "GPU0   0000:0d:00.0  D  D  X  D\n"
                                           "GPU1   0000:2d:00.0  D  D  D  D\n")),
                IsEmpty())
        << "what drivers of virtual functions report of working links";
    EXPECT_THAT(faultsOf(hostOfText(head + "GPU0   0000:0d:00.0  D  D  D  D\n"
                                           "GPU1   0000:2d:00.0  U  U  D  U\n")),
                ElementsAre("0000:0d:00.0 xgmi_down 4 link 0, link 1, link 2, link 3",
                            "0000:2d:00.0 xgmi_down 1 link 2"));
}

/// `lspci -nn` of GPUs of this model at the addresses of these tests.
std::string listed(const std::string &vendor, const std::vector<std::string> &devices) {
    static constexpr std::string_view kAddresses[] = {"0d", "2d", "4d", "6d"};
    std::string text;
    for (std::size_t i = 0; i < devices.size(); ++i)
        text += fmt::format("0000:{}:00.0 3D controller [0302]: Device [{}:{}]\n", kAddresses[i], vendor,
                            devices[i]);
    return text;
}

TEST(XgmiStates, AreAWarningWhereBoardsConnectAllGpusEqually) {
    const std::string ports = "GPU LINK PORT STATUS:\n       bdf           port_num\n"
                              "GPU0   0000:0d:00.0  X  U  X  U\nGPU1   0000:2d:00.0  U  X  U  U\n";
    EXPECT_THAT(faultsOf(hostOfTexts({listed("1002", {"75a3", "75a3"}), ports})),
                ElementsAre("0000:0d:00.0 xgmi_disabled 2"));
    EXPECT_THAT(faultsOf(hostOfTexts({listed("1002", {"740c", "740c"}), ports})),
                ElementsAre("0000:0d:00.0 xgmi_disabled_other 2"))
        << "MI250";
}

TEST(XgmiStates, NeedNoHeadingButTheTitle) {
    EXPECT_THAT(faultsOf(hostOfText("XGMI LINK STATUS:\nGPU  Address  State of each\n"
                                    "GPU4   0000:8d:00.0  U U D U\n")),
                ElementsAre("0000:8d:00.0 xgmi_down 1 link 2"));
}

TEST(XgmiJson, HasLinksRatesAndStates) {
    const std::string text =
        R"({"xgmi_metric": [{"gpu": 0, "bdf": "0000:0d:00.0", "link_metrics": {"bit_rate": {"value": 36,
"unit": "Gb/s"}, "max_bandwidth": {"value": 576, "unit": "Gb/s"}, "link_type": "XGMI", "links": [{"gpu": 0,
"bdf": "0000:0d:00.0", "read": "N/A", "write": "N/A"}, {"gpu": 1, "bdf": "0000:2d:00.0", "read": {"value": 5,
"unit": "KB"}, "write": {"value": 6, "unit": "KB"}}]}}, {"gpu": 1, "bdf": "0000:2d:00.0", "link_metrics": {
"bit_rate": {"value": 18, "unit": "Gb/s"}, "max_bandwidth": {"value": 288, "unit": "Gb/s"}, "link_type":
"XGMI", "links": [{"gpu": 0, "bdf": "0000:0d:00.0", "read": {"value": 5, "unit": "KB"}, "write": "N/A"}]}}],
"link_status": [{"gpu": 0, "bdf": "0000:0d:00.0", "link_status": ["SELF", "U"]}, {"gpu": 1, "bdf":
"0000:2d:00.0", "link_status": ["D", "SELF"]}]})";
    EXPECT_EQ(kindOf(text, "x.json"), "amd-smi xgmi");
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.gpuLinks.size(), 1U);
    EXPECT_EQ(host.gpuLinks[0].to, bdf("0000:2d:00.0"));
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:2d:00.0 xgmi_slow 18 Gb/s, others 36 Gb/s",
                                            "0000:2d:00.0 xgmi_down 1 to GPU0"));
    EXPECT_EQ(kindOf(text.substr(text.find("\"link_status\": [") - 1), "x.json"), "");
    EXPECT_EQ(kindOf("{" + text.substr(text.find("\"link_status\": [")), "x.json"), "amd-smi xgmi");
}

TEST(XgmiErrors, OfRocmSmi) {
    const std::string head = "===== ROCm System Management Interface =====\n===== XGMI Error status =====\n";
    EXPECT_THAT(
        faultsOf(hostOfText(head + "GPU[0]\t\t: XGMI Error count: 0 (No errors detected since last read)\n"
                                   "GPU[1]\t\t: XGMI Error count: 1 (Single error detected since last read)\n"
                                   "GPU[3]\t\t: XGMI Error count: 2 (Multiple errors detected since last "
                                   "read)\n=====\n===== End of ROCm SMI Log =====\n")),
        ElementsAre("GPU1 xgmi_errors one", "GPU3 xgmi_errors several"));
    EXPECT_THAT(faultsOf(hostOfText(R"({"card0": {"XGMI Error count": "0", "PCI Bus": "0000:0D:00.0"},
"card1": {"XGMI Error count": "2", "PCI Bus": "0000:2D:00.0"}})")),
                ElementsAre("0000:2d:00.0 xgmi_errors several"));
}

TEST(XgmiErrors, OfAmdSmi) {
    EXPECT_THAT(faultsOf(hostOfText("GPU: 0\n    PCIE:\n        WIDTH: 16\n    PERF_LEVEL: "
                                    "AMDSMI_DEV_PERF_LEVEL_AUTO\n    XGMI_ERR: AMDSMI_XGMI_STATUS_NO_ERRORS\n"
                                    "\nGPU: 1\n    PCIE:\n        WIDTH: 16\n    XGMI_ERR: "
                                    "AMDSMI_XGMI_STATUS_MULTIPLE_ERRORS\n\nGPU: 2\n    XGMI_ERR: N/A\n")),
                ElementsAre("GPU1 xgmi_errors several"));
}

/// `rocm-smi --showtopo` of four GPUs with these link types.
std::string topology(const std::string &rows) {
    return "===== ROCm System Management Interface =====\n===== Link Type between two GPUs =====\n"
           "       GPU0         GPU1         GPU2         GPU3\n" +
           rows + "===== End of ROCm SMI Log =====\n";
}

TEST(XgmiPairs, WithPcieBetweenGpusOfOneHive) {
    EXPECT_THAT(faultsOf(hostOfText(topology("GPU0   0            XGMI         XGMI         XGMI\n"
                                             "GPU1   XGMI         0            XGMI         PCIE\n"
                                             "GPU2   XGMI         XGMI         0            XGMI\n"
                                             "GPU3   XGMI         PCIE         XGMI         0\n"))),
                ElementsAre(" xgmi_missing 1 GPU1 with GPU3"));
    EXPECT_THAT(faultsOf(hostOfText(topology("GPU0   0            XGMI         PCIE         PCIE\n"
                                             "GPU1   XGMI         0            PCIE         PCIE\n"
                                             "GPU2   PCIE         PCIE         0            XGMI\n"
                                             "GPU3   PCIE         PCIE         XGMI         0\n"))),
                IsEmpty())
        << "two hives";
}

TEST(XgmiPairs, WithoutAnyLinkOfOneGpu) {
    EXPECT_THAT(faultsOf(hostOfText(topology("GPU0   0            XGMI         PCIE         XGMI\n"
                                             "GPU1   XGMI         0            PCIE         XGMI\n"
                                             "GPU2   PCIE         PCIE         0            PCIE\n"
                                             "GPU3   XGMI         XGMI         PCIE         0\n"))),
                ElementsAre("GPU2 xgmi_none_other 3"));
    EXPECT_THAT(faultsOf(hostOfText(topology("GPU0   0            XGMI         XXXX         XGMI\n"
                                             "GPU1   XGMI         0            XXXX         XGMI\n"
                                             "GPU2   XXXX         XXXX         0            XXXX\n"
                                             "GPU3   XGMI         XGMI         XXXX         0\n"))),
                IsEmpty())
        << "not known";
}

TEST(XgmiPairs, WithoutAccess) {
    const auto access = [](const std::string &cell) {
        return "ACCESS TABLE:\n             0000:0d:00.0 0000:2d:00.0 0000:4d:00.0\n"
               "0000:0d:00.0 ENABLED      ENABLED      " +
               cell + "\n0000:2d:00.0 ENABLED      ENABLED      " + cell +
               "\n0000:4d:00.0 ENABLED      ENABLED      ENABLED\n\n";
    };
    EXPECT_THAT(faultsOf(hostOfText(access("ENABLED"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(access("N/A"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(access("DISABLED"))),
                ElementsAre(" p2p_some 2 0000:0d:00.0 with 0000:4d:00.0, 0000:2d:00.0 with 0000:4d:00.0"));
    EXPECT_THAT(faultsOf(hostOfText("===== ROCm System Management Interface =====\n"
                                    "===== Link accessibility between two GPUs =====\n"
                                    "       GPU0         GPU1\nGPU0   True         False\n"
                                    "GPU1   False        True\n===== End of ROCm SMI Log =====\n")),
                ElementsAre(" p2p_none 1 GPU0 with GPU1"));
}

TEST(NvlinkPairs, NameTheGpuWithoutLinks) {
    const auto topo = [](const std::string &last) {
        return "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\tNUMA Affinity\n"
               "GPU0\t X \tNV12\tNV12\tSYS\tPIX\t0-31\t0\nGPU1\tNV12\t X \tNV12\tSYS\tPIX\t0-31\t0\n"
               "GPU2\tNV12\tNV12\t X \t" +
               last + "\tSYS\t32-63\t1\nGPU3\tSYS\tSYS\t" + last + "\t X \tSYS\t32-63\t1\n" +
               "NIC0\tPIX\tPIX\tSYS\tSYS\t X \t\t\n\nLegend:\n  X    = Self\n";
    };
    EXPECT_THAT(faultsOf(hostOfText(topo("NODE"))), ElementsAre("GPU3 nvlink_none_other 3"));
    EXPECT_THAT(faultsOf(hostOfText(topo("NV12"))), IsEmpty()) << "a board that links some pairs only";
    const auto smi = [](const std::string &last) {
        std::string text = "index, name, pci.bus_id\n";
        static constexpr std::string_view kAddresses[] = {"0D", "2D", "4D"};
        for (unsigned i = 0; i < 3; ++i)
            text += fmt::format("{}, NVIDIA A100-SXM4-80GB, 00000000:{}:00.0\n", i, kAddresses[i]);
        return text + "3, " + last + ", 00000000:6D:00.0\n";
    };
    EXPECT_THAT(faultsOf(hostOfTexts({smi("NVIDIA A100-SXM4-80GB"), topo("NODE")})),
                ElementsAre("0000:6d:00.0 nvlink_none 3"));
    EXPECT_THAT(faultsOf(hostOfTexts({smi("NVIDIA DGX Display"), topo("NODE")})),
                ElementsAre("0000:6d:00.0 nvlink_none_other 3"));
}

} // namespace
} // namespace fabricscope::formats
