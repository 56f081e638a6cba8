// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/FileKinds.h"
#include "core/formats/parts/KindParts.h"
#include "tests/core/formats/files/Corpus.h"
#include "tests/core/formats/files/KindTexts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string sectionOf(const KindText &text) {
    const auto kinds = fileKinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const FileKind &each) { return each.name == text.kind; });
    return kind == kinds.end() ? std::string() : std::string(kind->section);
}

std::vector<std::string> sectionsIn(std::string_view text) {
    std::vector<std::string> sections;
    for (const KindPart &part : kindParts(text))
        sections.emplace_back(part.kind ? part.kind->section : "-");
    return sections;
}

/// Pairs that stay one text, or are divided elsewhere, with the reason.
struct Exception {
    std::string_view first, second, reason;
};
constexpr std::string_view kOneTool = "one tool, and one reader for both", kMessage = "its reader takes it";
constexpr Exception kExceptions[] = {
    {"lspci-text", "lspci-hex", kOneTool},
    {"lspci-hex", "lspci-text", kOneTool},
    {"tool-nvidia-smi", "tool-amd-smi", "the border above a title is that of the second table"},
    {"nvidia-smi-error", "tool-nvidia-smi", kMessage},
    {"nvidia-smi-error", "tool-nvidia-smi-l", kMessage},
    {"nvidia-smi-error", "tool-nvidia-smi-q", kMessage},
    {"nvidia-smi-error", "tool-nvidia-smi-query", kMessage},
    {"tool-nvidia-smi", "nvidia-smi-error", kMessage},
    {"tool-nvidia-smi-l", "nvidia-smi-error", kMessage},
    {"tool-nvidia-smi-q", "nvidia-smi-error", kMessage},
    {"tool-nvidia-smi-query", "nvidia-smi-error", kMessage},
};

bool isException(std::string_view first, std::string_view second) {
    return std::any_of(std::begin(kExceptions), std::end(kExceptions),
                       [&](const Exception &each) { return each.first == first && each.second == second; });
}

TEST(KindParts, EachPairOfKindsIsDividedWhereTheSecondBegins) {
    std::size_t pairs = 0, good = 0;
    for (const KindText &first : kKindTexts)
        for (const KindText &second : kKindTexts) {
            const std::string one = sectionOf(first), two = sectionOf(second);
            if (one == two || isException(one, two))
                continue;
            ++pairs;
            const std::string whole = std::string(first.text) + second.text;
            const auto parts = kindParts(whole);
            const bool isGood = parts.size() == 2 && parts[0].kind != nullptr && parts[1].kind != nullptr &&
                                parts[0].kind->section == one && parts[1].kind->section == two &&
                                parts[0].text == first.text;
            good += isGood ? 1 : 0;
            EXPECT_TRUE(isGood) << first.kind << " (" << one << "), " << second.kind << " (" << two
                                << "): " << fmt::format("{}", fmt::join(sectionsIn(whole), ", "))
                                << (parts.empty() ? "" : ", first " + std::string(parts[0].text));
        }
    EXPECT_EQ(good, pairs);
    RecordProperty("good", fmt::format("{} of {}", good, pairs));
}

TEST(KindParts, TheTextOfOneKindIsNotDivided) {
    for (const KindText &text : kKindTexts) {
        EXPECT_THAT(sectionsIn(text.text), IsEmpty()) << text.kind;
        EXPECT_THAT(sectionsIn(std::string(text.text) + text.text), IsEmpty()) << text.kind << " twice";
    }
}

