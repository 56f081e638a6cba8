// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The devices of matrices that people pasted, against counts made by hand.
#include "core/host/MatrixDevices.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace fabricscope::formats {
namespace {

std::string contentOf(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

TEST(MatrixDevices, AreThoseOfTheTextWithTheLegendsNames) {
    const host::Host host = hostOfText("        GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity\n"
                                       "GPU0     X      NV12    PIX     0-7             0\n"
                                       "GPU1    NV12     X      SYS     8-15            1\n"
                                       "NIC0    PIX     SYS      X\n\n"
                                       "Legend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_bond_0\n");
    const host::MatrixDevices devices(host);
    ASSERT_EQ(devices.gpus().size(), 2U);
    ASSERT_EQ(devices.nics().size(), 1U);
    EXPECT_EQ(devices.nics()[0].name, "mlx5_bond_0");
    EXPECT_EQ(devices.nics()[0].label, "NIC0");
    EXPECT_EQ(devices.cell(devices.gpus()[1], devices.nics()[0]), "SYS");
    EXPECT_EQ(devices.summary(), "2 GPUs, 1 NIC, from nvidia-smi topo -m; PCI addresses unknown");
}

TEST(MatrixDevices, OfTheCorpusAreAsManyAsCountedByHand) {
    const std::filesystem::path folder = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/texts";
    const std::string list = contentOf(folder / "expected.json");
    if (list.empty())
        GTEST_SKIP() << "THE CORPUS IS NOT HERE: " << folder;
    std::size_t seen = 0;
    for (const nlohmann::json &entry : nlohmann::json::parse(list)) {
        if (entry.at("kind") != "topo-m" || !entry.at("expect").contains("gpus"))
            continue;
        const std::string file = entry.at("file");
        const host::Host host = hostOfText(contentOf(folder / file));
        // Counted were rows; a table that was cut names more GPUs in its header.
        const host::MatrixDevices devices(host);
        const auto rows = std::count_if(devices.gpus().begin(), devices.gpus().end(),
                                        [](const host::MatrixDevice &gpu) { return gpu.row != nullptr; });
        EXPECT_EQ(static_cast<std::size_t>(rows), entry.at("expect").at("gpus").get<std::size_t>()) << file;
        ++seen;
    }
    EXPECT_GT(seen, 0U);
}

} // namespace
} // namespace fabricscope::formats
