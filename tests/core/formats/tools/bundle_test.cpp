// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

std::vector<std::string> namesOf(std::string_view text) {
    std::vector<std::string> names;
    const auto parts = splitBundle("x.log", text);
    if (parts)
        for (const BundlePart &part : *parts)
            names.push_back(part.name);
    return names;
}

const std::string kLspci = "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                           "\tSubsystem: NVIDIA Corporation Device [10de:16c1]\n\tNUMA node: 0\n";
const std::string kNumactl =
    "available: 1 nodes (0)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 1000 MB\nnode distances:\n"
    "node   0 \n  0:  10 \n";
const std::string kDevinfo =
    "hca_id:\tmlx5_0\n\tfw_ver:\t\t\t28.41.1000\n\t\tport:\t1\n\t\t\tstate:\tPORT_ACTIVE (4)\n";
const std::string kSmi = "| NVIDIA-SMI 570.86.15   Driver Version: 570.86.15   CUDA Version: 12.8 |\n"
                         "|   0  NVIDIA H100            On  |   00000000:41:00.0 Off |  0 |\n| N/A  31C |  "
                         "1MiB / 81559MiB | 0% |\n";

/// The common content of all bundles below.
void expectAll(const host::Host &host) {
    EXPECT_NE(host.function(bdf("0000:41:00.0")), nullptr);
    EXPECT_EQ(host.numaNodes.size(), 1U);
    EXPECT_EQ(host.rdmaDevices.size(), 1U);
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(*host.gpus[0].model, "NVIDIA H100");
}

const std::string kRule = "____________________________________________\n";

TEST(Bundle, SplitsNvidiaBugReports) {
    const std::string report =
        kRule +
        "\nStart of NVIDIA bug report log file.  Please include this file, along\n"
        "with a description of your problem.\n\nnvidia-bug-report.sh Version: 1\n\nDate: x\n"
        "uname: Linux gpu-07 6.8.0-60-generic #63 SMP x86_64 GNU/Linux\ncommand line flags: \n\n" +
        kRule +
        "\n*** /etc/issue\n*** ls: -rw-r--r-- 1 root root 26 2025-01-01 00:00:00.0 +0000 "
        "/etc/issue\nDebian\n\n" +
        kRule + "\n*** /var/log/nvidia-installer.log does not exist\n\n" + kRule +
        "\n/usr/bin/lspci -nnDvvvxxxx\n\n" + kLspci + "\n" + kRule +
        "\ndmesg:\n\n[    0.5] DMAR: IOMMU enabled\n" + kRule +
        "\n*** /proc/cmdline\n*** ls: -r--r--r-- 1 root root 0 2025-01-01 00:00:00.0 +0000 /proc/cmdline\n"
        "BOOT_IMAGE=/vmlinuz iommu=pt\n\n" +
        kRule +
        "\n*** /proc/driver/nvidia/./gpus/0000:41:00.0/information\n*** ls: -r--r--r-- 1 root root 0 "
        "2025-01-01 "
        "00:00:00.0 +0000 /proc/driver/nvidia/./gpus/0000:41:00.0/information\n"
        "Model: \t\t NVIDIA H100\nVideo BIOS: \t 96.00\nBus Location: \t 0000:41:00.0\n\n" +
        kRule + "\n/usr/bin/nvidia-smi\n\n" + kSmi + "\n/usr/bin/nvidia-smi --query --unit\n\nnothing\n\n" +
        kRule + "\n/usr/bin/numactl -H\n\n" + kNumactl + "\n" + kRule + "\nibv_devinfo:\n\n" + kDevinfo +
        "\n" + kRule + "\nEnd of NVIDIA bug report log file.\n";
    EXPECT_THAT(namesOf(report),
                testing::IsSupersetOf({"/usr/bin/lspci -nnDvvvxxxx", "dmesg:", "/proc/cmdline",
                                       "/usr/bin/nvidia-smi", "/usr/bin/nvidia-smi --query --unit"}));
    for (const std::string &form : {report, pasted(report)}) {
        const host::Host host = hostOfText(form);
        expectAll(host);
        EXPECT_EQ(*host.hostname, "gpu-07");
        EXPECT_EQ(*host.commandLine, "BOOT_IMAGE=/vmlinuz iommu=pt");
        EXPECT_EQ(*host.gpus[0].vbios, "96.00");
        EXPECT_EQ(host.kernelMessages.size(), 1U);
    }
}

