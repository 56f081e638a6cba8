// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of README's table of kinds that are lists of tools: out of the table of what is recognised, each
// kind of which wrapping_test.cpp reads. FABRICSCOPE_UPDATE_GOLDEN=1 writes them.
#include "core/formats/files/FileKinds.h"
#include "tests/support/Golden.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace fabricscope::formats {
namespace {

struct ReadmeRow {
    std::string_view title;
    std::array<std::string_view, 12> sections; ///< what their names begin with
};

constexpr ReadmeRow kRows[] = {
    {"GPUs", {"tool-nvidia", "tool-rocm", "tool-amd", "nvidia-", "amd-"}},
    {"fabric", {"tool-rdma", "tool-ib", "tool-class-links", "tool-show", "tool-ethtool", "tool-ip"}},
    {"host",
     {"tool-numactl", "tool-lscpu", "tool-dmidecode", "tool-systemctl-status", "dmesg", "cpuinfo", "meminfo",
      "os-release", "kernel-", "nccl-topo", "tool-virsh", "vmm"}},
};
/// Their rows name options and files, which are not kinds of their own.
constexpr std::array<std::string_view, 3> kByHand = {"lspci-", "hwloc-xml", "lstopo"};

const ReadmeRow *rowOf(std::string_view section) {
    for (const ReadmeRow &row : kRows)
        for (const std::string_view begin : row.sections)
            if (!begin.empty() && section.starts_with(begin))
                return &row;
    return nullptr;
}

/// Commands whose texts have the form of another kind.
constexpr std::pair<std::string_view, std::string_view> kAlso[] = {
    {"amd-smi static", "amd-smi list"},
    {"amd-smi list --csv", "amd-smi static --csv"},
    {"rdma link", "rdma dev"},
    {"numactl -H", "numactl --show"},
    {"ip addr", "ip link"}};

/// Commands and files are code.
std::string shown(const FileKind &kind) {
    const bool isCode = kind.section.starts_with("tool-") || kind.name.starts_with('/');
    std::string text = isCode ? fmt::format("`{}`", kind.name) : std::string(kind.name);
    for (const auto &[name, also] : kAlso)
        if (name == kind.name)
            text += fmt::format(", `{}`", also);
    return text;
}

std::string lineOf(const ReadmeRow &row) {
    std::string names;
    for (const FileKind &kind : fileKinds())
        if (rowOf(kind.section) == &row)
            names += (names.empty() ? "" : ", ") + shown(kind);
    return fmt::format("| {} | {} |", row.title, names);
}

TEST(ReadmeKinds, AreThoseThatAreRecognised) {
    std::ifstream file(FABRICSCOPE_SOURCE_DIR "/README.md");
    std::string text, line;
    std::size_t found = 0;
    while (std::getline(file, line)) {
        for (const ReadmeRow &row : kRows)
            if (line.starts_with(fmt::format("| {} | ", row.title))) {
                line = lineOf(row);
                ++found;
            }
        text += line + '\n';
    }
    EXPECT_EQ(found, std::size(kRows));
    test::expectGolden(text, "README.md");
}

TEST(ReadmeKinds, HaveARowEach) {
    for (const FileKind &kind : fileKinds()) {
        const bool byHand = std::any_of(kByHand.begin(), kByHand.end(), [&](std::string_view begin) {
            return kind.section.starts_with(begin);
        });
        EXPECT_TRUE(byHand || rowOf(kind.section) != nullptr)
            << kind.name << " (" << kind.section << "): add what its section begins with to a row of kRows";
    }
}

} // namespace
} // namespace fabricscope::formats