/// Texts that quote others, or have lines that look like theirs.
constexpr const char *kWholeTexts[] = {
    // anything in a kernel log
    "[    1.000000] systemd[1]: Linux version 6.8.0 (a@b) #1 SMP\n"
    "[    2.000000] tool[7]: CA 'mlx5_0'\n[    2.100000] tool[7]: \tCA type: MT4129\n"
    "[    3.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n",
    // a kernel log without times begins with the kernel's version
    "Linux version 6.8.0-60-generic (a@b) (gcc 13) #1 SMP\nCommand line: BOOT_IMAGE=/vmlinuz iommu=pt\n"
    "DMAR: IOMMU enabled\nNVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n",
    // lspci without indents
    "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
    "Kernel driver in use: nvidia\nKernel modules: nvidia\n"
    "42:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\nKernel driver in use: mlx5_core\n",
    // a GPU without links among those with links
    "GPU 0: NVIDIA H100 (UUID: GPU-12345678-1234-1234-1234-123456789abc)\n\t Link 0: 26.562 GB/s\n"
    "GPU 1: NVIDIA H100 (UUID: GPU-22345678-1234-1234-1234-123456789abc)\n"
    "GPU 2: NVIDIA H100 (UUID: GPU-32345678-1234-1234-1234-123456789abc)\n\t Link 0: 26.562 GB/s\n",
    // nvidia-smi's message about a lost GPU in a list
    "GPU 0: NVIDIA H100 (UUID: GPU-12345678-1234-1234-1234-123456789abc)\n"
    "Unable to determine the device handle for gpu 0000:41:00.0: GPU is lost.  Reboot the system to recover "
    "this GPU\nGPU 2: NVIDIA H100 (UUID: GPU-32345678-1234-1234-1234-123456789abc)\n",
    // a warning of amd-smi above its list
    "User is missing the following required groups: render, video. Please add user to these groups.\n"
    "GPU: 0\n    BDF: 0000:05:00.0\n    UUID: 12ff75a0-0000-1000-80aa-0c5511223344\n",
    // texts in the values of a document
    "[\n  {\n    \"gpu\": 0,\n    \"bdf\": \"0000:41:00.0\",\n    \"market_name\": \"x\\n"
    "hca_id:\\tmlx5_0\",\n    \"note\": \"\nCA 'mlx5_0'\n\tCA type: MT4129\n\"\n  }\n]\n",
    // a log of a console while a list is printed
    "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n"
    "[   10.000000] mlx5_core 0000:41:00.0: Port module event: module 0, Cable plugged\n"
    "\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n",
    // matrices of rocm-smi have the headings of nvidia-smi topo
    "========================= ROCm System Management Interface =========================\n"
    "=========================== Weight between two GPUs ===========================\n"
    "       GPU0         GPU1\nGPU0   0            15\nGPU1   15           0\n"
    "=========================== Link Type between two GPUs ===========================\n"
    "       GPU0         GPU1\nGPU0   0            XGMI\nGPU1   XGMI         0\n",
    "GPU[0]\t\t: (Topology) Numa Node: 0\nGPU[0]\t\t: (Topology) Numa Affinity: 0\n",
    // the log of a library that writes the time of day, above a benchmark
    "$ mpirun -n 2 osu_bcast\n"
    "[1768701746.590130] [node:1188:0]          ib_log.c:246  UCX  ERROR mlx5_0: ibv_create_cq() failed\n"
    "[1768701746.590455] [node:1187:0]          ib_log.c:246  UCX  ERROR mlx5_0: ibv_create_cq() failed\n\n"
    "# OSU MPI Broadcast Latency Test v5.8\n# Size       Avg Latency(us)\n1                       0.23\n",
    // prose
    "I ran lspci, and it printed this:\n41:00.0 3D controller [0302]: NVIDIA GH100 [10de:2330]\nThanks!\n",
    "",
    "\n\n",
};

TEST(KindParts, WhatOnlyLooksLikeABeginningDividesNothing) {
    for (const char *text : kWholeTexts)
        EXPECT_THAT(sectionsIn(text), IsEmpty()) << text;
}

TEST(KindParts, MakeTheWholeText) {
    std::string whole = "Here is all of it:\n\n";
    for (const KindText &text : kKindTexts)
        whole.append(text.text).append("\n\n");
    const auto parts = kindParts(whole);
    std::string together;
    for (const KindPart &part : parts)
        together += part.text;
    EXPECT_EQ(together, whole);
    EXPECT_GT(parts.size(), 50U);
}

TEST(KindParts, FindWhatFollowsTextsOfNoKind) {
    const std::string unknown = "total used free shared\n12 3 4 5\n";
    EXPECT_THAT(sectionsIn("[    9.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n" +
                           unknown + unknown + "hca_id:\tmlx5_0\n\tfw_ver:\t\t\t\t28.39.1002\n"),
                ElementsAre("dmesg", "-", "tool-ibv-devinfo"))
        << "a kernel log ends with its last time if most of what follows has none";
    EXPECT_THAT(sectionsIn(unknown + "BOOT_IMAGE=/vmlinuz root=/dev/vda1\nMemTotal: 12 kB\nMemFree: 3 kB\n"),
                ElementsAre("-", "kernel-command-line", "meminfo"));
}

TEST(KindParts, AreAtMostSoMany) {
    std::string text;
    for (std::size_t i = 0; i < 2 * kMostKindParts; ++i)
        text += i % 2 == 0 ? "hca_id:\tmlx5_0\n" : "Infiniband device 'mlx5_0' port 1 status:\n";
    const auto parts = kindParts(text);
    EXPECT_LE(parts.size(), kMostKindParts);
    EXPECT_GE(parts.size(), kMostKindParts - 1);
    EXPECT_EQ(parts.back().text.end(), std::string_view(text).end());
}

TEST(KindParts, OfTextsOfTheCorpusAreThoseThatArePasted) {
    namespace fs = std::filesystem;
    const fs::path folder = test::kCorpus / "texts";
    if (!fs::is_directory(folder))
        GTEST_SKIP() << "THE CORPUS IS NOT HERE: " << folder;
    /// What each of these texts holds was looked at.
    const std::map<std::string, std::vector<std::string>> pasted = {
        {"lspci__rocm-systems__CHANGELOG-md-12.txt", {"tool-rocm-smi-topo", "lspci-text"}},
    };
    std::size_t files = 0;
    for (const fs::path &top :
         {folder, test::kCorpus / "captures" / "lspci", test::kCorpus / "captures" / "smi",
          test::kCorpus / "hwloc", test::kCorpus / "nccl-topo", test::kCorpus / "tickets",
          test::kCorpus / "bench-logs"})
        for (const auto &entry : fs::recursive_directory_iterator(top)) {
            const std::string name = entry.path().filename().string();
            const bool isText = !name.ends_with(".bz2") && !name.ends_with(".json") && name != "README.md";
            if (!entry.is_regular_file() || !isText)
                continue;
            ++files;
            std::ifstream stream(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(stream), {}};
            const auto known = pasted.find(name);
            EXPECT_EQ(sectionsIn(text), known == pasted.end() ? std::vector<std::string>() : known->second)
                << name;
        }
    EXPECT_GT(files, 150U);
}

} // namespace
} // namespace fabricscope::formats