TEST(Bundle, SplitsRocmTechsupportLogsAlsoWithinTheirSections) {
    const std::string log =
        "=== ROCm TechSupport Log Collection Utility: V1.41 ===\nTue Jul 22\n"
        "===== Section: OS Distribution         ===============\nLinux gpu-07 6.8.0 #1 SMP x86_64 GNU/Linux\n"
        "PRETTY_NAME=\"Ubuntu 24.04\"\nID=ubuntu\n"
        "===== Section: Kernel Boot Parameters  ===============\nroot=/dev/sda1 iommu=pt\n"
        "===== Section: lspci verbose output    ===============\n-[0000:40]---00.0-[41]----00.0  NVIDIA\n" +
        kLspci + "===== Section: NVIDIA Mellanox Info    ===============\n" + kNumactl +
        "===== Section: NVIDIA Mellanox IB output    ===============\nCA 'mlx5_0'\n\tCA type: MT4129\n\tPort "
        "1:\n"
        "\t\tState: Active\n\t\tRate: 400\n" +
        kDevinfo + "mlx5_0 port 1 ==> ens1np0 (Up)\n" + kSmi;
    const host::Host host = hostOfText(log);
    expectAll(host);
    EXPECT_EQ(*host.commandLine, "root=/dev/sda1 iommu=pt");
    EXPECT_EQ(*host.kernel, "6.8.0");
    EXPECT_EQ(*host.rdmaDevices[0].hcaType, "MT4129") << "ibstat";
    EXPECT_EQ(*host.rdmaDevices[0].firmware, "28.41.1000") << "ibv_devinfo behind it";
    EXPECT_EQ(*host.rdmaDevices[0].ports.at(0).netdev, "ens1np0") << "ibdev2netdev behind that";
}

TEST(Bundle, SplitsSessions) {
    for (const char *prompt :
         {"root@gpu-07:~# ", "[root@gpu-07 ~]# ", "$ ", "# ", "+ ", "jane@gpu-07:/tmp$ sudo "}) {
        const std::string p(prompt);
        const std::string session = p + "lspci -nnvvv\n" + kLspci + "\n" + p + "numactl -H\n" + kNumactl + p +
                                    "/usr/bin/ibv_devinfo\n" + kDevinfo + p + "nvidia-smi\n" + kSmi;
        EXPECT_THAT(namesOf(session),
                    ElementsAre("lspci -nnvvv", "numactl -H", "/usr/bin/ibv_devinfo", "nvidia-smi"))
            << prompt;
        expectAll(hostOfText(session));
        expectAll(hostOfText(pasted(session)));
    }
}

TEST(Bundle, SplitsWhatScriptsPrintBetween) {
    for (const auto &[before, behind] : std::vector<std::pair<std::string, std::string>>{{"### ", " ###"},
                                                                                         {"===== ", " ====="},
                                                                                         {"==> ", ".txt <=="},
                                                                                         {"--- ", " ---"},
                                                                                         {"Running: ", ""},
                                                                                         {"", ""}}) {
        const std::string text = before + "lspci" + behind + "\n" + kLspci + before + "numactl" + behind +
                                 "\n" + kNumactl + before + "ibv_devinfo" + behind + "\n" + kDevinfo +
                                 before + "nvidia-smi" + behind + "\n" + kSmi;
        EXPECT_EQ(namesOf(text).size(), 4U) << before;
        expectAll(hostOfText(text));
    }
}

TEST(Bundle, SplitsMarkdown) {
    const std::string page =
        "# My server\n\nIt is slow. Here is all of it:\n\n## `lspci -nnvvv`\n\n```console\n" + kLspci +
        "```\n\n<details><summary>numactl -H</summary>\n\n~~~\n" + kNumactl +
        "~~~\n</details>\n\nAnd:\n```\n$ ibv_devinfo\n" + kDevinfo + "$ nvidia-smi\n" + kSmi +
        "```\nThanks!\n";
    EXPECT_THAT(namesOf(page),
                testing::IsSupersetOf({"lspci -nnvvv", "numactl -H", "ibv_devinfo", "nvidia-smi"}));
    expectAll(hostOfText(page));
    expectAll(hostOfText(pasted(page)));
}

TEST(Bundle, FindsToolsWithoutAnySeparator) {
    expectAll(hostOfText(kLspci + "\n" + kNumactl + "\n" + kDevinfo + kSmi));
}

TEST(Bundle, LeavesSingleTextsAlone) {
    const std::string tree = "-+-[0000:40]-+-00.0  Intel\n |           \\-01.0-[41]----00.0  NVIDIA\n"
                             " \\-[0000:00]-+-00.0  Intel\n";
    for (const std::string &text :
         {kLspci, kNumactl, kDevinfo, kSmi, tree, std::string("[    0.5] DMAR: IOMMU enabled\n"),
          std::string(), std::string("# a comment about lspci, which is a tool\nNCCL_DEBUG=INFO\n"),
          std::string(
              "I ran lspci and it said nothing.\nlspci is broken, I think.\n- nvidia-smi shows nothing\n")})
        EXPECT_FALSE(splitBundle("x.txt", text).has_value()) << text;
}

TEST(Bundle, CostsTimeInProportionToItsLength) {
    // Many nested separators of all kinds, many parts: the number is bounded, and each part is a view.
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += kRule + "\n```\n===== Section: x =====\n$ lspci\nhca_id: a\nCA 'b'\n";
    const auto parts = splitBundle("x", text);
    ASSERT_TRUE(parts);
    EXPECT_LE(parts->size(), 4096U);
    for (const BundlePart &part : *parts)
        EXPECT_TRUE(part.text.data() >= text.data() &&
                    part.text.data() + part.text.size() <= text.data() + text.size());
}

} // namespace
} // namespace fabricscope::formats
