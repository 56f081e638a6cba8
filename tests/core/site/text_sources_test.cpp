// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expectations of hosts of which only the text of a tool is there: judged where it has the value, else
// unknown.
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/core/site/SiteHost.h"

#include <gmock/gmock.h>

#include <string>

namespace fabricscope::site {
namespace {

using checks::Status;
using formats::hostOfText;
using testing::HasSubstr;

constexpr char kIbstat[] =
    "CA 'mlx5_4'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28.39.1002\n"
    "\tHardware version: 0\n\tNode GUID: 0x946dae0300fc7a10\n"
    "\tSystem image GUID: 0x946dae0300fc7a10\n\tPort 1:\n\t\tState: Active\n"
    "\t\tPhysical state: LinkUp\n\t\tRate: 200\n\t\tBase lid: 12\n\t\tLMC: 0\n"
    "\t\tSM lid: 1\n\t\tCapability mask: 0xa751e848\n"
    "\t\tPort GUID: 0x946dae0300fc7a10\n\t\tLink layer: InfiniBand\n";

std::string nvidia(unsigned gpus) {
    std::string text = "==============NVSMI LOG==============\n\n"
                       "Timestamp                                 : Tue Mar  3 11:12:13 2026\n"
                       "Driver Version                            : 550.90.07\n"
                       "CUDA Version                              : 12.4\n\n"
                       "Attached GPUs                             : " +
                       std::to_string(gpus) + "\n";
    for (unsigned i = 0; i < gpus; ++i) {
        const std::string bus = std::to_string(41 + i);
        text +=
            "GPU 00000000:" + bus +
            ":00.0\n"
            "    Product Name                          : NVIDIA H200\n"
            "    VBIOS Version                         : 96.00.A5.00.01\n"
            "    PCI\n        Bus                               : 0x" +
            bus + "\n        Bus Id                            : 00000000:" + bus +
            ":00.0\n"
            "        GPU Link Info\n            PCIe Generation\n"
            "                Max                       : 5\n                Current                   : 5\n"
            "                Device Current            : 5\n                Device Max                : 5\n"
            "                Host Max                  : 5\n"
            "            Link Width\n                Max                       : 16x\n"
            "                Current                   : 16x\n";
    }
    return text;
}

struct Case {
    std::string text;
    std::string_view expected;
    Status status;
};

TEST(TextSources, AreJudgedWhereTheyHaveTheValue) {
    const Case cases[] = {
        {kIbstat, "nic_firmware = \"28.39.*\"", Status::Passed},
        {kIbstat, "nic_firmware = \"28.41.*\"", Status::Failed},
        {kIbstat, "port_gbits_per_s = 200", Status::Passed},
        {kIbstat, "port_gbits_per_s = 400", Status::Failed},
        {kIbstat, "nic_model = \"mt4129\"", Status::Passed},
        {nvidia(4), "gpus = 4", Status::Passed},
        {nvidia(4), "gpus = 8", Status::Failed},
        {nvidia(2), "gpu_model = \"h200\"", Status::Passed},
        {nvidia(2), "gpu_model = \"MI300X\"", Status::Failed},
        {nvidia(2), "gpu_vbios = \"96.00.A5.*\"", Status::Passed},
        {nvidia(2), "gpu_vbios = \"96.00.99.*\"", Status::Failed},
        {nvidia(2), "gpu_driver = \"550.*\"", Status::Passed},
        {nvidia(2), "gpu_driver = \"570.*\"", Status::Failed},
        {nvidia(2), "gpu_link_lanes = 16", Status::Passed},
        {nvidia(2), "gpu_link_generation = 6", Status::Failed},
    };
    for (const Case &each : cases) {
        const checks::CheckedSample sample(hostOfText(each.text));
        const auto report = reportWith(sample, "[expect]\n" + std::string(each.expected) + "\n");
        const checks::CheckResult &result = report.results.back();
        EXPECT_EQ(result.answer.status, each.status)
            << each.expected << ": " << checks::toString(result.answer.status) << " " << result.answer.text;
    }
}

/// What the text does not list may be there.
TEST(TextSources, LeaveUnknownWhatTheyDoNotHave) {
    for (const auto &[text, expected] : {std::pair<std::string, std::string>{kIbstat, "gpus = 8"},
                                         {kIbstat, "gpu_model = \"H200\""},
                                         {kIbstat, "gpu_driver = \"550.*\""},
                                         {kIbstat, "nics = 1"},
                                         {kIbstat, "nic_driver = \"1\""},
                                         {kIbstat, "nic_link_lanes = 16"},
                                         {nvidia(2), "nics = 8"},
                                         {nvidia(2), "nic_firmware = \"1\""},
                                         {nvidia(2), "mtu = 9000"},
                                         {nvidia(2), "gid_index = 3"},
                                         {nvidia(2), "kernel = \"6.8*\""}}) {
        const checks::CheckedSample sample(hostOfText(text));
        const auto report = reportWith(sample, "[expect]\n" + expected + "\n");
        const checks::CheckResult &result = report.results.back();
        EXPECT_EQ(result.answer.status, Status::Unknown)
            << expected << ": " << checks::toString(result.answer.status) << " " << result.answer.text;
        EXPECT_FALSE(result.answer.decides.empty()) << expected << ": " << result.answer.text;
    }
}

/// InfiniBand ports are known to be none of RoCE: that does not apply.
TEST(TextSources, StateWhatDoesNotApplyWhereTheTextDecidesIt) {
    const checks::CheckedSample sample(hostOfText(kIbstat));
    const auto report = reportWith(sample, "[expect]\nmtu = 9000\n");
    EXPECT_EQ(report.results.back().answer.status, Status::NotApplicable)
        << report.results.back().answer.text;
}

} // namespace
} // namespace fabricscope::site
