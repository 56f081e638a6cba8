// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool outputs of real hosts, compared with independent counts: plain searches for words and lines.
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/Equality.h"

#include <gmock/gmock.h>

#include <regex>

namespace fabricscope::formats {
namespace {

std::size_t countOf(const std::string &text, const std::string &pattern) {
    const std::regex regex(pattern, std::regex::ECMAScript | std::regex::multiline);
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

std::string firstOf(const std::string &text, const std::string &pattern) {
    std::smatch match;
    const std::regex regex(pattern, std::regex::ECMAScript | std::regex::multiline);
    return std::regex_search(text, match, regex) ? match[1].str() : std::string();
}

std::size_t cellsOf(const host::DeviceMatrix &matrix, std::string_view value) {
    std::size_t count = 0;
    for (const auto &row : matrix.rows)
        count += static_cast<std::size_t>(std::count(row.cells.begin(), row.cells.end(), value));
    return count;
}

const std::string kHost = "host-asus-esc8000a-e12/";

void topo(test::Equality &table) {
    const std::string file = kHost + "nvidia-smi-topo-m.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    const std::string body = text.substr(0, text.find("Legend"));
    const auto &matrix = host.deviceMatrices[0];
    table.row(file, "rows", countOf(body, "^(GPU|NIC)[0-9]+ "), matrix.rows.size());
    table.row(file, "columns", countOf(body.substr(0, body.find('\n')), "(GPU|NIC)[0-9]"),
              matrix.columns.size());
    for (const char *path : {"X", "NODE", "SYS", "PIX", "PHB", "PXB"})
        table.row(file, std::string("cells ") + path, countOf(body, std::string("\\b") + path + "\\b"),
                  cellsOf(matrix, path));
    std::size_t nics = 0;
    std::size_t affinities = 0;
    for (const auto &row : matrix.rows) {
        nics += row.device.empty() ? 0 : 1;
        affinities += row.cpus && row.numaNodes ? 1 : 0;
    }
    table.row(file, "NICs with the name of their device", countOf(text, "^ +NIC[0-9]+: mlx"), nics);
    table.row(file, "GPUs with affinity", countOf(body, "[0-9]+-[0-9]+ +[0-9] +N/A"), affinities);
    table.row(file, "addresses", 0, host.functions.size() + host.gpus.size());
}

void smiTable(test::Equality &table) {
    const std::string file = kHost + "nvidia-smi.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    table.row(file, "GPUs", countOf(text, "[0-9A-F]{8}:[0-9A-F]{2}:[0-9A-F]{2}\\.[0-9]"), host.gpus.size());
    table.row(file, "driver", firstOf(text, "Driver Version: ([0-9.]+)"),
              *host.modules.at("nvidia").at("version"));
    std::size_t withMemory = 0;
    for (const auto &gpu : host.gpus)
        withMemory += gpu.vram && gpu.vram->value == std::uint64_t{49140} << 20 ? 1 : 0;
    table.row(file, "GPUs of 49140 MiB", countOf(text, "/ +49140MiB"), withMemory);
}

void devinfo(test::Equality &table) {
    const std::string file = kHost + "ibv_devinfo.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    std::size_t ports = 0;
    std::size_t down = 0;
    for (const auto &device : host.rdmaDevices) {
        ports += device.ports.size();
        for (const auto &port : device.ports)
            down += port.state.valueOr("") == "DOWN" ? 1 : 0;
    }
    table.row(file, "devices", countOf(text, "^hca_id"), host.rdmaDevices.size());
    table.row(file, "ports", countOf(text, " port:"), ports);
    table.row(file, "ports down", countOf(text, "PORT_DOWN"), down);
    table.row(file, "GUID of the last",
              firstOf(text.substr(text.rfind("hca_id")), "node_guid: +([0-9a-f:]+)"),
              *host.rdmaDevices.back().nodeGuid);
}

void cpus(test::Equality &table) {
    const std::string file = kHost + "lscpu.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    table.row(file, "NUMA nodes", firstOf(text, "NUMA node\\(s\\): +([0-9]+)"),
              std::to_string(host.numaNodes.size()));
    table.row(file, "CPUs of node 1", firstOf(text, "node1 CPU\\(s\\): +([0-9-]+)"),
              *host.numaNodes.at(1).cpus);
    table.row(file, "sockets", firstOf(text, "Socket\\(s\\): +([0-9]+)"), std::to_string(*host.cpuPackages));
    table.row(file, "model", firstOf(text, "Model name: +(.+)"), *host.cpuModel);
    table.row(file, "runs in a VM", text.find("hypervisor") == std::string::npos ? "none" : "vm",
              *host.virtualization);
}

void numa(test::Equality &table) {
    const std::string file = kHost + "numactl-H.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    table.row(file, "nodes", countOf(text, "^node [0-9]+ cpus"), host.numaNodes.size());
    table.row(file, "MB of node 1", firstOf(text, "node 1 size: ([0-9]+)"),
              std::to_string(host.numaNodes.at(1).memory->value >> 20));
    table.row(file, "CPUs of node 0", "0-31", *host.numaNodes.at(0).cpus);
    table.row(file, "distance of 0 to 1", firstOf(text, "^ +0: +10 +([0-9]+)"),
              std::to_string(host.numaNodes.at(0).distances->at(1)));
}

void amdTopology(test::Equality &table) {
    const std::string file = "smi/amd-smi-topology-8gpu-rocm61.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    table.row(file, "pairs over XGMI", countOf(text, "\\bXGMI\\b") / 2, host.gpuLinks.size());
    std::size_t direct = 0;
    for (const auto &link : host.gpuLinks)
        direct += link.count == 1 && link.bandwidth == GigabytesPerSecond{50} ? 1 : 0;
    table.row(file, "of them one hop with 50 GB/s", countOf(text, "50000-50000") / 2, direct);
}

void rocmTopology(test::Equality &table) {
    const std::string file = "smi/rocm-smi-showtopo-8x74a2.txt";
    const std::string text = corpusText(file);
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.deviceMatrices.size(), 3U);
    table.row(file, "rows of three tables", countOf(text, "^GPU[0-9] "),
              host.deviceMatrices[0].rows.size() + host.deviceMatrices[1].rows.size() +
                  host.deviceMatrices[2].rows.size());
    table.row(file, "XGMI cells", countOf(text, "\\bXGMI\\b"), cellsOf(host.deviceMatrices[2], "XGMI"));
    table.row(file, "weights of 15", countOf(text, "\\b15\\b"), cellsOf(host.deviceMatrices[0], "15"));
    std::size_t second = 0;
    for (const auto &row : host.deviceMatrices[0].rows)
        second += row.numaNodes.valueOr("") == "1" ? 1 : 0;
    table.row(file, "GPUs of node 1", countOf(text, "Numa Affinity: 1"), second);
    table.row(file, "addresses", 0, host.functions.size() + host.gpus.size());
}

TEST(ToolCorpus, ParsedFactsMatchTheTexts) {
    if (corpusText(kHost + "nvidia-smi.txt").empty())
        GTEST_SKIP() << "SKIPPED: no corpus beside the sources";
    test::Equality table("Texts of tools");
    topo(table);
    smiTable(table);
    devinfo(table);
    cpus(table);
    numa(table);
    amdTopology(table);
    rocmTopology(table);
    test::expectEquality(table);
}

TEST(ToolCorpus, PutsOneHostsTextsTogether) {
    std::vector<std::string> texts;
    for (const char *file :
         {"nvidia-smi-topo-m.txt", "nvidia-smi.txt", "ibv_devinfo.txt", "lscpu.txt", "numactl-H.txt"})
        texts.push_back(corpusText(kHost + file));
    if (texts[0].empty())
        GTEST_SKIP() << "SKIPPED: no corpus beside the sources";
    const host::Host host = hostOfTexts(texts);
    const auto &rows = host.deviceMatrices.at(0).rows;
    ASSERT_EQ(rows.size(), 8U);
    EXPECT_EQ(rows[2].address, bdf("0000:c1:00.0")) << "the table tells which GPU is GPU2";
    EXPECT_EQ(*host.function(bdf("0000:c1:00.0"))->numaNode, 1);
    EXPECT_EQ(rows[5].address, std::nullopt) << "no text tells where NIC1 is";
    EXPECT_EQ(rows[5].device, "mlx5_1");
    EXPECT_TRUE(host.gpuLinks.empty()) << "these have no NVLink";
}

/// A page, a session and a bare sequence of a host's texts give the same result as the single texts.
TEST(ToolCorpus, GivesTheSameOutOfBundles) {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"lspci -tv", "lspci-tv.txt"},
        {"lspci -vvv", "lspci-vvv-selected.txt"},
        {"nvidia-smi topo -m", "nvidia-smi-topo-m.txt"},
        {"nvidia-smi", "nvidia-smi.txt"},
        {"ibv_devinfo", "ibv_devinfo.txt"},
        {"lscpu", "lscpu.txt"},
        {"numactl -H", "numactl-H.txt"},
    };
    std::vector<std::string> texts;
    std::string page = "# A server\n";
    std::string session;
    std::string log;
    for (const auto &[command, file] : files) {
        texts.push_back(corpusText(kHost + file));
        page += "\n## " + command + "\n\n```\n" + texts.back() + "```\n";
        session += "admin@host:~$ sudo " + command + "\n" + texts.back();
        log += std::string(44, '_') + "\n\n/usr/bin/" + command + "\n\n" + texts.back() + "\n";
    }
    if (texts[0].empty())
        GTEST_SKIP() << "SKIPPED: no corpus beside the sources";
    const host::Host one = hostOfTexts(texts);
    EXPECT_GT(one.functions.size(), 100U);
    for (const std::string &form : {page, session, log + std::string(44, '_') + "\n"}) {
        const host::Host host = hostOfText(form);
        EXPECT_EQ(host.functions.size(), one.functions.size());
        EXPECT_EQ(host.gpus.size(), 4U);
        EXPECT_EQ(host.rdmaDevices.size(), 4U);
        EXPECT_EQ(host.numaNodes.size(), 2U);
        EXPECT_EQ(*host.cpuModel, *one.cpuModel);
        ASSERT_EQ(host.deviceMatrices.size(), 1U);
        EXPECT_EQ(host.deviceMatrices[0].rows.size(), 8U);
    }
}

} // namespace
} // namespace fabricscope::formats
