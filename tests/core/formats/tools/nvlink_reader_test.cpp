// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

TEST(NvlinkReader, CountsErrors) {
    const host::Host host = hostOfText(
        "GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: Replay Errors: 0\n\t Link 0: CRC Errors: 3\n"
        "\t Link 1: Replay Errors: 0\n\t Link 1: CRC Errors: 4\n\t Link 1: FEC Errors - 0: 900\n"
        "GPU 1: NVIDIA X900 (UUID: GPU-22)\n\t Link 0: Replay Errors: 0\n\t Link 0: CRC Errors: 0\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU0 nvlink_errors 7 7 CRC Errors, links 0-1"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].tool, "nvidia-smi nvlink -e");
    EXPECT_THAT(host.deviceMatrices[0].columns, ElementsAre("Model", "CRC Errors", "Replay Errors", "UUID"));
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells, ElementsAre("NVIDIA X900", "7", "0", "GPU-11"));
}

TEST(NvlinkReader, NamesInactiveLinks) {
    const std::string first = "GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: 50 GB/s\n\t Link 1: <inactive>\n"
                              "\t Link 2: <inactive>\n";
    EXPECT_THAT(faultsOf(hostOfText(first)), ElementsAre("GPU0 nvlink_inactive 2 links 1-2"));
    EXPECT_THAT(faultsOf(hostOfText("GPU 0: NVIDIA X900 (UUID: GPU-11)\n\t Link 0: <inactive>\n")),
                ElementsAre("GPU0 nvlink_unused 1 link 0"))
        << "without a bridge that is normal";
    const auto gpus = [](int up, int inactive) {
        std::string text;
        for (int gpu = 0; gpu < up + inactive; ++gpu)
            text += "GPU " + std::to_string(gpu) + ": NVIDIA X900 (UUID: GPU-" + std::to_string(gpu) +
                    ")\n\t Link 0: " + (gpu < up ? "50 GB/s" : "<inactive>") + "\n";
        return text;
    };
    EXPECT_THAT(faultsOf(hostOfText(gpus(2, 1))), ElementsAre("GPU2 nvlink_unused 1 link 0"))
        << "two GPUs with a bridge, and one without";
    EXPECT_THAT(faultsOf(hostOfText(gpus(7, 1))), ElementsAre("GPU7 nvlink_inactive 1 link 0"))
        << "the eighth GPU of a server with NVSwitches";
}

TEST(NvlinkReader, ReadsTheTextOfOneGpuThatIsNotTheFirst) {
    const std::string name = "GPU 5: NVIDIA X900 (UUID: GPU-55)\n";
    const std::string states = name + "\t Link 0: <inactive>\n\t Link 1: 50 GB/s\n\t Link 2: 50 GB/s\n";
    EXPECT_EQ(kindOf(states), "nvidia-smi nvlink -s");
    EXPECT_THAT(faultsOf(hostOfText(states)), ElementsAre("GPU5 nvlink_inactive 1 link 0"));
    const std::string one = name + "\t Link 17: Replay Errors: 0\n\t Link 17: CRC Errors: 8\n";
    EXPECT_EQ(kindOf(one), "nvidia-smi nvlink -s") << "of one link, too";
    EXPECT_THAT(faultsOf(hostOfText(pasted(one, true))),
                ElementsAre("GPU5 nvlink_errors 8 8 CRC Errors, link 17"));
    EXPECT_EQ(kindOf(name + "\tNVML: Unable to retrieve NVLink information as all links are inActive\n"),
              "nvidia-smi nvlink -s");
    EXPECT_EQ(kindOf(name), "nvidia-smi -L");
}

TEST(NvlinkReader, ReadsWhatLinksCanDo) {
    const host::Host host =
        hostOfText("GPU 3: NVIDIA X900 (UUID: GPU-33)\n\t Link 0, P2P is supported: true\n"
                   "\t Link 0, SLI is supported: false\n\t Link 1, P2P is supported: false\n"
                   "\t Link 1, SLI is supported: false\n");
    EXPECT_TRUE(host.toolFaults.empty());
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].tool, "nvidia-smi nvlink -c");
    EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU3");
    EXPECT_THAT(host.deviceMatrices[0].columns,
                ElementsAre("Model", "P2P is supported", "SLI is supported", "UUID"));
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells,
                ElementsAre("NVIDIA X900", "false: link 1; true: link 0", "false", "GPU-33"));
}

TEST(NvlinkReader, NamesTheGpuOfOtherTexts) {
    const std::string table =
        "| NVIDIA-SMI 580.65.06   Driver Version: 580.65.06   CUDA Version: 13.0 |\n"
        "|   5  NVIDIA X900        On  |   00000000:61:00.0 Off |                    0 |\n";
    const std::string links = "GPU 5: NVIDIA X900 (UUID: GPU-55)\n\t Link 0: CRC Errors: 8\n";
    EXPECT_THAT(faultsOf(hostOfTexts({table, links})),
                ElementsAre("0000:61:00.0 nvlink_errors 8 8 CRC Errors, link 0"));
    const std::string query = "==============NVSMI LOG==============\nDriver Version : 580.65.06\n"
                              "Attached GPUs : 8\nGPU 00000000:61:00.0\n    Product Name : NVIDIA X900\n"
                              "    GPU UUID : GPU-55\n";
    const host::Host host = hostOfTexts({query, links});
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:61:00.0 nvlink_errors 8 8 CRC Errors, link 0"));
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].smiIndex.valueOr(-1), 5) << "by its UUID";
    const std::string other = "GPU 5: NVIDIA X900 (UUID: GPU-66)\n";
    EXPECT_FALSE(hostOfTexts({query, other}).gpus.at(0).smiIndex.known());
}

TEST(NvlinkReader, LinksThatNoBridgeOfACardUsesAreNoFault) {
    const auto cards = [](std::initializer_list<int> up, const std::string &model) {
        std::string text;
        int gpu = 0;
        for (const int links : up) {
            text +=
                "GPU " + std::to_string(gpu) + ": " + model + " (UUID: GPU-" + std::to_string(gpu) + ")\n";
            for (int link = 0; link < 12; ++link)
                text += "\t Link " + std::to_string(link) + (link < links ? ": 25 GB/s\n" : ": <inactive>\n");
            ++gpu;
        }
        return faultsOf(hostOfText(text));
    };
    EXPECT_THAT(cards({4, 4}, "NVIDIA H900 NVL"), testing::IsEmpty()) << "one bridge of three";
    EXPECT_THAT(cards({8, 8, 8, 8}, "NVIDIA A900 80GB PCIe"), testing::IsEmpty()) << "two pairs";
    EXPECT_THAT(cards({8, 8, 0}, "NVIDIA A900 80GB PCIe"), ElementsAre("GPU2 nvlink_unused 12 links 0-11"));
    EXPECT_THAT(cards({8, 7, 8, 8}, "NVIDIA A900 80GB PCIe"),
                ElementsAre("GPU1 nvlink_inactive 5 links 7-11"));
    EXPECT_THAT(cards({8, 8, 8, 8, 8}, "NVIDIA A900-SXM4-80GB"), testing::SizeIs(5));
}

} // namespace
} // namespace fabricscope::formats
